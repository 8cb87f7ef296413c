import { html } from "../../html.ts"
import type { Words } from "../shell/language.ts"

const en = {
  disputes: "Disputes",
  amount: "Amount",
  reason: "Reason",
  payment: "Payment",
  refund: "Refund",
  charge: "Charge",
  date: "Opened",
  customer: "Customer",
  details: "Details",
  noReason: "Not given",
  reasons: { fraudulent: "Fraudulent" } as Record<string, string>,
  about: (sum: string) =>
    `The card network took ${sum} back from you. The payment stays succeeded, and a refund of the whole amount is booked, which sent no money.`,
  none: html`There is no dispute. One appears here when an acquirer reports a chargeback, or when you record one on the page of a payment.`,
}

const pt: typeof en = {
  disputes: "Contestações",
  amount: "Valor",
  reason: "Motivo",
  payment: "Pagamento",
  refund: "Reembolso",
  charge: "Cobrança",
  date: "Aberta",
  customer: "Cliente",
  details: "Detalhes",
  noReason: "Não informado",
  reasons: { fraudulent: "Fraude" },
  about: (sum) =>
    `A bandeira tomou ${sum} de volta de você. O pagamento continua como pago, e há um reembolso do valor inteiro, que não enviou dinheiro.`,
  none: html`Não há contestações. Uma aparece aqui quando a adquirente avisa de um chargeback, ou quando você registra um na página de um pagamento.`,
}

export const DISPUTE_WORDS: Words<typeof en> = { en, pt }
