// What became of disputes, and what merchants were told of it.
import type { AttemptRow } from "../../src/payments/attempts/table.ts"
import type { DisputeRow } from "../../src/payments/disputes/table.ts"
import type { IntentRow } from "../../src/payments/intents/table.ts"
import type { RefundRow } from "../../src/payments/refunds/table.ts"
import type { Done } from "../live-mode/dispute-desk.ts"
import type { Told } from "./captures.ts"
import { line } from "./line.ts"

type Ours = { disputes: DisputeRow[]; refunds: RefundRow[]; intents: IntentRow[]; attempts: AttemptRow[]; told: Told }
/** `done`: what an operator did with each dispute. `now`: in Unix seconds. `hasCases`: the acquirer takes answers, to cases that it lists. */
type Known = { done: ReadonlyMap<string, readonly Done[]>; now: number; hasCases?: boolean }

const DAY = 86_400
/** A worker that is down closes an overdue dispute later. */
const LATE_SECONDS = 3600

export function checkDisputes({ disputes, refunds, intents, attempts, told }: Ours, { done, now, hasCases }: Known): string[] {
  return disputes.flatMap((dispute) => {
    const own = refunds.filter(({ payment_intent }) => payment_intent === dispute.payment_intent)
    const intent = intents.find(({ id }) => id === dispute.payment_intent)
    const events = told.get(dispute.id) ?? []
    return [
      ...(hasCases && !done.has(dispute.id) ? checkWaits(dispute) : checkStatus(dispute, done.get(dispute.id) ?? ["open"], now)),
      ...checkTaken(dispute, own, intent && { ...intent, amount: takenOf(intent, attempts) }),
      ...checkTold(dispute, events, done.get(dispute.id) ?? ["open"]),
    ].map((what) => line(what, dispute, { done: done.get(dispute.id) }, { told: events.map(({ type }) => type) }, ...own))
  })
}

/** The last thing that was done says what became of a dispute. What nobody answers in time is lost on the day after the last one to answer. */
function checkStatus({ status, due_by }: DisputeRow, done: readonly Done[], now: number): string[] {
  const last = done.at(-1)
  const isOver = due_by !== null && now > Math.floor((due_by - 3 * 3600) / DAY + 1) * DAY + 3 * 3600 + LATE_SECONDS
  const waiting = last === "open" && due_by === null ? ["lost"] : isOver ? ["lost"] : ["needs_response", "lost"]
  const expected = { accept: ["lost"], lose: ["lost"], refuse: ["under_review"], win: ["won"], open: waiting, again: waiting }[
    last ?? "open"
  ]
  return expected.includes(status) ? [] : [`a dispute is ${status}, and should be ${expected.join(" or ")}`]
}

/** A chargeback whose case is not listed waits for an answer. */
function checkWaits({ status }: DisputeRow): string[] {
  return status === "needs_response" ? [] : [`a dispute without a case is ${status}`]
}

/** What a dispute takes is what its payment had left, and the excess. Nothing is free while an excess waits for a decision. */
function checkTaken(
  { amount, excess, excess_taken, refund, status, charge }: DisputeRow,
  refunds: RefundRow[],
  intent?: IntentRow,
): string[] {
  const own = refunds.find(({ id }) => id === refund)
  if (status === "won") return own && own.status !== "failed" ? ["a dispute that was won still takes money"] : []
  const taken = own && own.status !== "failed" ? own.amount : 0
  const back = refunds.filter((each) => each.status !== "failed").reduce((sum, each) => sum + each.amount, 0)
  const isFree =
    excess > 0 &&
    excess_taken === null &&
    intent?.status === "succeeded" &&
    intent.latest_attempt === charge?.replace("ch_", "att_")
  return [
    ...(taken + excess === amount ? [] : [`a dispute of ${amount} takes ${taken} and ${excess} beyond its payment`]),
    ...(isFree && back < intent.amount ? ["a payment has money left that a dispute should have taken"] : []),
  ]
}

/** An operator may have accepted less than the amount of a payment. */
function takenOf({ amount, latest_attempt }: IntentRow, attempts: AttemptRow[]): number {
  return Math.min(amount, attempts.find(({ id }) => id === latest_attempt)?.amount ?? amount)
}

/** Each decision is told once. What is told last is how the dispute is. */
function checkTold(
  { status, refund }: DisputeRow,
  events: NonNullable<ReturnType<Told["get"]>>,
  done: readonly Done[],
): string[] {
  const closed = events.filter(({ type }) => type === "charge.dispute.closed")
  const created = events.filter(({ type }) => type === "charge.dispute.created")
  const decided = done.filter((each) => each === "accept" || each === "win" || each === "lose").length
  const last = events.map(({ body }) => JSON.parse(body).data.object).at(-1)
  return [
    ...(created.length === 1 ? [] : [`a dispute was told ${created.length} times`]),
    ...(closed.length >= decided && closed.length <= done.length
      ? []
      : [`a dispute was closed ${closed.length} times, and decided ${decided} times`]),
    ...(last?.status === status && last?.refund === refund
      ? []
      : [`a dispute is ${status}, and its merchant was told ${last?.status}`]),
  ]
}
