import { scopeOf } from "../../accounts/scope.ts"
import { findLogoFacts, settingsOf } from "../../accounts/settings.ts"
import type { CustomerRow } from "../../accounts/tables.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import { nextPaymentType } from "../../billing/subscriptions/chosen-card.ts"
import { findSubscription } from "../../billing/subscriptions/store.ts"
import { agreementNow } from "../../checkout/agreement.ts"
import { type Cycle, cycleOf } from "../../checkout/cycles.ts"
import { offersDebit } from "../../checkout/debit.ts"
import { cardPageState, isByOpenCode } from "../../checkout/new-card.ts"
import { newCardUrl } from "../../checkout/new-card-link.ts"
import { type InstallmentOffer, missingDetails, offeredInstallments, offeredMethods } from "../../checkout/offers.ts"
import { openPayPage } from "../../checkout/page.ts"
import { stateOf as seenStateOf } from "../../checkout/pay.ts"
import { newPageSession } from "../../checkout/session.ts"
import { isReplaceable } from "../../checkout/successors.ts"
import type { PayPageRow } from "../../checkout/table.ts"
import { mustFindCustomer } from "../../customers/customers.ts"
import { findInModes } from "../../http/find-live.ts"
import type { Modes } from "../../http/mode.ts"
import type { PaymentScope, PaymentsMode } from "../../payments/intents/mode.ts"
import { payeeOf } from "../../payments/intents/next-action.ts"
import { isConfirmable } from "../../payments/intents/state.ts"
import { mustFindIntent } from "../../payments/intents/store.ts"
import type { IntentRow, PaymentError } from "../../payments/intents/table.ts"
import type { CheckoutView, Notice } from "./checkout-page.ts"
import { byMandateOf } from "./mandates.ts"
import type { Language } from "./messages.ts"
import { type CardLink, contactOf, type PayPageLink, returnUrlWithOutcome, stateOf, type View } from "./visit.ts"

/** A request for a pay page, with the intent that the page leads to now. */
export type PayPageVisit = {
  mode: PaymentsMode
  scope: PaymentScope
  page: PayPageRow
  link: string
} & Cycle

/** Finds the pay page of a link, in either mode. */
export async function findPayPage(modes: Modes<PaymentsMode>, link: string): Promise<PayPageVisit | undefined> {
  return findInModes(modes, `page ${link}`, async (mode) => {
    const page = await openPayPage(mode, link)
    return page && visitOf(mode, page, link)
  })
}

/** The visit, with the intent to which the page leads by now. */
export async function nowOf(visit: PayPageVisit): Promise<PayPageVisit> {
  const page = await openPayPage(visit.mode, visit.link)
  return page ? visitOf(visit.mode, page, visit.link) : visit
}

async function visitOf(mode: PaymentsMode, page: PayPageRow, link: string): Promise<PayPageVisit> {
  const scope = await scopeOf(mode.database, mode, page.account)
  const current = await mustFindIntent(mode.database, page, page.current)
  return { mode, page, link, scope, ...(await cycleOf(mode.database, scope, current)) }
}

/** Whether the payer can fill in the form: the intent waits for a payment, or for one instead of another. */
export function takesForm({ intent, scope, asking }: PayPageVisit): boolean {
  if (intent.subscription !== null) return asking !== undefined
  return isOpen(intent) || (intent.running_attempt === null && isReplaceable(intent, scope.now))
}

function isOpen(intent: IntentRow): boolean {
  return isConfirmable(intent) && intent.running_attempt === null
}

