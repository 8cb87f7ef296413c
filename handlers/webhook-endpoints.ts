import { listDeliveries, presentDelivery } from "../src/events/webhooks/deliveries.ts"
import {
  createEndpoint,
  deleteEndpoint,
  mustFindEndpoint,
  pageOfEndpoints,
  presentEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../src/events/webhooks/endpoints.ts"
import { replayEvent } from "../src/events/webhooks/replay.ts"
import { created, ok } from "../src/http/response.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const create: Write<"createWebhookEndpoint"> = async ({ tx, scope, body, version }) => {
  const { row, secret } = await createEndpoint(tx, scope, { ...body, service_version: version })
  return { ...created({ ...presentEndpoint(row, tx.livemode), secret }), secret: true }
}

export const retrieve: Read<"retrieveWebhookEndpoint"> = async ({ db, scope, params }) =>
  ok(presentEndpoint(await mustFindEndpoint(db, scope, params.id), scope.mode.livemode))

export const update: Write<"updateWebhookEndpoint"> = async ({ tx, scope, params, body }) =>
  ok(presentEndpoint(await updateEndpoint(tx, scope, params.id, body), tx.livemode))

export const list: Read<"listWebhookEndpoints"> = async ({ db, scope, query }) => {
  const { rows, has_more } = await pageOfEndpoints(db, scope.account, query)
  return ok(listOf("/v1/webhook_endpoints", { has_more, rows: rows.map((row) => presentEndpoint(row, scope.mode.livemode)) }))
}

export const remove: Write<"deleteWebhookEndpoint"> = async ({ tx, scope, params }) => {
  await deleteEndpoint(tx, scope, params.id)
  return ok({ id: params.id, object: "webhook_endpoint" as const, deleted: true })
}

export const rotate: Write<"rotateWebhookEndpointSecret"> = async ({ tx, scope, params, body }) => {
  const { row, secret } = await rotateSecret(tx, scope, params.id, body.expire_old_in ?? 0)
  return { ...ok({ ...presentEndpoint(row, tx.livemode), secret }), secret: true }
}

export const deliveries: Read<"listWebhookDeliveries"> = async ({ db, scope, params, query }) => {
  const { id } = await mustFindEndpoint(db, scope, params.id)
  const { rows, has_more } = await listDeliveries(db, scope, id, query)
  const url = `/v1/webhook_endpoints/${id}/deliveries`
  return ok(listOf(url, { has_more, rows: rows.map((row) => presentDelivery(row, scope.mode.livemode)) }))
}

export const replay: Write<"replayWebhookDelivery"> = async ({ tx, scope, params }) =>
  created(presentDelivery(await replayEvent(tx, scope, params.id, params.eventId), tx.livemode))
