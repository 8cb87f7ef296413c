import { html } from "../../../shared/html.ts"
import type { Words } from "../../request/language.ts"

const en = {
  disputes: "Disputes",
  amount: "Amount",
  reason: "Reason",
  payment: "Payment",
  refund: "Refund",
  charge: "Charge",
  date: "Opened",
  noReason: "Not given",
  reasons: { fraudulent: "Fraudulent" } as Record<string, string>,
  about: (sum: string) =>
    `The card network took ${sum} back from you. The payment is shown as Disputed, and keeps the status succeeded in the API. Vintém recorded a refund of the full amount, and sent no money.`,
  none: html`There are no disputes. One appears here when an acquirer reports a chargeback, or when you record one on the page of a payment.`,
}

const pt: typeof en = {
  disputes: "Contestações",
  amount: "Valor",
  reason: "Motivo",
  payment: "Pagamento",
  refund: "Reembolso",
  charge: "Cobrança",
  date: "Aberta",
  noReason: "Não informado",
  reasons: { fraudulent: "Fraude" },
  about: (sum) =>
    `A bandeira debitou ${sum} de você por um chargeback. O pagamento aparece como Contestado e continua succeeded na API. O Vintém registrou um reembolso do valor total, sem enviar dinheiro.`,
  none: html`Não há contestações. Uma aparece aqui quando a adquirente avisa de um chargeback, ou quando você registra um na página de um pagamento.`,
}

export const DISPUTE_WORDS: Words<typeof en> = { en, pt }
