import { namedDocument } from "../../accounts/document.ts"
import type { LogoFacts } from "../../accounts/settings.ts"
import { statementText } from "../../acquirers/statement-text.ts"
import { escapeHtml } from "../shared/html.ts"
import { CHECKOUT_MESSAGES } from "./checkout-messages.ts"
import { MESSAGES, type Messages } from "./messages.ts"
import type { PayPageLink, View } from "./visit.ts"

/** The longer side of a logo on the page, in CSS pixels. */
const LOGO_HEIGHT = 34

/** The payee: the merchant's logo, name and document. In test mode, there is also a badge. */
export function payeeHead({ hosted, logo, language, testIntent }: View): string {
  const { name, document } = payeeOf(hosted)
  return `<button type="button" class="close" hidden aria-label="${MESSAGES[language].close}">×</button>
<header>
${logo ? logoImage(hosted.link, logo) : ""}
<p><strong>${escapeHtml(name)}</strong>${document ? `<span class="small">${namedDocument(document)}</span>` : ""}</p>
${testIntent ? `<span class="badge">${MESSAGES[language].testMode}</span>` : ""}
</header>`
}

/** Returns the merchant's name for payers, and its document. */
export function payeeOf(hosted: View["hosted"]): { name: string; document?: string | null } {
  return hosted.kind === "boleto" ? hosted.paper.payee : { name: hosted.payee, document: hosted.payeeDocument }
}

/** The text by which the payer recognizes the purchase. The description of a payment intent is for the merchant only. */
export function purchaseText(statementDescriptor: string | null): string {
  return statementDescriptor ? `<p class="quiet">${escapeHtml(statementDescriptor)}</p>` : ""
}

/** Texts as HTML. */
export function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")
}

/** What the statement of the payer's card will say. Without a text of the payment, it has the name that the acquirer knows the merchant by. */
export function statementLine({ hosted, language }: View & { hosted: PayPageLink }): string {
  const text = statementText(hosted.statementDescriptor)
  return text ? `<p class="quiet">${CHECKOUT_MESSAGES[language].statement} <span class="whole">${text}</span></p>` : ""
}

/** A text to copy. The button needs the script, so the script reveals it. */
export function copyable(text: string, labels: { label: string; copy: string; copied: string; line?: boolean }): string {
  return `<button type="button" data-copy hidden data-done="${labels.copied}">${labels.copy}</button>
<textarea readonly${labels.line ? ' class="line"' : ""} aria-label="${labels.label}">${escapeHtml(text)}</textarea>`
}

/**
 * Status messages that the script reveals. The region exists before its text, so screen readers announce it. `over` is for a page with a
 * time limit.
 */
export function statusMessages({ notChecked, expiredHeading, checking }: Messages, { over = false } = {}): string {
  const time = over ? `<p data-over hidden>${expiredHeading}. ${checking}</p>` : ""
  return `<div role="status">${time}<p class="quiet" data-lost hidden>${notChecked}</p></div>`
}

/** How the payer reaches the seller (Decreto 7.962). */
export function contactText({ contact, language }: Pick<View, "contact" | "language">): string {
  if (contact.length === 0) return ""
  const links = contact.map(({ href, text }) => {
    const whole = href.startsWith("tel:") ? ' class="whole"' : ""
    return `<a href="${escapeHtml(href)}"${whole}>${escapeHtml(text)}</a>`
  })
  return `<p class="quiet">${CHECKOUT_MESSAGES[language].contact} ${links.join(" · ")}</p>`
}

/** A link to the other methods, on a pay page. */
export function otherLink({ otherUrl, language }: View): string {
  return otherUrl ? `<p><a href="${escapeHtml(otherUrl)}">${CHECKOUT_MESSAGES[language].otherMethod}</a></p>` : ""
}

/** A link to the page where the payer of a subscription chooses a card. */
export function cardLink({ card, language }: View): string {
  return card ? `<p><a href="${escapeHtml(card.url)}">${CHECKOUT_MESSAGES[language][card.says]}</a></p>` : ""
}

/** A refresh link for browsers without JavaScript, which do not notice the end of the payment. */
export function refreshLink({ hosted }: View, label: string): string {
  return `<noscript><p><a href="/pay/${hosted.link}">${label}</a></p></noscript>`
}

/** The card fields begin to load before the script that connects them. The script shows their frame. */
export function cardFrame({ origin, session }: { origin: string; session: string }): string {
  const src = `${origin}/v1/frame/card?key=${encodeURIComponent(session)}`
  return `<div data-card><iframe src="${escapeHtml(src)}" referrerpolicy="no-referrer" hidden></iframe></div>`
}

/** Explains how to simulate the payment on a test mode page. A button cannot do it, because it needs a key. */
export function testHint({ testIntent, language }: View): string {
  if (!testIntent) return ""
  const { testHint, testHintText } = MESSAGES[language]
  return `<details>
<summary>${testHint}</summary>
<p>${testHintText}</p>
<code>POST /v1/test_helpers/payment_intents/${testIntent}/succeed</code>
</details>`
}

function logoImage(link: string, { width, height }: LogoFacts): string {
  const shown = Math.round((width * LOGO_HEIGHT) / height)
  return `<span class="plate"><img src="/pay/${link}/logo" alt="" width="${shown}" height="${LOGO_HEIGHT}"></span>`
}
