import { escapeHtml } from "../shared/html.ts"
import { payeeHead, payeeOf, refreshLink, statusMessages } from "./components.ts"
import { MESSAGES, type Messages } from "./messages.ts"
import { price, renderPage } from "./page.ts"
import type { State, View } from "./visit.ts"

type Ended = Exclude<State, "waiting">
type Outcome = "succeeded" | "failed" | "expired"

/** The outcome that a page reports to the page around it (src/browser/vintem/next-action.ts). Null while the payment is open. */
export const OUTCOMES: Record<State, Outcome | null> = {
  waiting: null,
  checking: null,
  processing: null,
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
  expired: "expired",
}

const LOOKS: Record<Ended, string> = {
  checking: "slow",
  processing: "slow",
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
  succeeded: CHECK,
  failed: CROSS,
  canceled: CROSS,
  expired: CLOCK,
}

/** The page of a payment that no longer waits for its payer. It shows the outcome, or that the outcome is not known yet. */
export function endPage(view: View): string {
  const { language, hosted } = view
  const state = view.state as Ended
  const messages = MESSAGES[language]
  const { heading, text } = words(view, state, messages)
  const outcome = OUTCOMES[state]
  return renderPage({
    language,
    title: heading,
    data: { state, status: outcome ? null : `/pay/${hosted.link}/status`, outcome, back: outcome && view.backUrl },
    body: `${payeeHead(view)}
<div class="end ${LOOKS[state]}">
<svg viewBox="0 0 24 24" aria-hidden="true">${PICTURES[state]}</svg>
<h1>${heading}</h1>
<p>${text}</p>
${outcome ? returnLink(view, messages) : statusMessages(messages) + refreshLink(view, messages.refreshPage)}
</div>`,
  })
}

function words({ hosted, language }: View, state: Ended, messages: Messages): { heading: string; text: string } {
  const isChallenge = hosted.kind === "challenge"
  switch (state) {
    case "checking":
      return { heading: messages.expiredHeading, text: messages.checking }
    case "processing":
      return { heading: messages.processingHeading, text: messages.processingText }
    case "succeeded":
      return isChallenge
        ? { heading: messages.authorizedHeading, text: messages.authorizedText }
        : {
            heading: messages.paidHeading,
            text: escapeHtml(messages.paidText(payeeOf(hosted).name, price(amountOf(hosted), "brl", language))),
          }
    case "expired":
      return { heading: messages.expiredHeading, text: isChallenge ? messages.challengeExpiredText : messages.doNotPay }
    case "canceled":
    case "failed":
      return isChallenge
        ? { heading: messages.refusedHeading, text: messages.refusedText }
        : { heading: messages.canceledHeading, text: messages.doNotPay }
  }
}

function amountOf(hosted: View["hosted"]): number {
  return hosted.kind === "boleto" ? hosted.paper.amount : hosted.amount
}

/** If the payer was watching when the payment ended, the script returns to the shop. */
function returnLink({ backUrl }: View, messages: Messages): string {
  if (!backUrl) return `<p class="quiet">${messages.mayClose}</p>`
  return `<p class="quiet" data-returning hidden>${messages.returning}</p>
<a class="button" href="${escapeHtml(backUrl)}">${messages.backToShop}</a>`
}
