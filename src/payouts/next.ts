// The next payout, as far as it is known now, and why it has its amount.
import type { Scope } from "../accounts/scope.ts"
import { dayOf, dayOfDate } from "../base/day.ts"
import type { Queries } from "../db/database.ts"
import { MOST_SUMMED, type Sum, sumTransactions, type Wanted } from "../ledger/pages.ts"
import { NO_PAYOUT } from "../ledger/taken.ts"
import { termsNow } from "../ledger/terms/store.ts"
import { readUnpaid } from "../ledger/totals/unpaid.ts"
import { bankAccountsOf } from "./bank-accounts.ts"
import { findOpening } from "./open.ts"
import type { Schedule } from "./schedule.ts"
import { minimumIn, payoutSettingsOf } from "./settings.ts"
import { hasFailed } from "./store.ts"
import type { BankAccountRow } from "./tables.ts"

/** Why a payout would not be made. */
export type Obstacle = "payouts_not_open" | "bank_account_missing" | "bank_account_failed" | "payout_too_small"

/** Times are in Unix seconds, and amounts in cents. */
export type NextPayout = {
  currency: string
  schedule: Schedule
  /** When the schedule makes it. Null: it is made by hand. */
  at: number | null
  /** What is available now and in no payout. */
  available: number
  /** What becomes available until then. */
  to_come: number
  fee: number
  /** What arrives: all of it, less the fee. It is not above 0 if nothing would be paid out. */
  amount: number
  minimum: number
  /** The bank account that counts then. */
  bank_account: BankAccountRow | undefined
  obstacle: Obstacle | undefined
  /** The transactions that it takes. */
  takes: Wanted
  /** Their sums by type. Undefined if there are too many to sum up. */
  sums: Sum[] | undefined
}

/**
 * Says what the next payout of a currency takes, by the same totals and rules as the payout itself: what is known now of the day on which the
 * schedule makes it, or, without one or with `isByHand`, what a payout by hand takes now. Sales and refunds until then change it.
 */
export async function nextPayout(
  db: Queries,
  { account, now, mode: { livemode } }: Scope<{ readonly livemode: boolean }>,
  currency: string,
  { isByHand = false } = {},
): Promise<NextPayout> {
  const settings = await payoutSettingsOf(db, account)
  const { schedule, next_payout_at } = settings
  const minimum = minimumIn(currency, settings)
  // A schedule pays in brl alone.
  const planned = currency === "brl" && !isByHand ? next_payout_at : null
  // A worker that is late makes it at once.
  const then = Math.max(planned ?? now, now)
  const [unpaid, soon, { terms }, { current: bank_account }, opening] = await Promise.all([
    netOf(db, { account, now }, currency),
    netOf(db, { account, now: then }, currency),
    termsNow(db, account, currency),
    bankAccountsOf(db, { account, now: then }),
    livemode ? findOpening(db, account, currency) : true,
  ])
  const amount = soon.net - terms.payout_fee
  const takes: Wanted = {
    ...{ pots: [{ currency, funds: "platform" }], by: "available_on", payout: NO_PAYOUT },
    ...{ from: soon.first ?? dayOf(now), to: dayOf(then) },
  }
  return {
    ...{ currency, schedule, at: planned, available: unpaid.net, to_come: soon.net - unpaid.net },
    ...{ fee: terms.payout_fee, amount, minimum, bank_account },
    obstacle: obstacleOf({
      ...{ isOpen: opening !== undefined, hasBankAccount: bank_account !== undefined, amount, minimum },
      isRefused: planned !== null && bank_account !== undefined && (await hasFailed(db, bank_account)),
    }),
    takes,
    sums: soon.count >= MOST_SUMMED ? undefined : await sumTransactions(db, account, takes),
  }
}

/** `isRefused`: the schedule would pay to where the last payout could not arrive. */
type Facts = { isOpen: boolean; hasBankAccount: boolean; isRefused: boolean; amount: number; minimum: number }

function obstacleOf({ isOpen, hasBankAccount, isRefused, amount, minimum }: Facts): Obstacle | undefined {
  if (!isOpen) return "payouts_not_open"
  if (!hasBankAccount) return "bank_account_missing"
  if (isRefused) return "bank_account_failed"
  return amount <= 0 || amount < minimum ? "payout_too_small" : undefined
}

/** What no payout has taken up to the day of `now`, and the first of these days. */
async function netOf(db: Queries, scope: Pick<Scope, "account" | "now">, currency: string) {
  const days = (await readUnpaid(db, scope)).filter((day) => day.currency === currency)
  const first = days[0] && dayOfDate(days[0].date)
  const sum = (of: "amount" | "count") => days.reduce((all, { [of]: value }) => all + value, 0)
  return { net: sum("amount"), count: sum("count"), first }
}
