import { escapeHtml } from "../shared/html.ts"
import { CHECKOUT_MESSAGES } from "./checkout-messages.ts"
import { cardFrame, contactText, payeeHead, statementLine } from "./components.ts"
import { ENDS, type EndLook } from "./end-page.ts"
import { LOCALES } from "./messages.ts"
import { NEW_CARD_MESSAGES } from "./new-card-messages.ts"
import { price, renderPage, saoPauloTime } from "./page.ts"
import type { PayPageLink, View } from "./visit.ts"

export type CardNotice = "cardRefused" | "cardProblem" | "noResponse" | "tooMany" | "chargeRefused" | "chargeUnanswered"

export type NewCardView = View & {
  hosted: PayPageLink
  /** The state that the form charges in (src/checkout/new-card.ts). */
  seen: string
  /** Where the card fields come from, and the session that they work with. Undefined if the service has none. */
  frame: { origin: string; session: string } | undefined
  notice: CardNotice | undefined
  /** When the next attempt is due, in Unix seconds. Null if the subscription is paused. */
  retryAt: number | null
  /** Whether a code waits for the payer, so that the card pays the periods after this one. */
  isBesideCode: boolean
  hasOpenCharge: boolean
  /** Whether the payer may be charged at once. */
  mayCharge: boolean
}

/** The form of a new card. The script shows its fields and its button. */
export function newCardPage(view: NewCardView): string {
  const { language, hosted, notice, frame, retryAt, isBesideCode } = view
  const messages = NEW_CARD_MESSAGES[language]
  const text = isBesideCode ? messages.besideCode : messages.text
  return renderPage({
    language,
    title: messages.title(hosted.payee),
    color: view.color,
    body: `${payeeHead(view)}
<h1>${isBesideCode ? messages.besideCodeHeading : messages.heading}</h1>
<p class="amount">${price(hosted.amount, hosted.currency, language)}</p>
<p>${text}${retryAt === null ? "" : ` ${messages.nextRetry(saoPauloTime(retryAt, language))}`}</p>
${notice ? `<p role="alert" class="notice">${messages[notice]}</p>` : ""}
${frame ? form(view, frame) : `<p>${CHECKOUT_MESSAGES[language].noMethod}</p>`}
${contactText(view)}`,
  })
}

function form(view: NewCardView, { origin, session }: { origin: string; session: string }): string {
  const { language, hosted, seen, mayCharge } = view
  const messages = NEW_CARD_MESSAGES[language]
  const { about, holder, needsScript } = CHECKOUT_MESSAGES[language]
  const amount = price(hosted.amount, hosted.currency, language)
  const agree = `<label class="check"><input type="checkbox" name="charge" value="now"> ${messages.agree(amount)}</label>`
  return `<form method="post" action="/pay/${hosted.link}" data-form data-frame="${escapeHtml(origin)}" data-session="${session}" data-locale="${LOCALES[language]}">
<input type="hidden" name="seen" value="${seen}">
<p class="quiet">${about.card}</p>
<noscript><p class="notice">${needsScript}</p></noscript>
<input type="hidden" name="token" value="">
${cardFrame({ origin, session })}
<label>${holder}<input name="holder" autocomplete="cc-name" maxlength="255"></label>
${mayCharge ? agree : ""}
${statementLine(view)}
<p role="alert" data-problem data-unread="${messages.cardProblem}" hidden></p>
<button data-pay-card hidden>${messages.submit}</button>
</form>`
}

export type CardEnd = "saved" | "paid" | "over" | "canceled"

const LOOKS: Record<CardEnd, EndLook> = { saved: "good", paid: "good", over: "bad", canceled: "bad" }

/** The page where no card is asked for. After a card was saved, the payer may enter another one. */
export function cardEndPage(view: NewCardView, end: CardEnd): string {
  const { language, hosted, color } = view
  const messages = NEW_CARD_MESSAGES[language]
  const again = `<div class="pay"><a class="button plain" href="/pay/${hosted.link}">${messages.another}</a></div>`
  return renderPage({
    language,
    title: messages[`${end}Heading`],
    color,
    body: `${payeeHead(view)}
<div class="end ${LOOKS[end]}">
${ENDS[LOOKS[end]]}
<h1>${messages[`${end}Heading`]}</h1>
<p>${end === "saved" ? savedText(view) : messages[`${end}Text`]}</p>
</div>
${end === "saved" && !view.hasOpenCharge ? again : ""}
${contactText(view)}`,
  })
}

function savedText({ language, retryAt, hasOpenCharge }: NewCardView): string {
  const messages = NEW_CARD_MESSAGES[language]
  if (hasOpenCharge) return messages.savedNext
  return retryAt === null ? messages.savedLater : messages.savedText(saoPauloTime(retryAt, language))
}
