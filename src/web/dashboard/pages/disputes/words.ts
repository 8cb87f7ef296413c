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
    `The card network took ${sum} back from you. The payment is shown as Disputed, and keeps the status succeeded in the API. Vintém recorded a refund of what the payment had left, and sent no money.`,
  excess: "Beyond the payment",
  excessStates: { open: "Waits for your decision", taken: "Taken", not_taken: "Not taken" },
  decideExcess: "Decide",
  excessTitle: "What a dispute took beyond its payment",
  excessText: (sum: string) =>
    `The card network took ${sum} more than the payment had left, so the payer may have the money twice. Answer the chargeback at the acquirer. Then record here whether you lost this money. This cannot be undone.`,
  outcome: "What happened",
  taken: (sum: string) => `The card network kept ${sum}`,
  notTaken: (sum: string) => `I have ${sum}: it was given back, or never taken`,
  record: "Record this",
  recorded: "The excess of the dispute is recorded.",
  notOutcome: "Choose what happened.",
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
    `A bandeira debitou ${sum} de você por um chargeback. O pagamento aparece como Contestado e continua succeeded na API. O Vintém registrou um reembolso do que restava do pagamento, sem enviar dinheiro.`,
  excess: "Além do pagamento",
  excessStates: { open: "Aguarda sua decisão", taken: "Debitado", not_taken: "Não debitado" },
  decideExcess: "Decidir",
  excessTitle: "O que uma contestação debitou além do pagamento",
  excessText: (sum) =>
    `A bandeira debitou ${sum} a mais do que restava do pagamento, e o pagador pode ter o dinheiro duas vezes. Responda ao chargeback na adquirente. Depois registre aqui se você perdeu este dinheiro. Não pode ser desfeito.`,
  outcome: "O que aconteceu",
  taken: (sum) => `A bandeira ficou com ${sum}`,
  notTaken: (sum) => `Tenho ${sum}: o valor voltou ou nunca foi debitado`,
  record: "Registrar",
  recorded: "O excesso da contestação foi registrado.",
  notOutcome: "Escolha o que aconteceu.",
  none: html`Não há contestações. Uma aparece aqui quando a adquirente avisa de um chargeback, ou quando você registra um na página de um pagamento.`,
}

export const DISPUTE_WORDS: Words<typeof en> = { en, pt }
