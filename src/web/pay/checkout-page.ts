import { STATE_CODES } from "../../accounts/brazilian-address.ts"
import { maskedDocument } from "../../accounts/document.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import type { InstallmentOffer, PayerDetail } from "../../checkout/offers.ts"
import type { Agreed } from "../../payments/links/table.ts"
import { escapeHtml } from "../shared/html.ts"
import { FIELDS_OF, OPTIONAL, type Problem } from "./checkout-form.ts"
import { CHECKOUT_MESSAGES, type CheckoutMessages, type Field } from "./checkout-messages.ts"
import {
  cardFrame,
  cardLink,
  contactText,
  paragraphs,
  payeeHead,
  payeeOf,
  purchaseText,
  statementLine,
  testHint,
} from "./components.ts"
import { agreementTexts } from "./mandate-messages.ts"
import { LOCALES } from "./messages.ts"
import { price, renderPage } from "./page.ts"
import type { PayPageLink, View } from "./visit.ts"

/** The messages before a form. */
export type Notice = {
  [Name in keyof CheckoutMessages]: CheckoutMessages[Name] extends string ? Name : never
}[keyof CheckoutMessages]

export type CheckoutView = View & {
  hosted: PayPageLink
  methods: readonly MethodType[]
  method: MethodType | undefined
  missing: readonly PayerDetail[]
  /** What the payer agrees to by PIX Automático, if that is the method. */
  agreement: Agreed | undefined
  installments: readonly InstallmentOffer[]
  payer: { email: string; document: string | null }
  /** The state that the form pays in (src/checkout/pay.ts). */
  seen: string
  /** Where the card fields come from, and the session that they work with. */
  frame: { origin: string; session: string } | undefined
  /** Whether the payer chooses between credit and debit in the card fields. */
  offersDebit: boolean
  /** What the payer is told before the form. */
  notice: Notice | undefined
  /** What the payer has sent, and the fields to correct. */
  sent: URLSearchParams
  wrong: readonly Problem[]
  /** Whether another payment is under way, which this one ends. */
  endsOther: boolean
}

/** The autofill names of HTML. There is none for a CPF. */
const AUTOFILL: Record<Field, string> = {
  name: "name",
  document: "on",
  postal_code: "postal-code",
  line1: "address-line1",
  number: "on",
  line2: "address-line2",
  district: "address-level3",
  city: "address-level2",
  state: "address-level1",
}

const NUMERIC: readonly Field[] = ["postal_code"]

/** The form of a pay page. Without JavaScript it takes PIX and boleto. */
export function checkoutPage(view: CheckoutView): string {
  const { language, hosted, method, notice } = view
  const messages = CHECKOUT_MESSAGES[language]
  const { amount, currency, statementDescriptor, link } = hosted
  return renderPage({
    language,
    title: messages.title(payeeOf(hosted).name),
    color: view.color,
    body: `${payeeHead(view)}
<h1>${messages.heading}</h1>
<p class="amount">${price(amount, currency, language)}</p>
${purchaseText(statementDescriptor)}
<p class="quiet">${messages.payer} ${maskedPayer(view.payer)}</p>
${notice ? `<p role="alert" class="notice">${messages[notice]}</p>` : ""}
${view.endsOther ? `<p class="notice">${messages.endsOther} <a href="/pay/${link}">${messages.backToOther}</a></p>` : ""}
${method ? methodTabs(view, messages) + methodForm(view, method, messages) : `<p>${messages.noMethod}</p>`}
${cardLink(view)}
${contactText(view)}
${testHint(view)}`,
  })
}

/** `a•••@example.com · ***.456.789-**`, as HTML. The masked number is not broken over two lines. */
function maskedPayer({ email, document }: CheckoutView["payer"]): string {
  const masked = escapeHtml(email.replace(/^(.)[^@]*/u, "$1•••"))
  return document ? `${masked} · <span class="whole">${escapeHtml(maskedDocument(document))}</span>` : masked
}

