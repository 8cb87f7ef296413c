// Orders of charges under mandates.
import type { MandateCharge } from "../mandates.ts"
import type { SaleOutcome, VoidOutcome } from "../sale.ts"
import { isSuccess, NoAnswer } from "../wire/request.ts"
import type { BankAccount } from "./credentials.ts"
import type { Account } from "./exchange.ts"
import { logRefused, type Written, write } from "./failures.ts"
import type { Pix } from "./pix.ts"
import { findRecurring, isRecurringTxid, paymentsUnder, type Recurring, readRecurring, recurringTxidOf } from "./recurring.ts"
import { chargeOutcome, mayBeRetried, retryOutcome } from "./recurring-outcomes.ts"
import type { Call } from "./session.ts"
import { reaisOf } from "./wire.ts"

const CANCELED = "CANCELADA"

/**
 * Orders a charge, or a retry of one. It is sent once. If the answer does not say that it was ordered, the bank is asked. A retry has no id of its
 * own: the charge and the day name it.
 */
export async function charge(account: Account, order: MandateCharge, signal: AbortSignal): Promise<SaleOutcome> {
  const txid = txidOf(order)
  // A retry of what was paid: its id is that of the payment.
  if (!isRecurringTxid(txid)) return notTaken(order, undefined, "CobRNaoEncontrado")
  const call = callOf(account, order)
  if (!call) return { result: "unavailable", refused: true }
  const written = await write(account, call, signal)
  if (written.result === "unavailable") return written
  const made = chargeIn(written, txid)
  const shown = made && outcomeOf(account, order, { known: made, pix: made.pix })
  if (shown) return shown
  const known = await findRecurring(account, txid, signal)
  const outcome = known && outcomeOf(account, order, { known, pix: await paymentsUnder(account, known, signal) })
  if (outcome) return outcome
  if (written.result !== "refused" && written.result !== "none") return { result: "unknown" }
  logRefused(account, `${call.method} ${call.path}`, written.error)
  return notTaken(order, known, written.error)
}

/** Undefined if nobody has said to which account the money goes. */
function callOf(account: Account, order: MandateCharge): Call | undefined {
  const txid = txidOf(order)
  if (order.retry_of !== undefined) return { method: "POST", path: `/cobr/${txid}/retentativa/${order.day}` }
  const own = account.credentials().account
  return own && { method: "PUT", path: `/cobr/${txid}`, body: bodyOf(order, own) }
}

function bodyOf({ mandate, day, amount }: MandateCharge, { branch, number, type }: BankAccount): object {
  return {
    ...{ idRec: mandate, calendario: { dataDeVencimento: day }, valor: { original: reaisOf(amount) }, ajusteDiaUtil: true },
    recebedor: { agencia: branch, conta: number, tipoConta: type },
  }
}

function txidOf({ reference, retry_of }: MandateCharge): string {
  return retry_of ?? recurringTxidOf(reference)
}

/** The current outcome of a charge or of a retry. Undefined if the bank has none. Throws if it gives no answer. */
export async function lookUpCharge(
  account: Account,
  order: MandateCharge,
  signal: AbortSignal,
): Promise<SaleOutcome | undefined> {
  const txid = txidOf(order)
  const known = isRecurringTxid(txid) ? await findRecurring(account, txid, signal) : undefined
  return known && outcomeOf(account, order, { known, pix: await paymentsUnder(account, known, signal) })
}

/** Withdraws a charge that no bank has tried yet. A second time is refused by the bank, which is then asked what the charge is. */
export async function withdraw(account: Account, txid: string, signal: AbortSignal): Promise<VoidOutcome> {
  // It is an end-to-end id: somebody has paid.
  if (!isRecurringTxid(txid)) return { result: "refused" }
  const written = await write(account, { method: "PATCH", path: `/cobr/${txid}`, body: { status: CANCELED } }, signal)
  if (written.result === "unavailable") return { result: "unavailable" }
  if (chargeIn(written, txid)?.status === CANCELED) return { result: "voided" }
  const known = await findRecurring(account, txid, signal)
  if (known?.status === CANCELED && known.pix.length === 0) return { result: "voided" }
  const isOpen = known?.status === "CRIADA" || known?.status === "ATIVA"
  // It is too late, or the charge has ended.
  return { result: isOpen && written.result !== "refused" ? "unavailable" : "refused" }
}

/** The charge in the answer. Undefined if the answer is lost, cannot be read, or is about another charge. */
function chargeIn(written: Written, txid: string): Recurring | undefined {
  if (written.result !== "done" || !isSuccess(written.answer)) return undefined
  try {
    const charge = readRecurring(written.answer.body, written.answer.call)
    return charge.txid === txid ? charge : undefined
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** Undefined if a retry is not there. */
function outcomeOf(
  account: Account,
  { day, retry_of }: MandateCharge,
  { known, pix }: { known: Recurring; pix: readonly Pix[] },
): SaleOutcome | undefined {
  const seen = { now: account.now(), pix }
  return retry_of === undefined ? chargeOutcome(known, seen) : retryOutcome(known, day, seen)
}

/** What the bank has refused. A charge may be retried on another day although it was not on this one. */
function notTaken({ retry_of }: MandateCharge, known: Recurring | undefined, error: string): SaleOutcome {
  return {
    ...{ result: "refused", charge: retry_of ?? null, code: "processing_error" },
    message: `The bank did not accept the ${retry_of === undefined ? "charge" : "retry"} (${error}).`,
    ...(known && mayBeRetried(known) && { may_retry: true }),
  }
}
