import type { DisputeStatus } from "../../../../payments/disputes/state.ts"
import { html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"

const en = {
  disputes: "Disputes",
  amount: "Amount",
  reason: "Reason",
  payment: "Payment",
  refund: "Refund",
  charge: "Charge",
  date: "Opened",
  noReason: "Not given",
  reasons: { fraudulent: "Fraudulent", general: "Other" } as Record<string, string>,
  about: (sum: string) =>
    `The card network took ${sum} back from you. The payment is shown as Disputed, and keeps the status succeeded in the API. Vintém recorded a refund of what the payment had left, and sent no money.`,
  status: "Status",
  statuses: { needs_response: "Needs your answer", under_review: "Under review", won: "Won", lost: "Lost" } satisfies Record<
    DisputeStatus,
    string
  >,
  dueBy: "Answer by",
  networkReason: "Reason of the card network",
  threeDSecure: "3DS",
  accept: "Accept",
  acceptTitle: "Accept this chargeback?",
  acceptText: (sum: string) =>
    `You answer nothing, and the dispute of ${sum} is lost. The event charge.dispute.closed is sent. Accept it at the acquirer too, if it asks for that.`,
  accepted: "The chargeback is accepted: the dispute is lost.",
  refuse: "Refuse",
  refuseTitle: "Refuse this chargeback?",
  refuseText: (sum: string) =>
    `Vintém does not send your answer about ${sum} to the acquirer. Send the documents that prove the sale there, before the deadline. This records that you have answered. The card network decides, and you record here what it decided.`,
  refused: "The dispute is under review.",
  close: "Record the decision",
  closeTitle: "What has the card network decided?",
  closeText: (sum: string) =>
    `If it gave ${sum} back, the refund of the dispute fails, and your balance has the money again. The event charge.dispute.closed is sent.`,
  decision: "Decision",
  isWon: (sum: string) => `I won: ${sum} came back`,
  isLost: "I lost: the money does not come back",
  notDecision: "Choose what the card network decided.",
  closed: { won: "The dispute is won.", lost: "The dispute is lost." },
  again: "The money was taken again",
  againTitle: "Did the card network take the money again?",
  againText: (sum: string) =>
    `The card network may take ${sum} again in the same case. The dispute then needs an answer again, with a new refund of what the payment has left. Another case is recorded on the payment's page.`,
  againDueBy: "Answer by (optional)",
  takenAgain: "The dispute needs your answer again.",
  notDay: "Give a day, such as 2026-12-10.",
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
  reasons: { fraudulent: "Fraude", general: "Outro" },
  about: (sum) =>
    `A bandeira debitou ${sum} de você por um chargeback. O pagamento aparece como Contestado e continua succeeded na API. O Vintém registrou um reembolso do que restava do pagamento, sem enviar dinheiro.`,
  status: "Situação",
  statuses: { needs_response: "Aguardando sua resposta", under_review: "Em análise", won: "Ganha", lost: "Perdida" },
  dueBy: "Responder até",
  networkReason: "Motivo da bandeira",
  threeDSecure: "3DS",
  accept: "Aceitar",
  acceptTitle: "Aceitar este chargeback?",
  acceptText: (sum) =>
    `Você não responde, e a contestação de ${sum} é dada como perdida. O evento charge.dispute.closed é enviado. Aceite também na adquirente, se ela pedir.`,
  accepted: "O chargeback foi aceito: a contestação está perdida.",
  refuse: "Recusar",
  refuseTitle: "Recusar este chargeback?",
  refuseText: (sum) =>
    `O Vintém não envia sua resposta sobre ${sum} à adquirente. Envie por lá, antes do prazo, os documentos que comprovam a venda. Isto registra que você respondeu. A bandeira decide, e você registra aqui o que ela decidiu.`,
  refused: "A contestação está em análise.",
  close: "Registrar a decisão",
  closeTitle: "O que a bandeira decidiu?",
  closeText: (sum) =>
    `Se ela devolveu ${sum}, o reembolso da contestação falha, e o dinheiro volta ao seu saldo. O evento charge.dispute.closed é enviado.`,
  decision: "Decisão",
  isWon: (sum) => `Ganhei: ${sum} voltou`,
  isLost: "Perdi: o dinheiro não volta",
  notDecision: "Escolha o que a bandeira decidiu.",
  closed: { won: "A contestação foi ganha.", lost: "A contestação foi perdida." },
  again: "O dinheiro foi debitado de novo",
  againTitle: "A bandeira debitou o dinheiro de novo?",
  againText: (sum) =>
    `A bandeira pode debitar ${sum} de novo no mesmo caso. A contestação volta a aguardar sua resposta, com um novo reembolso do que resta do pagamento. Outro caso é registrado na página do pagamento.`,
  againDueBy: "Responder até (opcional)",
  takenAgain: "A contestação aguarda sua resposta de novo.",
  notDay: "Informe um dia, como 2026-12-10.",
  excess: "Além do pagamento",
  excessStates: { open: "Aguarda sua decisão", taken: "Debitado", not_taken: "Não debitado" },
  decideExcess: "Decidir",
  excessTitle: "O que uma contestação debitou além do pagamento",
  excessText: (sum) =>
    `A bandeira debitou ${sum} a mais do que restava do pagamento, e o pagador pode ter o dinheiro duas vezes. Responda ao chargeback na adquirente. Depois, registre aqui se você perdeu este dinheiro. Isso não pode ser desfeito.`,
  outcome: "O que aconteceu",
  taken: (sum) => `A bandeira ficou com ${sum}`,
  notTaken: (sum) => `Tenho ${sum}: o valor voltou ou nunca foi debitado`,
  record: "Registrar",
  recorded: "O excesso da contestação foi registrado.",
  notOutcome: "Escolha o que aconteceu.",
  none: html`Não há contestações. Uma aparece aqui quando a adquirente avisa de um chargeback, ou quando você registra um na página de um pagamento.`,
}

export const DISPUTE_WORDS: Words<typeof en> = { en, pt }
