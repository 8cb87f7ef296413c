// Payers who come back from the issuer's page. Adyen ends a payment once, by the first text that it is sent.
import { createHash } from "node:crypto"
import type { PayerReturn } from "../authentication.ts"
import type { SaleOutcome } from "../sale.ts"
import { NoAnswer } from "../wire/request.ts"
import { OWN } from "./events.ts"
import type { Account } from "./exchange.ts"
import { failureOf, isInvalid, send } from "./failures.ts"
import { isRepeatable, noticeOf, outcomeIn, secondsNow } from "./sales.ts"
import { textOf } from "./wire.ts"

const DETAILS = "/payments/details"

/** Ends a payment. The same text has the same key, so that it may be sent again if its answer was lost. */
export async function finishRedirect(
  account: Account,
  { reference, result }: PayerReturn,
  signal: AbortSignal,
): Promise<SaleOutcome> {
  const order = await account.notices.ofSubject(OWN.saleOrdered, reference)
  if (order?.merchant !== account.merchant) throw new NoAnswer(`${DETAILS}: nothing was ordered with this reference`)
  const key = createHash("sha256").update(`${reference} ${result}`).digest("base64url")
  await account.notices.keep([{ ...noticeOf(account, OWN.returned, key), reference }], secondsNow(account))
  const returned = await account.notices.ofSubject(OWN.returned, key)
  if (!returned || !isRepeatable(account, returned)) return { result: "unknown" }
  const call = { path: DETAILS, body: { details: { redirectResult: result } }, key, isBare: true }
  const answer = await send(account, call, signal)
  if (!answer) return { result: "unavailable" }
  // Anybody can come back with any text.
  if (isInvalid(answer)) return { result: "unavailable" }
  if (answer.status !== 200) {
    const failure = failureOf(account, answer)
    return failure.result === "refused" ? { result: "unavailable" } : failure
  }
  const { amount, currency, detail } = order
  const ordered = { reference, amount: amount ?? 0, currency: currency ?? "", card: textOf(detail?.card) || undefined, detail }
  return outcomeIn(account, ordered, answer)
}
