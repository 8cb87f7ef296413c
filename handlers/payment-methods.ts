import { notFound } from "../src/base/errors.ts"
import { detachMethod } from "../src/billing/subscriptions/chosen-card.ts"
import type { Queries } from "../src/db/database.ts"
import { savedError, savedResponse } from "../src/http/idempotency.ts"
import { created, ok } from "../src/http/response.ts"
import type { Scope } from "../src/modes/wiring.ts"
import { MANDATES_SINCE } from "../src/payments/methods/mandates-since.ts"
import { beginSave, finishSave } from "../src/payments/methods/save.ts"
import {
  mustFindPaymentMethod,
  pageOfPaymentMethods,
  presentPaymentMethod,
  presentPaymentMethods,
  updatePaymentMethod,
} from "../src/payments/methods/store.ts"
import type { PaymentMethodRow } from "../src/payments/methods/table.ts"
import { isLater, type Version } from "../src/versions.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const create: Write<"createPaymentMethod"> = async ({ tx, scope, body, idempotencyKey }) => {
  const begun = await beginSave(tx, scope, body, idempotencyKey)
  const responses = { saved: (method: object) => savedResponse(created(method)), refused: savedError }
  const later = async () => ({ ...created(await finishSave(scope.mode, begun, responses)), isSaved: true })
  return { kind: "saves_response", later }
}

export const retrieve: Read<"retrievePaymentMethod"> = async ({ db, scope, params, version }) =>
  ok(await presentPaymentMethod(db, await mustFind(db, scope, params.id, version), scope.mode.livemode))

export const list: Read<"listPaymentMethods"> = async ({ db, scope, query: { type, ...query }, version }) => {
  const known = isLater(MANDATES_SINCE, version) ? "card" : type
  const { rows, has_more } = await pageOfPaymentMethods(db, scope.account, { ...query, ...(known && { type: known }) })
  const methods = await presentPaymentMethods(db, scope.account, rows, scope.mode.livemode)
  return ok(listOf("/v1/payment_methods", { has_more, rows: methods }))
}

export const update: Write<"updatePaymentMethod"> = async ({ tx, scope, params, body, version }) => {
  await mustFind(tx, scope, params.id, version)
  return ok(await presentPaymentMethod(tx, await updatePaymentMethod(tx, scope, params.id, body), tx.livemode))
}

export const detach: Write<"detachPaymentMethod"> = async ({ tx, scope, params, version }) => {
  await mustFind(tx, scope, params.id, version)
  return ok(await presentPaymentMethod(tx, await detachMethod(tx, scope, params.id), tx.livemode))
}

/** Throws payment_method_not_found, also for a mandate where the client's version knows none. */
async function mustFind(db: Queries, scope: Scope, id: string, version: Version): Promise<PaymentMethodRow> {
  const row = await mustFindPaymentMethod(db, scope, id)
  if (row.type !== "card" && isLater(MANDATES_SINCE, version)) throw notFound("payment_method", id)
  return row
}
