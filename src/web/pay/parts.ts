import { namedDocument } from "../../accounts/document.ts"
import type { LogoFacts } from "../../accounts/settings.ts"
import { escapeHtml } from "../html.ts"
import { MESSAGES, type Messages } from "./messages.ts"
import type { View } from "./visit.ts"

/** The longer side of a logo on the page, in CSS pixels. */
const LOGO_HEIGHT = 34

/** Who is paid: the merchant's logo, name and document. In test mode a badge says so. */
export function payeeHead({ hosted, logo, language, testIntent }: View): string {
  const { name, document } = payeeOf(hosted)
  return `<button type="button" class="close" hidden aria-label="${MESSAGES[language].close}">×</button>
<header>
${logo ? logoImage(hosted.link, logo) : ""}
<p><strong>${escapeHtml(name)}</strong>${document ? `<span class="small">${namedDocument(document)}</span>` : ""}</p>
${testIntent ? `<span class="badge">${MESSAGES[language].testMode}</span>` : ""}
</header>`
}

/** The name by which the payer knows the merchant, and its document. */
export function payeeOf(hosted: View["hosted"]): { name: string; document?: string | null } {
  return hosted.kind === "boleto" ? hosted.paper.payee : { name: hosted.payee, document: hosted.payeeDocument }
}

/** The text by which the payer recognizes the purchase. The description of a payment intent is the merchant's own. */
export function purchase(statementDescriptor: string | null): string {
  return statementDescriptor ? `<p class="quiet">${escapeHtml(statementDescriptor)}</p>` : ""
}

/** A text to copy. The button needs the script, so it is hidden until the script shows it. */
export function copyable(text: string, labels: { label: string; copy: string; copied: string; line?: boolean }): string {
  return `<button type="button" data-copy hidden data-done="${labels.copied}">${labels.copy}</button>
<textarea readonly${labels.line ? ' class="line"' : ""} aria-label="${labels.label}">${escapeHtml(text)}</textarea>`
}

/**
 * What the script shows as it comes. Screen readers announce it, as the region is there before its text is shown. `over` is for a page
 * whose payer has a time to pay.
 */
export function news({ notChecked, expiredHeading, checking }: Messages, { over = false } = {}): string {
  const time = over ? `<p data-over hidden>${expiredHeading}. ${checking}</p>` : ""
  return `<div role="status">${time}<p class="quiet" data-lost hidden>${notChecked}</p></div>`
}

/** For browsers without JavaScript, which do not notice by themselves how the payment goes on. */
export function refresh({ hosted }: View, label: string): string {
  return `<noscript><p><a href="/pay/${hosted.link}">${label}</a></p></noscript>`
}

/** How to simulate the payment, on a page of test mode. No button does it: it needs a key. */
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
