// Sales by PIX Automático: the payment with which a payer agrees to a mandate, and the charges of the mandate.
import { accountOf } from "../../accounts/accounts.ts"
import { scopeOf } from "../../accounts/scope.ts"
import type { Acquirer } from "../../acquirers/acquirer.ts"
import type { FoundingSale, MandateCharge, Mandates } from "../../acquirers/mandates.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import { nextBankingDay } from "../../base/banking-days.ts"
import { DAY_SECONDS, dateOf, startOfDay } from "../../base/day.ts"
import { ApiError } from "../../base/errors.ts"
import { must } from "../../base/must.ts"
import type { Transaction } from "../../db/database.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import type { Call } from "../attempts/send.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { findMandateCharge, insertMandate, insertMandateCharge, keepRefusal, mustFindMandate } from "../mandates/store.ts"
import type { MandateChargeRow, MandateRow } from "../mandates/tables.ts"
import { endMandate, endUnseen } from "../methods/mandates.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"
import type { Times } from "./move-sale.ts"
import { payerOfIntent } from "./payer.ts"
import type { Sold } from "./send-back.ts"
import { chargesNothing } from "./state.ts"
import type { IntentRow } from "./table.ts"
import { pixLifetime } from "./terms.ts"

/** What a cycle charges by its mandate. Days are those of src/base/day.ts. */
export type ChargeBy = Pick<MandateChargeRow, "day" | "first_day" | "retry_of">

/** The last try of a day begins at 18:00 in Brasília, and ends at 21:00. */
const DECIDED_SECONDS = 21 * 3600 + 600

/** Whether an attempt makes a mandate, or charges one. */
export function isByMandate({ type, payment_method }: Pick<AttemptRow, "type" | "payment_method">): boolean {
  return type === "pix" && payment_method !== null
}

/** Whether an attempt makes a mandate. */
export function foundsMandate(attempt: Pick<AttemptRow, "type" | "payment_method" | "off_session">): boolean {
  return isByMandate(attempt) && !attempt.off_session
}

/** Whether an attempt charges a mandate. */
export function chargesMandate(attempt: Pick<AttemptRow, "type" | "payment_method" | "off_session">): boolean {
  return isByMandate(attempt) && attempt.off_session
}

/** Throws not_ready if the acquirer has no mandates. */
export function mandatesOf({ mandates }: Acquirer): Mandates {
  if (mandates) return mandates
  const message =
    "This account's acquirer of PIX has no PIX Automático. The operator of this service can set one with 'vintem acquirer set'."
  throw new ApiError("not_ready", message)
}

/** Stores the mandate that a confirm makes, beside its attempt. Throws parameter_invalid if the payment's product has no plan for one. */
export async function beginMandate(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  { id, reference, payment_method, acquirer, credentials }: AttemptRow,
): Promise<void> {
  const offers = await Promise.all(scope.mode.intentListeners.map((listener) => listener.agreeing(tx, scope, intent)))
  const terms = must(
    offers.find((offer) => offer !== undefined),
    intent.id,
  )
  const { account, now } = scope
  const { customer, id: payment_intent } = intent
  const own = { id: must(payment_method, id), account, created: now, customer, payment_intent, contract: reference }
  const open = { mandate: null, status: "pending", is_attached: false, polling_since: null, due_at: null } as const
  await insertMandate(tx, { ...own, ...terms, ...open, acquirer, credentials })
}

/** The acquirer that has made a mandate: a cycle is charged there, whatever acquirer the account uses now. Throws not_ready if it is not known. */
export async function acquirerOfMandate(
  tx: Transaction,
  { mode, account }: PaymentScope,
  intent: string,
  { payment_method }: Pick<AttemptRow, "payment_method">,
): Promise<Acquirer> {
  const mandate = await mustFindMandate(tx, account, must(payment_method, intent))
  const acquirer = await mode.acquirerOfAttempt(tx, mandate)
  if (acquirer) return acquirer
  throw new ApiError("not_ready", `The acquirer ${mandate.acquirer} of the mandate ${mandate.id} is not known to this release.`)
}

/** Stores what a cycle charges, beside its attempt. */
export async function beginCharge(tx: Transaction, { account, id, payment_method }: AttemptRow, by: ChargeBy): Promise<void> {
  await insertMandateCharge(tx, { account, attempt: id, mandate: must(payment_method, id), ...by })
}

/** The calls that make a sale by mandate, and that look it up. */
export type Calls = { make: Call<SaleOutcome>; lookUp: Call<SaleOutcome | undefined> }

