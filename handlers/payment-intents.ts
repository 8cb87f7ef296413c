import { created, ok } from "../src/http/response.ts"
import { cancelIntent } from "../src/payments/intents/cancel.ts"
import { beginConfirm, finishConfirm } from "../src/payments/intents/confirm.ts"
import { createIntent } from "../src/payments/intents/create.ts"
import { presentIntent, presentListedIntent } from "../src/payments/intents/present.ts"
import { mustFindIntent, pageOfIntents } from "../src/payments/intents/store.ts"
import { pageOfFoundIntents } from "../src/payments/search/page.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const create: Write<"createPaymentIntent"> = async ({ tx, scope, body }) =>
  created(presentIntent(await createIntent(tx, scope, body), tx.livemode))

export const retrieve: Read<"retrievePaymentIntent"> = async ({ db, scope, params }) =>
  ok(presentIntent(await mustFindIntent(db, scope, params.id), scope.mode.livemode))

export const list: Read<"listPaymentIntents"> = async ({ db, scope, query: { query, ...filters }, may }) => {
  const { mode, account } = scope
  const { rows, has_more } = await (query === undefined
    ? pageOfIntents(db, account, filters)
    : pageOfFoundIntents(mode.database, account, { ...filters, query }, { readsCustomers: may("customers:read") }))
  return ok(listOf("/v1/payment_intents", { has_more, rows: rows.map((row) => presentListedIntent(row, mode.livemode)) }))
}

export const confirm: Write<"confirmPaymentIntent"> = async ({ tx, scope, params, body, idempotencyKey }) => {
  const begun = await beginConfirm(tx, scope, params.id, body, { idempotency_key: idempotencyKey })
  const later = async () => {
    const { intent, isFirst } = await finishConfirm(scope.mode, begun)
    return { ...ok(presentIntent(intent, scope.mode.livemode)), isSaved: isFirst }
  }
  return { kind: "saves_response", later }
}

export const cancel: Write<"cancelPaymentIntent"> = async ({ tx, scope, params, body }) =>
  ok(presentIntent(await cancelIntent(tx, scope, params.id, body.cancellation_reason ?? null), tx.livemode))
