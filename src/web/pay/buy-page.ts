import type { Offer, Sale } from "../../checkout/payment-links/buy.ts"
import { escapeHtml } from "../shared/html.ts"
import { BUY_MESSAGES, type BuyMessages } from "./buy-messages.ts"
import { contactText, payeeHead } from "./components.ts"
import { price, renderPage } from "./page.ts"
import type { PayPageLink, View } from "./visit.ts"

export type BuyField = "name" | "email"

export type BuyView = View & {
  hosted: PayPageLink
  offer: Offer
  /** The proof of the payment intent that the form makes (src/checkout/payment-links/buy.ts). */
  purchase: string
  utm: Readonly<Record<string, string>>
  sent: URLSearchParams
  wrong: readonly BuyField[]
  /** The payer's form could not be carried out. */
  isBusy: boolean
}

/** The page of a payment link. It works without JavaScript. */
export function buyPage(view: BuyView): string {
  const { language, hosted, offer, color } = view
  const messages = BUY_MESSAGES[language]
  const body = offer.state === "open" ? form(view, offer.sale, messages) : end(messages, offer.state)
  return renderPage({
    language,
    title: messages.title(hosted.payee),
    color,
    body: `${payeeHead(view)}\n${body}\n${contactText(view)}`,
  })
}

function form(view: BuyView, sale: Sale, messages: BuyMessages): string {
  const { hosted, purchase, utm, isBusy } = view
  const kept = Object.entries({ ...utm, purchase }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<h1>${escapeHtml(sale.product.name)}</h1>
${terms(view, sale, messages)}
${isBusy ? `<p role="alert" class="notice">${messages.busy}</p>` : ""}
<form method="post" action="/pay/${hosted.link}" data-form>
<p class="quiet">${messages.who}</p>
${kept.join("")}
${field(view, "name", messages.name, messages.wrongName, 'autocomplete="name"')}
${field(view, "email", messages.email, messages.wrongEmail, 'autocomplete="email" type="email"')}
<button>${messages.next}</button>
</form>`
}

/** What is paid now, and later. */
function terms({ language }: BuyView, { price: { amount, currency }, plan }: Sale, messages: BuyMessages): string {
  const shown = price(amount, currency, language)
  if (!plan) return `<p class="amount">${shown}</p>`
  const every = `<p class="amount">${messages.every(shown, plan.interval, plan.interval_count)}</p>`
  return plan.trial_days > 0 ? `${every}\n<p>${messages.trial(plan.trial_days)}</p>` : every
}

function field({ sent, wrong }: BuyView, name: BuyField, label: string, problem: string, attributes: string): string {
  const isWrong = wrong.includes(name)
  const described = isWrong ? ` aria-invalid="true" aria-describedby="wrong-${name}"` : ""
  const error = isWrong ? `<span class="wrong" id="wrong-${name}">${problem}</span>` : ""
  return `<label>${label}<input name="${name}" ${attributes} required maxlength="255" value="${escapeHtml(sent.get(name) ?? "")}"${described}>${error}</label>`
}

function end(messages: BuyMessages, state: "closed" | "full"): string {
  return `<h1>${messages[state]}</h1>\n<p>${messages[`${state}Text`]}</p>`
}
