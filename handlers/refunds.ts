import { created, ok } from "../src/http/response.ts"
import { beginRefund } from "../src/payments/refunds/create.ts"
import { finishRefund } from "../src/payments/refunds/run.ts"
import { mustFindRefund, pageOfRefunds, presentRefund } from "../src/payments/refunds/store.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const create: Write<"createRefund"> = async ({ tx, scope, body, idempotencyKey, version }) => {
  const attempt = await beginRefund(tx, scope, body, idempotencyKey, version)
  const later = async () => created(presentRefund(await finishRefund(scope, attempt), scope.mode.livemode))
  return { kind: "saves_response", later }
}

export const retrieve: Read<"retrieveRefund"> = async ({ db, scope, params }) =>
  ok(presentRefund(await mustFindRefund(db, scope, params.id), scope.mode.livemode))

export const list: Read<"listRefunds"> = async ({ db, scope, query }) => {
  const { rows, has_more } = await pageOfRefunds(db, scope.account, query)
  return ok(listOf("/v1/refunds", { has_more, rows: rows.map((row) => presentRefund(row, scope.mode.livemode)) }))
}