/** What every state of the page shows. A payment that is being made is still waiting for its outcome. */
export async function viewOfPage(
  { mode, intent, link }: PayPageVisit,
  language: Language,
): Promise<View & { hosted: PayPageLink }> {
  const { database } = mode
  const settings = await settingsOf(database, intent.account)
  const payee = await payeeOf(database, intent.account)
  const hosted: PayPageLink = {
    ...{ kind: "checkout", link, account: intent.account, currency: intent.currency },
    amount: intent.authorized_amount ?? intent.amount,
    payee: payee.name,
    payeeDocument: payee.document,
    statementDescriptor: intent.statement_descriptor,
    return_url: intent.return_url,
  }
  // The engine confirms the charges of subscriptions.
  const isBeingMade = intent.running_attempt !== null || (intent.subscription !== null && isConfirmable(intent))
  const isRunning = isBeingMade && stateOf(hosted, intent) === "waiting"
  return {
    language,
    hosted,
    state: isRunning ? "processing" : stateOf(hosted, intent),
    secondsLeft: null,
    ...(await byMandateOf(database, intent)),
    logo: await findLogoFacts(database, intent.account),
    color: settings.color,
    contact: contactOf(settings),
    testIntent: database.livemode ? null : intent.id,
    backUrl: intent.return_url ? returnUrlWithOutcome(intent.return_url, intent) : null,
  }
}

/** The installments that the account and the intent allow. */
export async function installmentsOf({ mode, intent }: PayPageVisit): Promise<InstallmentOffer[]> {
  const { installments } = await settingsOf(mode.database, intent.account)
  return offeredInstallments(intent, installments)
}

export type Asked = {
  method?: string | undefined
  notice?: Notice | undefined
  sent?: URLSearchParams
  wrong?: CheckoutView["wrong"]
}

/** Returns what the form shows. It offers `method` if it can, or else the first method. */
export async function formView(
  visit: PayPageVisit,
  language: Language,
  frameOrigin: string | undefined,
  { method: wanted, notice, sent = new URLSearchParams(), wrong = [] }: Asked = {},
): Promise<CheckoutView> {
  const { mode, scope, page, intent } = visit
  const customer = await mustFindCustomer(mode.database, page, intent.customer)
  const methods = methodsOf(visit, customer, frameOrigin)
  const method = methods.find((each) => each === wanted) ?? methods[0]
  const session = () => newPageSession(mode.ring, page.payment_intent, Math.floor(mode.clock.now() / 1000))
  return {
    ...(await viewOfPage(visit, language)),
    methods,
    method,
    missing: method ? missingDetails(method, customer) : [],
    agreement: method === "pix_automatico" ? await agreementNow(mode.database, scope, intent) : undefined,
    installments: await installmentsOf(visit),
    payer: { email: customer.email, document: customer.document?.number ?? null },
    seen: seenStateOf(mode.ring, intent),
    frame: method === "card" && frameOrigin ? { origin: frameOrigin, session: session() } : undefined,
    offersDebit: method === "card" && (await offersDebit(mode.database, mode, intent)),
    notice: notice ?? (intent.status === "canceled" ? noticeOf(intent) : undefined),
    sent,
    wrong,
    endsOther: intent.status === "requires_action",
    card: await cardLinkOf(visit, frameOrigin),
  }
}

/** Where the payer of a subscription's charge chooses a card: once it has failed, or beside an open code. */
export async function cardLinkOf(
  { mode, scope, intent }: PayPageVisit,
  frameOrigin: string | undefined,
): Promise<CardLink | undefined> {
  if (intent.subscription === null || frameOrigin === undefined) return undefined
  const subscription = await findSubscription(mode.database, scope.account, intent.subscription)
  if (subscription?.latest_payment_intent !== intent.id) return undefined
  const state = cardPageState(subscription, subscription)
  const url = newCardUrl(mode, subscription, scope.now)
  if (state === "unpaid") return { url, says: nextPaymentType(subscription) === "card" ? "otherCard" : "byCard" }
  return state === "open" && isByOpenCode(subscription, intent) ? { url: `${url}?next`, says: "byCardNext" } : undefined
}

export function methodsOf({ intent }: PayPageVisit, customer: CustomerRow, frameOrigin: string | undefined): MethodType[] {
  return offeredMethods(intent, customer, frameOrigin !== undefined)
}

const REFUSALS: { readonly [Code in PaymentError["code"]]?: Notice } = {
  insufficient_funds: "insufficientFunds",
  incorrect_cvc: "wrongCode",
  expired_card: "expiredCard",
}

function noticeOf({ expired, last_payment_error: error, payment_method_types: [type], subscription }: IntentRow): Notice {
  if (expired) return "expired"
  if (type === "pix_automatico" && subscription !== null) return "mandateUnpaid"
  return (error && REFUSALS[error.code]) ?? "refused"
}
