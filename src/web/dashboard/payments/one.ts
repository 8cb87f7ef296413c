import { namedDocument } from "../../../accounts/document.ts"
import { statementText } from "../../../acquirers/statement-text.ts"
import { presentIntent } from "../../../payments/intents/present.ts"
import { mustFindIntent } from "../../../payments/intents/retrieve.ts"
import { nextIntentStatus } from "../../../payments/intents/state.ts"
import type { IntentRow } from "../../../payments/intents/store.ts"
import { type Html, html } from "../../html.ts"
import { actorLink } from "../audit/names.ts"
import { apiCall } from "../shell/api-call.ts"
import type { At } from "../shell/at.ts"
import type { Page } from "../shell/layout.ts"
import { buttonLink, facts, idText, section } from "../shell/pieces.ts"
import { customerLink } from "./list.ts"
import { methodOf, methodText } from "./method.ts"
import { nextActionCard } from "./next-action.ts"
import { stateBadge } from "./state-badge.ts"
import { readStory, type Story } from "./story.ts"
import { STORY } from "./story-words.ts"
import { timeline } from "./timeline.ts"
import { whatWaits } from "./waits.ts"
import { WORDS } from "./words.ts"

/** The page of a payment: its details, its whole story, and the possible actions. */
export async function onePayment(at: At): Promise<Page> {
  const row = await mustFindIntent(at.mode.database, at, at.param("id"))
  const story = await readStory(at, row)
  const body = html`<p class="under-title">${stateBadge(at, row)} ${idText(row.id)}</p>
${whatWaits(at, story)}${actions(at, row)}
<div class="beside"><div>${timeline(at, story)}</div>
<div>${details(at, story)}${nextActionCard(at, row)}${payer(at, story)}${named(at.words(STORY).metadata, presentIntent(row, at.mode.livemode).metadata)}
${named(at.words(STORY).utm, row.utm === null ? {} : JSON.parse(row.utm))}
${apiCall(at, { method: "GET", path: `/v1/payment_intents/${row.id}` })}</div></div>`
  return { title: at.money(row.amount, row.currency), body }
}

/** Whether a payment can have a refund or a chargeback. The domain decides, so this only spares people a form that would be refused. */
const isRefundable = ({ status, amount_refunded }: IntentRow) => status === "succeeded" && amount_refunded === 0

function actions(at: At, row: IntentRow): Html | false {
  if (!at.may("operator")) return false
  const words = at.words(STORY)
  const link = (name: string, text: string, tone = "quiet") => buttonLink(at.path(`/payments/${row.id}/${name}`), text, tone)
  const isForcible = at.place.mode === "test" && nextIntentStatus(row.status, "helper_succeed") !== undefined
  const links = [
    isForcible && [link("pay", words.doPay), link("fail", words.doFail), link("expire", words.doExpire)],
    isRefundable(row) && [link("refund", words.doRefund, ""), link("dispute", words.doDispute)],
    nextIntentStatus(row.status, "cancel") !== undefined && link("cancel", words.doCancel),
  ].filter((each) => each !== false)
  return links.length > 0 && html`<nav class="actions" aria-label="${words.actions}">${links.flat()}</nav>`
}

function details(at: At, { intent: row, started, canceled }: Story): Html {
  const words = { ...at.words(WORDS), ...at.words(STORY) }
  const intent = presentIntent(row, at.mode.livemode)
  const { last_payment_error: error, amount_refunded } = intent
  const installments = methodOf(row)?.card?.installments
  const types = intent.payment_method_types.map((type) => words.methods[type as keyof typeof words.methods] ?? type)
  const subscription = row.subscription ?? started
  return section(
    words.details,
    facts([
      [row.status === "succeeded" ? words.paid : words.method, methodText(at, row)],
      [words.installments, installments !== undefined && installments > 1 && `${installments}×`],
      [words.accepts, methodOf(row) === undefined && types.join(", ")],
      [words.refunded, amount_refunded > 0 && at.money(amount_refunded, intent.currency)],
      [words.kept, amount_refunded > 0 && at.money(intent.amount - amount_refunded, intent.currency)],
      [words.error, error && html`<code>${error.code}</code> ${error.message}`],
      [
        words.canceledBy,
        canceled && html`${actorLink(at, canceled.entry.actor, canceled.names)}, ${at.when(row.ended_at ?? row.created)}`,
      ],
      [words.cancellationReason, intent.cancellation_reason],
      [words.description, intent.description],
      [words.statement, intent.statement_descriptor],
      [words.cardStatement, isByCard(row) && intent.statement_descriptor && onCardStatement(at, intent.statement_descriptor)],
      [words.product, row.product && html`<a href="${at.path(`/products/${row.product}`)}">${idText(row.product)}</a>`],
      [
        words.subscription,
        subscription && html`<a href="${at.path(`/subscriptions/${subscription}`)}">${idText(subscription)}</a>`,
      ],
      [words.charge, intent.charges.latest && idText(intent.charges.latest)],
      [words.date, at.when(row.created)],
    ]),
  )
}

/** Whether the payment was made with a card, or still may be. */
function isByCard(row: IntentRow): boolean {
  const method = methodOf(row)
  return method ? method.card !== null : row.payment_method_types.includes('"card"')
}

function onCardStatement(at: At, descriptor: string): Html | string {
  const text = statementText(descriptor)
  return text ? html`<code>${text}</code>` : at.words(STORY).merchantsOwnName
}

function payer(at: At, { intent, customer }: Story): Html {
  const words = at.words(STORY)
  const document = customer?.document ? namedDocument(JSON.parse(customer.document).number) : undefined
  return section(
    words.payer,
    facts([
      [words.name, customer?.name],
      [words.email, customerLink(at, intent.customer, customer)],
      [words.document, document],
      [words.phone, customer?.phone],
    ]),
  )
}

/** Shows names and values that merchants have chosen. Shows nothing if there are none. */
function named(title: string, values: Readonly<Record<string, string | null>>): Html | false {
  const entries = Object.entries(values).filter(([, value]) => value !== null)
  return entries.length > 0 && section(title, facts(entries))
}