function methodTabs({ methods, method, hosted: { link } }: CheckoutView, messages: CheckoutMessages): string {
  if (methods.length < 2) return ""
  const tabs = methods.map((each) => {
    const current = each === method ? ' aria-current="page"' : ""
    return `<a href="/pay/${link}?method=${each}"${current}>${messages.names[each]}</a>`
  })
  return `<nav class="methods" aria-label="${messages.methods}">${tabs.join("")}</nav>\n`
}

function methodForm(view: CheckoutView, method: MethodType, messages: CheckoutMessages): string {
  const { hosted, seen, agreement, language } = view
  const fields = view.missing.flatMap((detail) => FIELDS_OF[detail]).map((field) => fieldOf(field, view, messages))
  return `<form method="post" action="/pay/${hosted.link}" data-form${method === "card" ? cardData(view) : ""}>
<input type="hidden" name="seen" value="${seen}">
<input type="hidden" name="method" value="${method}">
<p class="quiet">${(hosted.amount === 0 && messages.trial[method]) || messages.about[method]}</p>
${agreement ? paragraphs(agreementTexts(agreement, hosted.amount, language)) : ""}
${fields.join("\n")}
${method === "card" ? cardFields(view, messages) : `<button>${messages.submit[method]}</button>`}
</form>`
}

function cardData({ frame, language, offersDebit }: CheckoutView): string {
  const funding = offersDebit ? ' data-funding="choice"' : ""
  return frame
    ? ` data-frame="${escapeHtml(frame.origin)}" data-session="${frame.session}" data-locale="${LOCALES[language]}"${funding}`
    : ""
}

/** The script shows the fields and the button. Without it, the payer reads that the card needs it. */
function cardFields(view: CheckoutView, messages: CheckoutMessages): string {
  const { hosted, installments, language, frame } = view
  const { amount, currency } = hosted
  const total = price(amount, currency, language)
  const options = installments.map(({ count, first }) => {
    const text = count === 1 ? messages.once(total) : messages.parts(count, price(first, currency, language))
    return `<option value="${count}">${text}</option>`
  })
  const choice =
    options.length > 1
      ? `<label>${messages.installments}<select name="installments">${options.join("")}</select></label>`
      : '<input type="hidden" name="installments" value="1">'
  return `<noscript><p class="notice">${messages.needsScript}</p></noscript>
<input type="hidden" name="token" value="">
${frame ? cardFrame(frame) : ""}
<label>${messages.holder}<input name="holder" autocomplete="cc-name" maxlength="255"></label>
${choice}
${statementLine(view)}
<p role="alert" data-problem data-unread="${messages.cardProblem}" hidden></p>
<button data-pay-card hidden>${amount === 0 ? messages.submit.verify : messages.submit.card(total)}</button>`
}

function fieldOf(field: Field, { sent, wrong }: CheckoutView, messages: CheckoutMessages): string {
  const problem = wrong.find((each) => each.field === field)
  const error = problem ? `<span class="wrong" id="wrong-${field}">${messages.wrong[problem.says]}</span>` : ""
  const described = problem ? ` aria-invalid="true" aria-describedby="wrong-${field}"` : ""
  const isOptional = OPTIONAL.includes(field)
  const label = `${messages.fields[field]}${isOptional ? ` <small>(${messages.optional})</small>` : ""}`
  const attributes = `name="${field}" autocomplete="${AUTOFILL[field]}"${isOptional ? "" : " required"}${described}`
  const value = sent.get(field) ?? ""
  const input = field === "state" ? stateSelect(attributes, value) : textInput(field, attributes, value)
  return `<label>${label}${input}${error}</label>`
}

function textInput(field: Field, attributes: string, value: string): string {
  const keys = NUMERIC.includes(field) ? ' inputmode="numeric"' : ""
  const mask = field === "document" || field === "postal_code" ? ` data-mask="${field}"` : ""
  return `<input ${attributes}${keys}${mask} maxlength="255" value="${escapeHtml(value)}">`
}

function stateSelect(attributes: string, value: string): string {
  const options = STATE_CODES.map((code) => `<option${code === value ? " selected" : ""}>${code}</option>`)
  return `<select ${attributes}><option value=""></option>${options.join("")}</select>`
}
