// Payouts that fall due: those of schedules, and what the bank of test mode does.
import { lockAccount } from "../accounts/accounts.ts"
import type { Scope } from "../accounts/scope.ts"
import { bankingDaysAfter, isBankingDay, nextBankingDay } from "../base/banking-days.ts"
import { dayOf, startOfDay } from "../base/day.ts"
import { Refusal } from "../base/errors.ts"
import { must } from "../base/must.ts"
import type { Transaction } from "../db/database.ts"
import type { EventsMode } from "../events/webhooks/mode.ts"
import { queueOf } from "../jobs/queue.ts"
import type { Work, WorkMode } from "../jobs/work.ts"
import { findBankAccount, openDestination } from "./bank-accounts.ts"
import { createPayout } from "./create.ts"
import { failPayout, payPayout, sendPayout } from "./move.ts"
import { nextPayoutAt } from "./schedule.ts"
import { holdPayout } from "./store.ts"
import { type PayoutRow, payoutSettings, payouts } from "./tables.ts"

type PayoutsMode = WorkMode & EventsMode

const TEN_HOURS = 10 * 3600

const settingsRow = payoutSettings.find(["account"])
const setDue = payoutSettings.update(["account"], ["due_at"])

/** Makes the payout of a schedule. On a day without money, none is made. */
export const makePayouts: Work<PayoutsMode> = {
  kind: "make_payout",
  queue: queueOf(payoutSettings, { due: "due_at" }),
  leaseMs: 30_000,
  bounds: { process: 20, account: 1 },
  perform: async (scope) => {
    const { database, checkpoint } = scope.mode
    if (await database.transaction((tx) => makeScheduled(tx, scope))) checkpoint("payout: made")
  },
}

/** The bank of test mode takes a payout at the next tick, and decides at 10:00 of the next banking day. */
export const movePayouts: Work<PayoutsMode> = {
  kind: "move_payout",
  queue: queueOf(payouts, { due: "due_at" }),
  leaseMs: 10_000,
  bounds: { process: 50, account: 20 },
  perform: async (scope, { account, id }) => {
    const { database, checkpoint } = scope.mode
    const step = await database.transaction(async (tx) => {
      // An owner may cancel it at the same time.
      const payout = await tx.one(holdPayout, { account, id })
      if (payout && payout.due_at !== null && payout.due_at <= scope.now) return moveOn(tx, scope, payout)
    })
    if (step) checkpoint(`payout: ${step}`)
  },
}

/** Returns whether there was something to pay out. */
async function makeScheduled(tx: Transaction, scope: Scope<PayoutsMode>): Promise<boolean> {
  const { account, now } = scope
  await lockAccount(tx, account)
  const settings = await tx.one(settingsRow, { account })
  if (!settings || settings.due_at === null || settings.due_at > now) return false
  const today = dayOf(now)
  // No worker ran on the day itself, and today no bank moves money.
  const isMade = isBankingDay(today) && (await createIfPossible(tx, scope))
  const due_at = isBankingDay(today) ? nextPayoutAt(settings.schedule, now) : startOfDay(nextBankingDay(today))
  await tx.run(setDue, { account, due_at })
  return isMade
}

async function createIfPossible(tx: Transaction, scope: Scope<PayoutsMode>): Promise<boolean> {
  try {
    await createPayout(tx, scope, { currency: "brl", automatic: true })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/** Returns what has become of the payout, for tests that kill the process then. */
async function moveOn(tx: Transaction, scope: Scope<PayoutsMode>, payout: PayoutRow): Promise<string> {
  const { now, mode } = scope
  if (payout.status === "pending") {
    const decidedOn = bankingDaysAfter(dayOf(now), 1)
    await sendPayout(tx, payout, startOfDay(decidedOn) + TEN_HOURS)
    return "sent"
  }
  const id = must(payout.bank_account, "the bank account of a payout")
  const row = must(await findBankAccount(tx, scope.account, id), "the bank account of a payout")
  const destination = await openDestination(tx, mode.ring, row)
  const isClosed = destination.type === "pix" && destination.pix_key.includes("fail")
  mode.checkpoint("payout: decided")
  if (isClosed) await failPayout(tx, scope, payout, { failure_code: "account_closed" })
  else await payPayout(tx, scope, payout, null)
  return isClosed ? "given back" : "paid"
}
