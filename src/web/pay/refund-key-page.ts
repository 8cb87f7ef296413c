import { escapeHtml } from "../shared/html.ts"
import { contactText, payeeHead } from "./components.ts"
import { price, renderPage } from "./page.ts"
import { REFUND_KEY_MESSAGES, type RefundKeyMessages } from "./refund-key-messages.ts"
import type { PayPageLink, View } from "./visit.ts"

export type RefundKeyView = View & {
  hosted: PayPageLink
  /** `asking`: for a key. `kept`: the payer has given one. `closed`: the refund is settled, or the link has ended. */
  step: "asking" | "kept" | "closed"
  /** The key that was given, masked. */
  masked: string
  /** What the payer wrote, if it was wrong. */
  wrong: string | null
}

/** The page on which the payer of a boleto gives the PIX key of a refund by hand. It works without JavaScript. */
export function refundKeyPage(view: RefundKeyView): string {
  const { language, hosted, color, step, masked } = view
  const messages = REFUND_KEY_MESSAGES[language]
  const end = (heading: string, text: string) => `<h1>${heading}</h1>\n<p>${escapeHtml(text)}</p>`
  const bodies = {
    asking: () => form(view, messages),
    kept: () => end(messages.kept, messages.keptText(masked)),
    closed: () => end(messages.closed, messages.closedText),
  }
  return renderPage({
    language,
    title: messages.title(hosted.payee),
    color,
    body: `${payeeHead(view)}\n${bodies[step]()}\n${contactText(view)}`,
  })
}

function form({ hosted, language, wrong }: RefundKeyView, messages: RefundKeyMessages): string {
  const isWrong = wrong !== null
  const described = isWrong ? ' aria-invalid="true" aria-describedby="wrong-key"' : ""
  const error = isWrong ? `<span class="wrong" id="wrong-key">${messages.wrong}</span>` : ""
  return `<h1>${escapeHtml(messages.heading(price(hosted.amount, hosted.currency, language)))}</h1>
<p>${messages.about}</p>
<form method="post" action="/pay/${hosted.link}" data-form>
<label>${messages.key}<small> ${messages.hint}</small><input name="key" autocomplete="off" required maxlength="18" value="${escapeHtml(wrong ?? "")}"${described}>${error}</label>
<button>${messages.send}</button>
</form>`
}
