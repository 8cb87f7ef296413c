import { savedError } from "../src/http/idempotency.ts"
import { created, ok } from "../src/http/response.ts"
import { beginCapture } from "../src/payments/captures/begin.ts"
import { finishCapture } from "../src/payments/captures/run.ts"
import { cancelIntent, checkNotAuthorized } from "../src/payments/intents/cancel.ts"
import { beginConfirm, finishConfirm } from "../src/payments/intents/confirm.ts"
import { createIntent } from "../src/payments/intents/create.ts"
import { presentIntent, presentListedIntent } from "../src/payments/intents/present.ts"
import { mustFindIntent, pageOfIntents } from "../src/payments/intents/store.ts"
import { pageOfUndecided } from "../src/payments/intents/undecided.ts"
import { pageOfFoundIntents } from "../src/payments/search/page.ts"
import { isLater } from "../src/versions.ts"
import { listOf, type Read, type Write } from "./call.ts"

/** For clients of older versions, an authorized payment is still processing. */
const LATER_CAPTURE = "2026-12-01"
/** Shops of older versions know one payment intent, so the pay page makes no other one for it. */
const SUCCESSORS = "2026-12-01"

export const create: Write<"createPaymentIntent"> = async ({ tx, scope, body, version }) => {
  const intent = await createIntent(tx, scope, body, { replaceable: !isLater(SUCCESSORS, version) })
  return created(presentIntent(intent, scope.mode))
}

export const retrieve: Read<"retrievePaymentIntent"> = async ({ db, scope, params }) =>
  ok(presentIntent(await mustFindIntent(db, scope, params.id), scope.mode))

export const list: Read<"listPaymentIntents"> = async ({ db, scope, query: { query, ...filters }, may, version }) => {
  const { mode, account } = scope
  const { status } = filters
  const listed = status === "processing" && isLater(LATER_CAPTURE, version) ? pageOfUndecided : pageOfIntents
  const { rows, has_more } = await (query === undefined
    ? listed(db, account, filters)
    : pageOfFoundIntents(mode.database, account, { ...filters, query }, { readsCustomers: may("customers:read") }))
  return ok(listOf("/v1/payment_intents", { has_more, rows: rows.map((row) => presentListedIntent(row, mode)) }))
}

export const confirm: Write<"confirmPaymentIntent"> = async ({ tx, scope, params, body, idempotencyKey }) => {
  const begun = await beginConfirm(tx, scope, params.id, body, { idempotency_key: idempotencyKey })
  const later = async () => {
    const { intent, isFirst } = await finishConfirm(scope.mode, begun)
    return { ...ok(presentIntent(intent, scope.mode)), isSaved: isFirst }
  }
  return { kind: "saves_response", later }
}

export const capture: Write<"capturePaymentIntent"> = async ({ tx, scope, params, body, idempotencyKey }) => {
  const attempt = await beginCapture(tx, scope, params.id, body.amount_to_capture ?? null, idempotencyKey)
  const later = async () => ok(presentIntent(await finishCapture(scope.mode, attempt, savedError), scope.mode))
  return { kind: "saves_response", later }
}

export const cancel: Write<"cancelPaymentIntent"> = async ({ tx, scope, params, body, version }) => {
  if (isLater(LATER_CAPTURE, version)) await checkNotAuthorized(tx, scope, params.id)
  return ok(presentIntent(await cancelIntent(tx, scope, params.id, body.cancellation_reason ?? null), scope.mode))
}
