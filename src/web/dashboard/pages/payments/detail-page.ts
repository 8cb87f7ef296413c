import { statementText } from "../../../../acquirers/statement-text.ts"
import { casesOf } from "../../../../payments/chargebacks/store.ts"
import { presentIntent } from "../../../../payments/intents/present.ts"
import { nextIntentStatus } from "../../../../payments/intents/state.ts"
import { mustFindIntent } from "../../../../payments/intents/store.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { buttonLink, facts, idText, titledCard } from "../../components/basics.ts"
import { namedDocumentFor } from "../../components/document.ts"
import type { Page } from "../../layout/account-page.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { actorLink } from "../audit/names.ts"
import { caseCard } from "../disputes/case-facts.ts"
import { caseButtons } from "../disputes/case-pages.ts"
import { disputeSummary } from "../disputes/summary.ts"
import { DISPUTE_WORDS } from "../disputes/words.ts"
import { mayBeMailed } from "../mails/send-actions.ts"
import { MAIL_WORDS } from "../mails/words.ts"
import { DETAIL_WORDS } from "./detail-words.ts"
import { customerLink } from "./list.ts"
import { mandateCard } from "./mandate-card.ts"
import { moneyCard } from "./money-card.ts"
import { nextActionCard } from "./next-action.ts"
import { openIssues } from "./open-issues.ts"
import { optionFacts } from "./option-facts.ts"
import { pageFacts } from "./page-facts.ts"
import { type PaymentHistory, readPaymentHistory } from "./payment-history.ts"
import { methodOf, methodText } from "./payment-method.ts"
import { referenceFacts } from "./reference-facts.ts"
import { stateBadge } from "./state-badge.ts"
import { timeline } from "./timeline.ts"
import { WORDS } from "./words.ts"

/** The page of a payment: its details, its whole story, and the possible actions. */
export async function paymentPage(request: DashboardRequest): Promise<Page> {
  const row = await mustFindIntent(request.mode.database, request, request.pathParameter("id"))
  const story = await readPaymentHistory(request, row)
  const body = html`<p class="under-title">${stateBadge(request, row)} ${idText(row.id)}</p>
${await openIssues(request, story)}${actions(request, row)}
<div class="beside"><div>${moneyCard(request, story)}${timeline(request, story)}</div>
<div>${details(request, story)}${await mandateCard(request, row)}${disputesCard(request, story)}${await casesWithoutDispute(request, row)}${nextActionCard(request, row)}${payer(request, story)}${valuesCard(request.words(DETAIL_WORDS).metadata, row.metadata)}
${valuesCard(request.words(DETAIL_WORDS).utm, row.utm ?? {})}
${apiCall(request, { method: "GET", path: `/v1/payment_intents/${row.id}` })}</div></div>`
  return { title: request.money(row.amount, row.currency), body }
}

/** Whether something of a payment is left to refund. The domain decides, so this only spares people a form that would be refused. */
const isRefundable = ({ status, amount, amount_refunded }: IntentRow) => status === "succeeded" && amount_refunded < amount

function actions(request: DashboardRequest, row: IntentRow): Html | false {
  if (!request.may("operator")) return false
  const words = request.words(DETAIL_WORDS)
  const link = (name: string, text: string, tone = "quiet") =>
    buttonLink(request.pathTo(`/payments/${row.id}/${name}`), text, tone)
  const isForcible = request.location.mode === "test" && nextIntentStatus(row.status, "helper_succeed") !== undefined
  const links = [
    isForcible && [link("pay", words.doPay), link("fail", words.doFail), link("expire", words.doExpire)],
    isRefundable(row) && link("refund", words.doRefund, ""),
    // The card network may also take what has gone back.
    row.status === "succeeded" && row.amount > 0 && link("dispute", words.doDispute),
    mayBeMailed(row) && link("mail", request.words(MAIL_WORDS).sendToPay),
    row.status === "requires_capture" && link("capture", words.doCapture, ""),
    nextIntentStatus(row.status, "cancel") !== undefined && link("cancel", words.doCancel),
  ].filter((each) => each !== false)
  return links.length > 0 && html`<nav class="actions" aria-label="${words.actions}">${links.flat()}</nav>`
}

