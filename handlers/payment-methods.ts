import { detachCard } from "../src/billing/subscriptions/chosen-card.ts"
import { savedError, savedResponse } from "../src/http/idempotency.ts"
import { created, ok } from "../src/http/response.ts"
import { beginSave, finishSave } from "../src/payments/methods/save.ts"
import {
  mustFindPaymentMethod,
  pageOfPaymentMethods,
  presentPaymentMethod,
  presentPaymentMethods,
  updatePaymentMethod,
} from "../src/payments/methods/store.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const create: Write<"createPaymentMethod"> = async ({ tx, scope, body, idempotencyKey }) => {
  const begun = await beginSave(tx, scope, body, idempotencyKey)
  const responses = { saved: (method: object) => savedResponse(created(method)), refused: savedError }
  const later = async () => ({ ...created(await finishSave(scope.mode, begun, responses)), isSaved: true })
  return { kind: "saves_response", later }
}

export const retrieve: Read<"retrievePaymentMethod"> = async ({ db, scope, params }) =>
  ok(await presentPaymentMethod(db, await mustFindPaymentMethod(db, scope, params.id), scope.mode.livemode))

export const list: Read<"listPaymentMethods"> = async ({ db, scope, query: { type, ...query } }) => {
  const none = { rows: [], has_more: false }
  const { rows, has_more } = type === "pix_automatico" ? none : await pageOfPaymentMethods(db, scope.account, query)
  const methods = await presentPaymentMethods(db, scope.account, rows, scope.mode.livemode)
  return ok(listOf("/v1/payment_methods", { has_more, rows: methods }))
}

export const update: Write<"updatePaymentMethod"> = async ({ tx, scope, params, body }) =>
  ok(await presentPaymentMethod(tx, await updatePaymentMethod(tx, scope, params.id, body), tx.livemode))

export const detach: Write<"detachPaymentMethod"> = async ({ tx, scope, params }) =>
  ok(await presentPaymentMethod(tx, await detachCard(tx, scope, params.id), tx.livemode))
