// When payouts are made and decided: counted on a calendar that is written out.
import type { PayoutRow } from "../../src/payouts/tables.ts"
import { dayAfter } from "../../test/ledger/model.ts"
import { END_OF_CLOSED } from "../merchants/payouts.ts"
import { line } from "./line.ts"
import { dayOf, isOver, type PaidOut } from "./paid-out.ts"

const DAY = 86_400
const BRASILIA = -3 * 3600
const TEN_HOURS = 10 * 3600
/** The calendar of the model ends then. */
const LAST_DAY = Date.UTC(2028, 11, 20) / (DAY * 1000)
/** Workers that poll rarely, or were down, do what is due so much later. */
const LATE_SECONDS = 4 * 3600
/** The clocks of two processes differ by no more. */
const SKEW_SECONDS = 90
/** Why the bank will refuse the next payout, too. */
const DEAD = ["account_closed", "invalid_account", "invalid_key", "holder_mismatch"]
const BANKING = { days: 0, business_days: true, next_business_day: true, each_installment: false }

const bankingDayAfter = (day: number, days: number) => dayAfter(day, days, BANKING)

export function checkMoments(known: PaidOut): string[] {
  const inCalendar = known.payouts.filter(({ created }) => dayOf(created) < LAST_DAY)
  const automatic = inCalendar.filter((payout) => payout.automatic)
  return [
    ...automatic
      .filter(({ created }) => bankingDayAfter(dayOf(created), 0) !== dayOf(created))
      .map((payout) => line("a schedule has made a payout on a day that is no banking day", payout)),
    ...automatic
      .filter(({ created }, i) => i > 0 && dayOf(automatic[i - 1]!.created) === dayOf(created))
      .map((payout) => line("a schedule has made two payouts on a day", payout)),
    ...automatic
      .filter((payout) => isToDead(payout, known))
      .map((payout) => line("a schedule has paid to where the last payout could not arrive", payout)),
    ...(known.livemode ? [] : inCalendar.flatMap((payout) => checkTestBank(payout, known).map((what) => line(what, payout)))),
  ]
}

/** The last payout to the same bank account that was decided before this one could not arrive. Times are those of what was told. */
function isToDead({ id, bank_account, created }: PayoutRow, { payouts, told }: PaidOut): boolean {
  const before = payouts.filter((each) => each.bank_account === bank_account && each.id < id)
  const decisions = before.flatMap((each) => {
    const events = (told.get(each.id) ?? []).filter(({ type }) => type !== "payout.created")
    return events.map(({ body }) => ({ id: each.id, body: JSON.parse(body) })).slice(-1)
  })
  const last = decisions.sort((a, b) => (a.id < b.id ? -1 : 1)).at(-1)
  const isDead = last?.body.type === "payout.failed" && DEAD.includes(last.body.data.object.failure_code)
  return isDead && decisions.every(({ body }) => body.created + SKEW_SECONDS < created)
}

/** The bank of test mode takes a payout at once, and decides at 10:00 of the next banking day. A key with `fail` in it fails. */
function checkTestBank(payout: PayoutRow, { told, now }: PaidOut): string[] {
  const { id, created, status, destination, due_at, failure_code } = payout
  const isClosed = destination.pix_key?.endsWith(END_OF_CLOSED) ?? false
  const decided = (told.get(id) ?? []).filter(({ type }) => type === "payout.paid" || type === "payout.failed")
  const at = decided.map(({ body }) => JSON.parse(body).created as number).at(0)
  const earliest = bankingDayAfter(dayOf(created), 1) * DAY - BRASILIA + TEN_HOURS
  const isWaiting = status === "pending" || status === "in_transit"
  const expected = isClosed ? "failed" : "paid"
  return [
    ...(!isWaiting && status !== "canceled" && (status !== expected || (isOver(payout) && failure_code !== "account_closed"))
      ? [`a payout is ${status}, and should be ${expected}`]
      : []),
    ...(at !== undefined && at < earliest ? ["a payout was decided too early"] : []),
    ...(isWaiting !== (due_at !== null) ? ["a payout waits for nothing, or has ended and waits"] : []),
    ...(now !== undefined && due_at !== null && due_at + LATE_SECONDS < now ? ["a payout is overdue"] : []),
  ]
}