function details(
  request: DashboardRequest,
  { intent: row, startedSubscription: started, cancellation: canceled }: PaymentHistory,
): Html {
  const words = { ...request.words(WORDS), ...request.words(DETAIL_WORDS) }
  const intent = presentIntent(row, request.mode)
  const { last_payment_error: error, amount_refunded } = intent
  const installments = methodOf(row)?.card?.installments
  const types = intent.payment_method_types.map((type) => words.methods[type as keyof typeof words.methods] ?? type)
  const subscription = row.subscription ?? started
  return titledCard(
    words.details,
    facts([
      [row.status === "succeeded" ? words.paid : words.method, methodText(request, row)],
      [words.installments, installments !== undefined && installments > 1 && `${installments}×`],
      ...optionFacts(request, row),
      ...referenceFacts(request, row),
      [words.accepts, methodOf(row) === undefined && types.join(", ")],
      [words.authorizedSum, row.authorized_amount !== null && request.money(row.authorized_amount, row.currency)],
      [words.captureBefore, intent.capture_before !== null && timeLeft(request, intent.capture_before)],
      [words.refunded, amount_refunded > 0 && request.money(amount_refunded, intent.currency)],
      [words.kept, amount_refunded > 0 && request.money(row.amount - amount_refunded, intent.currency)],
      [words.error, error && html`<code>${error.code}</code> ${error.message}`],
      [
        words.canceledBy,
        canceled &&
          html`${actorLink(request, canceled.entry.actor, canceled.names)}, ${request.dateTime(row.ended_at ?? row.created)}`,
      ],
      [words.cancellationReason, intent.cancellation_reason],
      [words.description, intent.description],
      [words.statement, intent.statement_descriptor],
      [
        words.cardStatement,
        isByCard(row) && intent.statement_descriptor && onCardStatement(request, intent.statement_descriptor),
      ],
      [words.product, row.product && html`<a href="${request.pathTo(`/products/${row.product}`)}">${idText(row.product)}</a>`],
      [
        words.subscription,
        subscription && html`<a href="${request.pathTo(`/subscriptions/${subscription}`)}">${idText(subscription)}</a>`,
      ],
      ...pageFacts(request, intent),
      [words.charge, intent.charges.latest && idText(intent.charges.latest)],
      [words.date, request.dateTime(row.created)],
    ]),
  )
}

/** A time to come, and how many days are left until then. */
function timeLeft(request: DashboardRequest, until: number): string {
  const days = Math.max(0, Math.ceil((until - request.now) / (24 * 3600)))
  return `${request.dateTime(until)} (${request.words(DETAIL_WORDS).daysLeft(days)})`
}

/** Whether the payment was made with a card, or still may be. */
function isByCard(row: IntentRow): boolean {
  const method = methodOf(row)
  return method ? method.card !== null : row.payment_method_types.includes("card")
}

function onCardStatement(request: DashboardRequest, descriptor: string): Html | string {
  const text = statementText(descriptor)
  return text ? html`<code>${text}</code>` : request.words(DETAIL_WORDS).merchantsOwnName
}

function disputesCard(request: DashboardRequest, { disputes }: PaymentHistory): Html | false {
  const { disputes: title } = request.words(DISPUTE_WORDS)
  return disputes.length > 0 && titledCard(title, html`${disputes.map((dispute) => disputeSummary(request, dispute))}`)
}

/** Cases that have moved no money, or whose money is still asked for. */
async function casesWithoutDispute(request: DashboardRequest, row: IntentRow): Promise<Html[]> {
  const cases = (await casesOf(request.mode.database, row)).filter(({ dispute }) => dispute === null)
  return Promise.all(cases.map(async (each) => html`${await caseCard(request, each)}${await caseButtons(request, each)}`))
}

function payer(request: DashboardRequest, { intent, customer }: PaymentHistory): Html {
  const words = request.words(DETAIL_WORDS)
  return titledCard(
    words.payer,
    facts([
      [words.name, customer?.name],
      [words.email, customerLink(request, intent.customer, customer)],
      [words.document, namedDocumentFor(request, customer)],
      [words.phone, customer?.phone],
    ]),
  )
}

/** Shows names and values that merchants have chosen. Shows nothing if there are none. */
function valuesCard(title: string, values: Readonly<Record<string, string | null>>): Html | false {
  const entries = Object.entries(values).filter(([, value]) => value !== null)
  return entries.length > 0 && titledCard(title, facts(entries))
}