/** What the acquirer is asked for by an attempt that makes or charges a mandate. */
export async function callsByMandate(
  mode: PaymentsMode,
  acquirer: Acquirer,
  attempt: AttemptRow,
  intent: IntentRow,
): Promise<Calls> {
  const { database } = mode
  const { account } = attempt
  const at = mandatesOf(acquirer)
  const mandate = await mustFindMandate(database, account, must(attempt.payment_method, attempt.id))
  const charge = await findMandateCharge(database, attempt)
  if (charge) {
    const order = orderOf(attempt, mandate, charge, intent)
    return { make: (signal) => at.charge(order, signal), lookUp: (signal) => at.lookUpCharge(order, signal) }
  }
  const sale = await foundingSale(mode, attempt, intent, mandate)
  return { make: (signal) => at.found(sale, signal), lookUp: (signal) => at.lookUpFounding(sale, signal) }
}

function orderOf(
  { account, reference, id }: AttemptRow,
  { mandate }: MandateRow,
  { day, retry_of }: MandateChargeRow,
  { amount }: IntentRow,
): MandateCharge {
  return { account, reference, mandate: must(mandate, id), amount, day: dateOf(day), ...(retry_of && { retry_of }) }
}

async function foundingSale(
  mode: PaymentsMode,
  attempt: AttemptRow,
  intent: IntentRow,
  mandate: MandateRow,
): Promise<FoundingSale> {
  const { account, reference, created } = attempt
  const [payer, payee, { now }] = await Promise.all([
    payerOfIntent(mode.database, intent),
    accountOf(mode.database, account),
    scopeOf(mode.database, mode, account),
  ])
  const lifetime_seconds = Math.max(60, created + foundingLifetime(mode.config, intent) - now)
  const { amount, currency } = intent
  const { contract, object, period, first_day } = mandate
  const known = mandate.mandate === null ? {} : { known: mandate.mandate }
  const terms = { contract, object, period, first_day: dateOf(first_day), amount: mandate.amount, ...known }
  return { reference, account, amount, currency, payer, payee: { name: payee.name }, lifetime_seconds, mandate: terms }
}

/** How long the code of a payment can be scanned, in seconds. That of a mandate without a payment has a day, unless the merchant chose a time. */
export function foundingLifetime(config: PaymentsMode["config"], intent: IntentRow): number {
  return pixLifetime(chargesNothing(intent) ? { pixTtlSeconds: DAY_SECONDS } : config, intent)
}

/** When a charge by mandate that the acquirer has accepted is polled: seldom until its day is over. Undefined for any other sale. */
export async function decidedFrom(tx: Transaction, { now }: PaymentScope, attempt: AttemptRow): Promise<Times | undefined> {
  const charge = await findMandateCharge(tx, attempt)
  if (!charge) return undefined
  const polling_since = startOfDay(nextBankingDay(charge.day)) + DECIDED_SECONDS
  return { polling_since, due_at: nextPollAt({ ...attempt, state: "pending", polling_since, missing_since: null }, now) }
}

/**
 * Keeps the refusal of a charge by mandate. Returns whether the intent has to wait: it pays a period that has not begun, and only then is it known what
 * follows. See docs/decisions/0032-pix-automatico.md.
 */
export async function holdRefusal(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  { code, message, may_retry = false }: Extract<SaleOutcome, { result: "refused" }>,
): Promise<boolean> {
  const charge = await findMandateCharge(tx, attempt)
  if (!charge) return false
  await keepRefusal(tx, charge, { code, message, may_retry })
  if (intent.status !== "processing") return false
  const waits = await Promise.all(scope.mode.intentListeners.map((listener) => listener.holdsRefusal(tx, intent)))
  return waits.includes(true)
}

/** Ends the mandate that a look-up shows for a sale which counts as not made. */
export async function endUnseenOf(
  mode: PaymentsMode,
  { account, payment_method }: AttemptRow,
  found: SaleOutcome | undefined,
): Promise<void> {
  const mandate = found?.result === "action_required" || found?.result === "unavailable" ? found.mandate : undefined
  if (mandate === undefined || payment_method === null) return
  await mode.database.transaction(async (tx) => endUnseen(tx, await scopeOf(tx, mode, account), payment_method, mandate))
}

/** Ends the mandate that a payment was to found, once the payment has ended without success. */
export async function endFounded(tx: Transaction, scope: PaymentScope, sale: AttemptRow | undefined): Promise<void> {
  if (sale && foundsMandate(sale) && sale.payment_method) await endMandate(tx, scope, sale.payment_method)
}
