// The page of a payment whose card the payer's bank wants to confirm. Its script shows the bank's challenge in a dialog.
import type { Context } from "../../http/context.ts"
import type { HostedLink } from "../../payments/links/links.ts"
import { escapeHtml } from "../shared/html.ts"
import { contactText, otherLink, payeeHead, statusMessages } from "./components.ts"
import { CONFIRMATION_MESSAGES, type ConfirmationMessages } from "./confirmation-messages.ts"
import { amountOf, currencyOf } from "./end-page.ts"
import { MESSAGES } from "./messages.ts"
import { pagePolicy, price, renderPage } from "./page.ts"
import { sendHtml } from "./responses.ts"
import type { View } from "./visit.ts"

export type Challenge = {
  /** Where the bank asks: `redirect_to_url` of the payment. Its origin may be another one than that of this page. */
  url: string
  hosted: Pick<HostedLink, "link">
}

/** Sends the page. Its policy allows the frame of the challenge, and no other one. */
export function sendConfirmation(ctx: Context, view: View, challenge: Challenge): void {
  const policy = pagePolicy({ frames: [new URL(challenge.url).origin], color: view.color })
  sendHtml(ctx, 200, confirmationPage(view, challenge), policy)
}

/** Where no script shows the dialog, the link leads to the bank. The page polls the challenge, so it notices what another tab has done. */
function confirmationPage(view: View, { url, hosted }: Challenge): string {
  const messages = CONFIRMATION_MESSAGES[view.language]
  return renderPage({
    language: view.language,
    title: messages.confirmHeading,
    color: view.color,
    data: { state: "waiting", status: `/pay/${hosted.link}/status` },
    body: `${payeeHead(view)}
<h1>${messages.confirmHeading}</h1>
<p class="amount">${price(amountOf(view.hosted), currencyOf(view.hosted), view.language)}</p>
<p>${messages.confirmText}</p>
${statusMessages(MESSAGES[view.language])}
<div class="pay"><a class="button" href="${escapeHtml(url)}" data-challenge>${messages.confirmButton}</a></div>
${otherLink(view)}
${contactText(view)}
${dialog(messages)}`,
  })
}

function dialog(messages: ConfirmationMessages): string {
  return `<dialog aria-labelledby="bank" aria-describedby="bank-about">
<div class="bar"><h2 id="bank">${messages.dialogHeading}</h2>
<p class="quiet" id="bank-about">${messages.dialogText}</p></div>
<p role="status" class="quiet" data-loading>${messages.dialogLoading}</p>
<div data-place data-title="${messages.dialogFrame}"></div>
<div class="bar"><button type="button" class="plain" data-close>${messages.dialogClose}</button></div>
</dialog>`
}
