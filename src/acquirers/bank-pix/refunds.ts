import type { Holdings, RefundOrder, RefundOutcome } from "../sale.ts"
import { NoAnswer } from "../wire/request.ts"
import { isOwnTxid } from "./charge.ts"
import type { Account } from "./exchange.ts"
import { ask, logRefused, type Written, write } from "./failures.ts"
import { paymentsOfTxid } from "./paid.ts"
import { isEndToEndId, type Pix, pixIn, type Return, readReturn, takenOf } from "./pix.ts"
import { reaisOf } from "./wire.ts"

/** For so long money can be sent back through the API. The bank counts days, so the last one is left to a person. */
const MAX_REFUND_MS = 89 * 86_400_000
const MAX_TRIES = 2

/**
 * Sends money back. The reference is the refund's id at the bank, which never sends back twice with one id: so a call without an answer is made
 * once more if the bank does not show the refund.
 */
export async function refund(account: Account, order: RefundOrder, signal: AbortSignal): Promise<RefundOutcome> {
  const [e2eid] = await paymentIds(account, order.charge, signal)
  if (e2eid === undefined) return { result: "refused", message: "The bank has no such charge." }
  return refundPayment(account, { ...order, charge: e2eid }, signal)
}

async function refundPayment(account: Account, order: RefundOrder, signal: AbortSignal): Promise<RefundOutcome> {
  let written: Written = { result: "unknown", reason: "" }
  for (let tries = 0; tries < MAX_TRIES && written.result === "unknown"; tries++) {
    const body = { valor: reaisOf(order.amount) }
    written = await write(account, { method: "PUT", path: pathOf(order), body }, signal)
    if (written.result === "unavailable") return written
    const found = returnIn(written) ?? (await findReturn(account, order, signal))
    if (found) return outcomeOf(found, order)
  }
  if (written.result === "none") return { result: "refused", message: "The bank has no such charge." }
  return written.result === "refused" ? refusalOf(account, order, written.error, signal) : { result: "unknown" }
}

/** The outcome of a refund. Undefined if the bank has none with its reference. */
export async function lookUpRefund(
  account: Account,
  order: RefundOrder,
  signal: AbortSignal,
): Promise<RefundOutcome | undefined> {
  for (const charge of await paymentIds(account, order.charge, signal)) {
    const found = await findReturn(account, { ...order, charge }, signal)
    if (found) return outcomeOf(found, order)
  }
  return undefined
}

/** The payments that a charge's id stands for. A person may have said that a charge was paid before anybody knew by which payment. */
async function paymentIds(account: Account, charge: string, signal: AbortSignal): Promise<string[]> {
  if (isEndToEndId(charge)) return [charge]
  const paid = (await paymentsOfTxid(account, charge, signal)) ?? []
  return paid.map(({ e2eid }) => e2eid)
}

function pathOf({ charge, reference }: Pick<RefundOrder, "charge" | "reference">): string {
  return `/pix/${charge}/devolucao/${reference}`
}

function returnIn(written: Written): Return | undefined {
  if (written.result !== "done") return undefined
  try {
    return readReturn(written.answer.body, written.answer.call)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

async function findReturn(account: Account, order: RefundOrder, signal: AbortSignal): Promise<Return | undefined> {
  const answer = await ask(account, { method: "GET", path: pathOf(order) }, signal)
  return answer && readReturn(answer.body, answer.call)
}

function outcomeOf({ id, cents, status, reason }: Return, { reference, amount }: RefundOrder): RefundOutcome {
  if (id !== reference || cents !== amount) return { result: "unknown" }
  switch (status) {
    case "DEVOLVIDO":
      return { result: "refunded" }
    case "EM_PROCESSAMENTO":
      return { result: "pending" }
    case "NAO_REALIZADO":
      return { result: "refused", message: `The bank did not send the money back${reason ? `: ${wordsOf(reason)}` : ""}.` }
    default:
      return { result: "unknown" }
  }
}

/** The bank's own words, without what no sentence has. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N} ,.;:()/-]+/gu, " ")
    .trim()
    .replace(/\.$/, "")
}

/** Why a bank refuses a refund that it does not have: too late, or another reason, such as more than is left. */
async function refusalOf(account: Account, order: RefundOrder, error: string, signal: AbortSignal): Promise<RefundOutcome> {
  const answer = await ask(account, { method: "GET", path: `/pix/${order.charge}` }, signal)
  const isLate = answer !== undefined && account.now() - pixIn(answer).at >= MAX_REFUND_MS
  if (isLate) return { result: "by_hand" }
  logRefused(account, `PUT ${pathOf(order)}`, error)
  return { result: "refused", message: `The bank did not accept the refund (${error}).` }
}

/**
 * What the bank holds of a charge, and what else was paid for the same sale. Undefined if it has no such charge. Throws if it gives no answer.
 */
export async function holds(account: Account, charge: string, signal: AbortSignal): Promise<Holdings | undefined> {
  if (!isEndToEndId(charge)) return holdsOfUnpaid(account, charge, signal)
  const answer = await ask(account, { method: "GET", path: `/pix/${charge}` }, signal)
  if (!answer) return undefined
  const pix = pixIn(answer)
  if (pix.e2eid !== charge) throw new NoAnswer(`${answer.call}: the payment is another one`)
  return holdingsWith(pix, await othersOf(account, pix, signal))
}

/** A charge that had not been paid when its id became known. */
async function holdsOfUnpaid(account: Account, txid: string, signal: AbortSignal): Promise<Holdings | undefined> {
  const paid = await paymentsOfTxid(account, txid, signal)
  if (!paid) return undefined
  const [first, ...others] = paid
  return first ? holdingsWith(first, isOwnTxid(txid) ? others : []) : { captured: 0, gone_back: 0, charged_back: 0 }
}

/** What is held of a payment, and the others of its sale. */
function holdingsWith(pix: Pix, others: readonly Pix[]): Holdings {
  const { charge: _, currency: __, references: ___, ...held } = takenOf(pix)
  return { ...held, ...(others.length > 0 && { duplicates: others.map(takenOf) }) }
}

/** Further payments of the charge that a payment is of. */
async function othersOf(account: Account, { txid, e2eid }: Pix, signal: AbortSignal): Promise<Pix[]> {
  const all = txid === undefined ? undefined : await paymentsOfTxid(account, txid, signal)
  return (all ?? []).filter((one) => one.e2eid !== e2eid)
}
