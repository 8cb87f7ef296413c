import { formatLine, lineOfBarCode } from "../../acquirers/bar-code.ts"
import type { HostedLink } from "../../payments/links/links.ts"
import {
  cardLink,
  contactText,
  copyable,
  otherLink,
  paragraphs,
  payeeHead,
  purchaseText,
  refreshLink,
  statusMessages,
  testHint,
} from "./components.ts"
import { endPage } from "./end-page.ts"
import { agreementTexts, MANDATE_MESSAGES } from "./mandate-messages.ts"
import { type Language, MESSAGES } from "./messages.ts"
import { longDate, price, renderPage, saoPauloTime } from "./page.ts"
import type { View, ViewOf } from "./visit.ts"

/** The page of a link: the payer's next step, or the outcome of the payment. `problem` says why a button did not work. */
export function payPage(view: View, problem?: string): string {
  if (view.state !== "waiting") return endPage(view)
  switch (view.hosted.kind) {
    case "pix":
      return pixPage(view as ViewOf<"pix">)
    case "boleto":
      return boletoPage(view as ViewOf<"boleto">)
    case "challenge":
      return challengePage(view as ViewOf<"challenge">, problem)
    case "checkout":
    case "authentication":
      throw new Error(`The page of ${view.hosted.kind} is not made here.`)
  }
}

function pixPage(view: ViewOf<"pix">): string {
  const { language, hosted, secondsLeft } = view
  const messages = MESSAGES[language]
  const { link, br_code, amount, statementDescriptor, expires_at, mandate } = hosted
  const { title, heading, until } = pixWords(hosted, language)
  return renderPage({
    language,
    title,
    color: view.color,
    data: { ...statusData(hosted), seconds: secondsLeft },
    body: `${payeeHead(view)}
<h1>${heading}</h1>
${amount > 0 ? `<p class="amount">${price(amount, "brl", language)}</p>` : ""}
${purchaseText(statementDescriptor)}
${mandate ? paragraphs(agreementTexts(mandate, amount, language)) : ""}
<p class="timer">${until(saoPauloTime(expires_at, language))}<span data-timer hidden>${messages.timeLeft} <b role="timer"></b></span></p>
${statusMessages(messages, { over: true })}
<div class="pay" data-pay>
${copyable(br_code, { label: messages.pixCode, copy: messages.pixCopy, copied: messages.copied })}
<img class="white qr" src="/pay/${link}/qr.svg" alt="${messages.qrCode}" width="240" height="240">
<p class="quiet">${messages.pixScan}</p>
</div>
${refreshLink(view, messages.refresh)}
${otherLink(view)}
${cardLink(view)}
${contactText(view)}
${testHint(view)}`,
  })
}

/** A code pays, founds a mandate, or does both. */
function pixWords({ amount, payee, mandate }: HostedLink<"pix">, language: Language) {
  const messages = MESSAGES[language]
  const byMandate = MANDATE_MESSAGES[language]
  if (amount === 0) return { ...byMandate, title: byMandate.title(payee) }
  const heading = mandate ? byMandate.payHeading : messages.pixHeading
  return { title: messages.pixTitle(payee), heading, until: messages.until }
}

function boletoPage(view: ViewOf<"boleto">): string {
  const { language, hosted } = view
  const messages = MESSAGES[language]
  const { amount, payee, dueDate, barCode, statementDescriptor } = hosted.paper
  return renderPage({
    language,
    title: messages.boletoTitle(payee.name),
    color: view.color,
    data: statusData(hosted),
    body: `${payeeHead(view)}
<h1>${messages.boletoHeading}</h1>
<p class="amount">${price(amount, "brl", language)}</p>
${purchaseText(statementDescriptor)}
<p class="timer">${messages.boletoDue(longDate(dueDate, language))}</p>
${statusMessages(messages)}
<div class="pay">
${copyable(formatLine(lineOfBarCode(barCode)), { label: messages.boletoLine, copy: messages.boletoCopy, copied: messages.copied, line: true })}
<img class="white bars" src="/pay/${hosted.link}/barcode.png" alt="${messages.barCode}">
<a class="button plain" href="/pay/${hosted.link}/boleto.pdf" target="_blank" rel="noopener">${messages.boletoPdf}</a>
<p class="quiet">${messages.boletoType} ${messages.boletoSlow}</p>
</div>
${refreshLink(view, messages.refresh)}
${otherLink(view)}
${cardLink(view)}
${contactText(view)}
${testHint(view)}`,
  })
}

/** The 3DS challenge of a test card. It stands in for the page of the payer's bank, and says so. */
function challengePage(view: ViewOf<"challenge">, problem?: string): string {
  const { language, hosted } = view
  const messages = MESSAGES[language]
  return renderPage({
    language,
    title: messages.challengeTitle,
    color: view.color,
    data: statusData(hosted),
    body: `<p class="strip"><strong>${messages.simulator}</strong>${messages.simulatorText}</p>
${payeeHead(view)}
<h1>${messages.challengeHeading}</h1>
<p class="amount">${price(hosted.amount, hosted.currency, language)}</p>
${purchaseText(hosted.statementDescriptor)}
<p>${messages.challengeText}</p>
${statusMessages(messages)}
<p role="alert" data-problem${problem ? "" : " hidden"}>${problem ?? messages.noResponse}</p>
<form method="post">
<button name="action" value="authorize">${messages.authorize}</button>
<button class="refuse" name="action" value="fail">${messages.fail}</button>
</form>`,
  })
}

export function notFoundPage(language: Language): string {
  const { notFoundHeading, notFoundText } = MESSAGES[language]
  return plainPage(language, notFoundHeading, `<p>${notFoundText}</p>`)
}

export function busyPage(language: Language, seconds: number): string {
  const { busyHeading, busyText } = MESSAGES[language]
  return laterPage(language, busyHeading, busyText(seconds))
}

export function troublePage(language: Language): string {
  const { troubleHeading, troubleText } = MESSAGES[language]
  return laterPage(language, troubleHeading, troubleText)
}

/** An app with an embedded browser may have no refresh button, so the page has a link. */
function laterPage(language: Language, heading: string, text: string): string {
  return plainPage(
    language,
    heading,
    `<p>${text}</p>\n<div class="pay"><a class="button" href="">${MESSAGES[language].refreshPage}</a></div>`,
  )
}

function plainPage(language: Language, heading: string, body: string): string {
  return renderPage({ language, title: heading, body: `<h1>${heading}</h1>\n${body}`, isStill: true })
}

/** The data with which the script notices the end of the payment. */
function statusData({ link }: HostedLink): Record<string, string> {
  return { state: "waiting", status: `/pay/${link}/status` }
}
