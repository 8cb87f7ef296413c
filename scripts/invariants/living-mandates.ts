// Compares mandates with their subscriptions and with the bank, while both live.

import { nextBankingDay } from "../../src/base/banking-days.ts"
import { dateOf, dayOf } from "../../src/base/day.ts"
import { boundsOf, MANDATE_DAYS_AHEAD } from "../../src/billing/subscriptions/schedule.ts"
import { type Subscription, subscriptions } from "../../src/billing/subscriptions/tables.ts"
import { id } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import { type MandateChargeRow, type MandateRow, mandateCharges, mandates } from "../../src/payments/mandates/tables.ts"
import { paymentMethods } from "../../src/payments/methods/table.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { OwnBank } from "../live-mode/own-bank.ts"
import { line } from "./line.ts"

const HOUR_MS = 3_600_000
/** A mandate is asked about daily, and an hour after a question without an answer. */
const KNOWN_WITHIN_MS = 30 * HOUR_MS
/** The days after its first one on which a charge may be tried again. */
const RETRY_DAYS = [1, 3, 7]

const allMandates = testOnly(mandates.find(["account"], (rows) => rows.orderBy("id")))
const allMethods = testOnly(paymentMethods.find(["account"], (rows) => rows.orderBy("id")))
const allSubscriptions = testOnly(subscriptions.find(["account"], (rows) => rows.orderBy("id")))
const charged = testOnly(
  mandateCharges.statement([{ account: id() }], (rows, p) =>
    rows
      .join("attempts", "attempts.id", "mandate_charges.attempt")
      .join("subscription_charges", "subscription_charges.payment_intent", "attempts.payment_intent")
      .join("payment_intents", "payment_intents.id", "attempts.payment_intent")
      .where({ "mandate_charges.account": p.account })
      .orderBy("mandate_charges.attempt")
      .select<Charged>("mandate_charges.*", "subscription_charges.subscription", "period", "payment_intents.status"),
  ),
)

type Charged = MandateChargeRow & { subscription: string; period: number; status: string }
type BankMandate = ReturnType<OwnBank["allMandates"]>[number]
type Known = { bank: OwnBank; detached: ReadonlySet<string> }

/** Payment, mandate and subscription have found each other, whichever came first, and none of them outlives the others. */
export async function checkLiving(database: Database, account: string, { bank, detached }: Known): Promise<string[]> {
  const own = await database.all(allMandates, { account })
  const begun = await database.all(allSubscriptions, { account })
  const attached = new Map((await database.all(allMethods, { account })).map((row) => [row.id, row.customer !== null]))
  const startedBy = new Map(begun.map((row) => [row.founding_intent, row]))
  const atBank = new Map(bank.allMandates().map((mandate) => [mandate.idRec, mandate]))
  const now = bank.clock.now()
  return [
    ...begun.flatMap((row) =>
      wrongOf(
        row,
        own.find(({ payment_intent, status }) => payment_intent === row.founding_intent && status === "active"),
      ),
    ),
    ...own.flatMap((row) => {
      const [subscription, mandate] = [startedBy.get(row.payment_intent), atBank.get(row.mandate ?? "")]
      const wrong = [
        row.status === "active" && !subscription && "a mandate is active and has no subscription",
        row.is_attached !== (attached.get(row.id) ?? false) && "a mandate and its payment method differ",
        row.status === "active" &&
          mandate &&
          endedBefore(mandate, now - KNOWN_WITHIN_MS) &&
          "a mandate is active that has ended at the bank",
        subscription &&
          mandate &&
          isEndedHere(mandate, subscription) &&
          !detached.has(row.id) &&
          "the mandate of a subscription was ended",
      ]
      return wrong.filter((what) => typeof what === "string").map((what) => line(what, row, subscription ?? {}, mandate ?? {}))
    }),
  ]
}

function wrongOf(subscription: Subscription, mandate: MandateRow | undefined): string[] {
  const [row, living] = [subscription, isLiving(subscription)]
  const wrong = [
    living && row.mandate !== (mandate?.id ?? null) && "a subscription does not have the mandate of its first payment",
    !living && mandate && "a mandate outlives its subscription",
    mandate && mandate.amount !== row.amount && "a mandate has another amount than its subscription",
  ]
  return wrong.filter((what) => typeof what === "string").map((what) => line(what, row, mandate ?? {}))
}

/** A retry whose day is the banking day on which an earlier one is tried comes on the day after. */
function isRetryDay({ day, first_day }: { day: number; first_day: number }): boolean {
  return RETRY_DAYS.some((after) => day === first_day + after || day === nextBankingDay(first_day + after) + 1)
}

/** Each charge is of the day on which its period begins, and is tried again on three days at most, once on each. */
export async function checkCharges(database: Database, account: string): Promise<string[]> {
  const all = await database.all(charged, { account })
  const begun = new Map((await database.all(allSubscriptions, { account })).map((row) => [row.id, row]))
  return all.flatMap((row) => {
    const retries = all.filter(({ retry_of }) => retry_of !== null && retry_of === row.retry_of)
    const wrong = [
      row.retry_of !== null && !isRetryDay(row) && "a charge is tried again on a wrong day",
      retries.filter(({ day }) => day === row.day).length > 1 && "a charge is tried twice on a day",
      // A pause moves the period of a charge that it withdraws.
      row.status === "succeeded" && !isOnItsDay(row, begun.get(row.subscription)!) && "a period is charged on a wrong day",
    ]
    return wrong
      .filter((what) => typeof what === "string")
      .map((what) => line(`${what}: ${dateOf(row.day)}`, row, begun.get(row.subscription)!))
  })
}

/** The payer's bank cannot be told in time of the end of a trial. */
function isOnItsDay({ first_day, period }: Charged, subscription: Subscription): boolean {
  const late = first_day - dayOf(boundsOf(subscription, period).start)
  const isEndOfTrial = period === 1 && subscription.trial_end !== null
  return isEndOfTrial ? late >= MANDATE_DAYS_AHEAD : late === 0
}

function isLiving({ status }: Subscription): boolean {
  return status !== "CANCELED" && status !== "UNPAID"
}

function endedBefore({ history, status }: BankMandate, at: number): boolean {
  return status !== "CRIADA" && status !== "APROVADA" && history.at(-1)!.at < at
}

/** By a call of the API, after its payer had agreed, and before anything of the subscription had failed or ended. */
function isEndedHere({ closing, history }: BankMandate, { first_failed_at, canceled_at }: Subscription): boolean {
  const canceler = closing && "cancelamento" in closing ? closing.cancelamento.solicitante : undefined
  if (canceler !== "USUARIO_RECEBEDOR" || !history.some(({ status }) => status === "APROVADA")) return false
  const latest = history.at(-1)!.at + HOUR_MS
  return [first_failed_at, canceled_at].every((at) => at === null || at * 1000 > latest)
}
