import { escapeHtml } from "../shared/html.ts"
import { cardLink, contactText, payeeHead, payeeOf, refreshLink, statusMessages } from "./components.ts"
import { chargeText, MANDATE_MESSAGES } from "./mandate-messages.ts"
import { MESSAGES, type Messages } from "./messages.ts"
import { longDate, price, renderPage } from "./page.ts"
import type { State, View } from "./visit.ts"

type Ended = Exclude<State, "waiting">
type Outcome = "succeeded" | "failed" | "expired"

/** The outcome that a page reports to the page around it (src/browser/vintem/next-action.ts). Null while the payment is open. */
export const OUTCOMES: Record<State, Outcome | null> = {
  waiting: null,
  checking: null,
  processing: null,
  authorized: "succeeded",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
  expired: "expired",
}

/** How a page looks that asks for nothing more. */
export type EndLook = "good" | "bad" | "slow"

const LOOKS: Record<Ended, EndLook> = {
  checking: "slow",
  processing: "slow",
  authorized: "good",
  succeeded: "good",
  failed: "bad",
  canceled: "bad",
  expired: "bad",
}

const CHECK = '<circle cx="12" cy="12" r="10"/><path d="m7.5 12.5 3 3 6-6.5"/>'
const CROSS = '<circle cx="12" cy="12" r="10"/><path d="m9 9 6 6m0-6-6 6"/>'
const CLOCK = '<circle cx="12" cy="12" r="10"/><path d="M12 6.5V12l3.5 2"/>'
const PICTURES: Record<Ended, string> = {
  checking: CLOCK,
  processing: CLOCK,
  authorized: CHECK,
  succeeded: CHECK,
  failed: CROSS,
  canceled: CROSS,
  expired: CLOCK,
}

/** The picture of each look. */
export const ENDS: Readonly<Record<EndLook, string>> = { good: picture(CHECK), bad: picture(CROSS), slow: picture(CLOCK) }

function picture(shape: string): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`
}

/** The page of a payment that no longer waits for its payer. It shows the outcome, or that the outcome is not known yet. */
export function endPage(view: View): string {
  const { language, hosted } = view
  const state = view.state as Ended
  const messages = MESSAGES[language]
  const { heading, text } = wordsByMandate(view, state, messages) ?? words(view, state, messages)
  const outcome = OUTCOMES[state]
  return renderPage({
    language,
    title: heading,
    color: view.color,
    data: { state, status: outcome ? null : `/pay/${hosted.link}/status`, outcome, back: outcome && view.backUrl },
    body: `${payeeHead(view)}
<div class="end ${LOOKS[state]}">
${picture(PICTURES[state])}
<h1>${heading}</h1>
${text && `<p>${text}</p>`}
${state === "succeeded" ? mandateText(view) : ""}
${outcome ? returnLink(view, messages) : statusMessages(messages) + refreshLink(view, messages.refreshPage)}
</div>
${cardLink(view)}
${contactText(view)}`,
  })
}

/** What differs from other payments where nothing is paid by the code, or where the payer's bank pays without one. */
function wordsByMandate(view: View, state: Ended, { processingHeading }: Messages): Words | undefined {
  const { language, mandate, debitOn, hosted } = view
  const messages = MANDATE_MESSAGES[language]
  if (state === "processing" && debitOn) return { heading: processingHeading, text: messages.debit(longDate(debitOn, language)) }
  if (!mandate || amountOf(hosted) > 0) return undefined
  const { agreedHeading, refusedHeading, refusedText, expiredText } = messages
  if (state === "succeeded") return { heading: agreedHeading, text: "" }
  if (state === "failed") return { heading: refusedHeading, text: refusedText }
  return state === "expired" ? { heading: MESSAGES[language].expiredHeading, text: expiredText } : undefined
}

/** What has become of the mandate that the payer was asked for with the payment. */
function mandateText({ mandate, language }: View): string {
  return mandate ? `<p>${escapeHtml(MANDATE_MESSAGES[language].after(chargeText(mandate, language))[mandate.status])}</p>` : ""
}

type Words = { heading: string; text: string }

function words({ hosted, language, card }: View, state: Ended, messages: Messages): Words {
  const isChallenge = hosted.kind === "challenge" || hosted.kind === "authentication"
  // A pay page has a code no longer, or never had one.
  const hasCode = hosted.kind === "pix" || hosted.kind === "boleto"
  switch (state) {
    case "checking":
      return { heading: messages.expiredHeading, text: messages.checking }
    case "processing":
      return { heading: messages.processingHeading, text: messages.processingText }
    case "authorized":
      return { heading: messages.authorizedHeading, text: messages.authorizedText }
    case "succeeded": {
      if (isChallenge) return { heading: messages.authorizedHeading, text: messages.authorizedText }
      const paid = price(amountOf(hosted), currencyOf(hosted), language)
      return { heading: messages.paidHeading, text: escapeHtml(messages.paidText(payeeOf(hosted).name, paid)) }
    }
    case "expired":
      return { heading: messages.expiredHeading, text: hasCode ? messages.doNotPay : messages.challengeExpiredText }
    case "canceled":
    case "failed":
      if (isChallenge || (state === "failed" && !hasCode)) {
        const { refusedHeading, refusedCardText, refusedText } = messages
        return { heading: refusedHeading, text: card?.says === "otherCard" ? refusedCardText : refusedText }
      }
      return { heading: messages.canceledHeading, text: hasCode ? messages.doNotPay : messages.payPageCanceledText }
  }
}

export function amountOf(hosted: View["hosted"]): number {
  return hosted.kind === "boleto" ? hosted.paper.amount : hosted.amount
}

export function currencyOf(hosted: View["hosted"]): string {
  return "currency" in hosted ? hosted.currency : "brl"
}

/** If the payer was watching when the payment ended, the script returns to the shop. Who can use another card is not sent away. */
function returnLink({ backUrl, card }: View, messages: Messages): string {
  if (card) return ""
  if (!backUrl) return `<p class="quiet">${messages.mayClose}</p>`
  return `<p class="quiet" data-returning hidden>${messages.returning}</p>
<a class="button" href="${escapeHtml(backUrl)}">${messages.backToShop}</a>`
}
