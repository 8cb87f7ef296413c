import { formatLine, lineOfBarCode } from "../../acquirers/bar-code.ts"
import { brazilianDate } from "../../payments/boleto/due-date.ts"
import { money } from "../../payments/currency.ts"
import type { HostedLink } from "../../payments/hosted-links.ts"
import { escapeHtml, renderPage, saoPauloTime } from "./page.ts"

/** The 3DS challenge of a test card. It stands in for the page of the payer's bank. */
export function challengePage({ amount, currency, payee, statementDescriptor }: HostedLink<"challenge">): string {
  return renderPage({
    lang: "en",
    title: "Confirm your payment",
    body: `<span class="badge">Test mode</span>
<h1>Confirm your payment</h1>
<p class="quiet">Your bank wants to check that you are paying <strong>${escapeHtml(payee)}</strong>.</p>
<p class="amount">${money(amount, currency, "en")}</p>
${purchase(statementDescriptor)}
<form method="post">
<button name="action" value="authorize">Authorise</button>
<button class="plain" name="action" value="fail">Fail</button>
</form>
<p class="quiet">This is a test: no money moves. “Authorise” and “Fail” simulate what the cardholder and the bank would do.</p>`,
  })
}

/** The result of a challenge, where the merchant gave no return_url. */
export function resultPage(succeeded: boolean): string {
  return succeeded
    ? renderPage({
        lang: "en",
        title: "Payment authorised",
        body: `<h1>Payment authorised</h1>\n<p>Your bank has confirmed the payment. You can close this page.</p>`,
      })
    : renderPage({
        lang: "en",
        title: "Payment not authorised",
        body: `<h1>Payment not authorised</h1>\n<p>You were not charged. Go back to the shop to try again or to pay in another way.</p>`,
      })
}

/** The acquirer could not be reached with the result of the challenge. The payer can submit it again. */
export function tryAgainPage(): string {
  return renderPage({
    lang: "en",
    title: "One moment",
    body: `<h1>One moment</h1>\n<p>Your bank has not responded yet. Go back and try again.</p>`,
  })
}

export function pixPage(hosted: HostedLink<"pix">, paid: boolean): string {
  const { link, br_code, amount, payee, statementDescriptor, expires_at } = hosted
  if (paid) return paidPage(payee, amount)
  return renderPage({
    lang: "pt-BR",
    title: `Pagar ${payee} com PIX`,
    body: `<h1>Pague com PIX</h1>
<p class="quiet">Para <strong>${escapeHtml(payee)}</strong>, até ${saoPauloTime(expires_at)}</p>
<p class="amount">${money(amount, "brl", "pt-BR")}</p>
${purchase(statementDescriptor)}
<img class="qr" src="/pay/${link}/qr.svg" alt="QR Code do PIX" width="272" height="272">
<p>Abra o aplicativo do seu banco e leia o QR Code, ou copie o código:</p>
<textarea readonly aria-label="PIX copia e cola">${escapeHtml(br_code)}</textarea>`,
  })
}

export function boletoPage({ link, paper }: HostedLink<"boleto">, paid: boolean): string {
  const { amount, payee, dueDate, barCode, statementDescriptor } = paper
  if (paid) return paidPage(payee.name, amount)
  return renderPage({
    lang: "pt-BR",
    title: `Boleto de ${payee.name}`,
    body: `<h1>Pague o boleto</h1>
<p class="quiet">Para <strong>${escapeHtml(payee.name)}</strong>, vencimento em ${brazilianDate(dueDate)}</p>
<p class="amount">${money(amount, "brl", "pt-BR")}</p>
${purchase(statementDescriptor)}
<p>Digite a linha no aplicativo do seu banco, ou leia o código de barras:</p>
<textarea class="short" readonly aria-label="Linha digitável">${formatLine(lineOfBarCode(barCode))}</textarea>
<div class="stack">
<img src="/pay/${link}/barcode.png" alt="Código de barras do boleto">
<a class="button" href="/pay/${link}/boleto.pdf">Abrir o boleto em PDF</a>
</div>`,
  })
}

/** The payment is canceled, so the payer must not pay this code any more. */
export function canceledPage(): string {
  return renderPage({
    lang: "pt-BR",
    title: "Pagamento encerrado",
    body: `<h1>Pagamento encerrado</h1>\n<p>Este pagamento foi cancelado ou o prazo acabou. Não pague este código; peça um novo à loja.</p>`,
  })
}

export function notFoundPage(): string {
  return renderPage({
    lang: "pt-BR",
    title: "Página não encontrada",
    body: `<h1>Página não encontrada</h1>\n<p>Confira o endereço com quem o enviou.</p>`,
  })
}

/** The text by which the payer recognizes the purchase. The description of a payment intent is the merchant's own. */
function purchase(statementDescriptor: string | null): string {
  return statementDescriptor ? `<p class="quiet">${escapeHtml(statementDescriptor)}</p>` : ""
}

function paidPage(payee: string, amount: number): string {
  return renderPage({
    lang: "pt-BR",
    title: "Pagamento recebido",
    body: `<h1>Pagamento recebido</h1>\n<p>${escapeHtml(payee)} recebeu ${money(amount, "brl", "pt-BR")}. Obrigado!</p>`,
  })
}
