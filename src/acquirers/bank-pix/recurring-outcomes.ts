// What a charge under a mandate, and its tries, mean to us.
import { nextBankingDay } from "../../base/banking-days.ts"
import { dateOf, dayOfDate, minuteOf } from "../../base/day.ts"
import type { SaleOutcome } from "../sale.ts"
import { NoAnswer } from "../wire/request.ts"
import { paidOutcome } from "./outcomes.ts"
import type { Pix } from "./pix.ts"
import type { Recurring, Try } from "./recurring.ts"

const MOST_RETRIES = 3
/** No bank pays after this hour of a day. */
const LAST_HOUR = "21:00"

const ENDED = new Set(["REJEITADA", "CANCELADA", "EXPIRADA"])
const FAILED = new Set(["REJEITADA", "CANCELADA", "EXPIRADA"])

/** When a charge is looked at: milliseconds, and what was paid under its txid. */
type Seen = { now: number; pix: readonly Pix[] }

/** The outcome of a charge that is no retry. Throws NoAnswer for an unknown status. */
export function chargeOutcome(charge: Recurring, { now, pix }: Seen): SaleOutcome {
  const decided = paidOrEnded(charge, pix)
  if (decided) return decided
  const tries = triesOfFirstDay(charge)
  return hasFailed(tries, now) ? refusedTry(charge, tries) : { result: "pending", charge: charge.txid }
}

/**
 * The outcome of a retry of a charge, on a day. Undefined if the bank has none: then nothing was ordered. What pays the charge pays its newest
 * retry, by whichever try.
 */
export function retryOutcome(charge: Recurring, day: string, { now, pix }: Seen): SaleOutcome | undefined {
  const tries = triesOfRetry(charge, day)
  const isPaidLater = charge.tries.some((one) => one.status === "PAGA" && one.day > (tries[0]?.day ?? day))
  const decided = isPaidLater ? undefined : paidOrEnded(charge, pix)
  if (decided && decided.result !== "refused") return decided
  if (tries.length === 0) return undefined
  if (decided?.released) return decided
  if (isPaidLater || hasFailed(tries, now)) return refusedTry(charge, tries)
  return decided ?? { result: "pending", charge: charge.txid }
}

/** Undefined while the charge may still be paid. */
function paidOrEnded(charge: Recurring, pix: readonly Pix[]): SaleOutcome | undefined {
  const { txid, status, reason } = charge
  const paid = paidOutcome(pix)
  if (paid) return paid
  if (status === "CRIADA" || status === "ATIVA") return undefined
  // The payment is not shown yet.
  if (status === "CONCLUIDA") return { result: "pending", charge: txid }
  if (!ENDED.has(status)) throw new NoAnswer(`the charge ${txid} has a status that is not known`)
  return notPaid(charge, reason ?? charge.tries.at(-1)?.reason)
}

function triesOfFirstDay({ tries }: Recurring): Try[] {
  const first = tries.find(({ kind }) => kind === "AGND")?.day
  return tries.filter(({ day, kind }) => day === first && kind !== "NTAG")
}

/** The tries of a retry: a day on which banks are closed counts as the next banking day, if the bank has it so. */
function triesOfRetry({ tries }: Recurring, day: string): Try[] {
  const number = dayOfDate(day)
  const moved = number === undefined ? day : dateOf(nextBankingDay(number))
  const found = [day, moved].find((one) => tries.some((tried) => tried.kind === "NTAG" && tried.day === one))
  return tries.filter((one) => one.day === found && one.kind !== "AGND")
}

/** Whether a day's tries have brought nothing for good: after a failure of the banks, the same try may be sent again until the day is over. */
function hasFailed(tries: readonly Try[], now: number): boolean {
  const isOver = tries.length > 0 && tries.every(({ status }) => FAILED.has(status))
  const [today = "", hour = ""] = minuteOf(now / 1000).split("T")
  const mayCome = tries.some(({ day, status }) => status === "REJEITADA" && day === today && hour < LAST_HOUR)
  const isExpired = tries.some(({ status }) => status === "EXPIRADA")
  return isOver && (isExpired || !mayCome)
}

/** Whether the bank takes another retry. */
export function mayBeRetried({ status, mayRetry, tries }: Recurring): boolean {
  return status === "ATIVA" && mayRetry && tries.filter(({ kind }) => kind === "NTAG").length < MOST_RETRIES
}

function refusedTry(charge: Recurring, tries: readonly Try[]): SaleOutcome {
  const outcome = notPaid(charge, tries.at(-1)?.reason)
  return mayBeRetried(charge) ? { ...outcome, may_retry: true } : outcome
}

/** Why there was no money, the payer's bank often does not say. */
function notPaid({ txid, status }: Recurring, reason: string | undefined) {
  const why = reason !== undefined && /^[A-Z0-9]{4}$/.test(reason) ? ` (${reason})` : ""
  const what = status === "CANCELADA" ? "The charge was canceled" : "The payer's bank did not pay the charge"
  return { result: "refused", charge: txid, code: "card_declined", message: `${what}${why}.` } as const
}
