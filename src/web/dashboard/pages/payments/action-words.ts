import type { CardErrorCode } from "../../../../base/errors.ts"
import type { RefundStatus } from "../../../../payments/refunds/table.ts"
import type { Words } from "../../../shared/language.ts"

const codes: Record<CardErrorCode | "processing_error", string> = {
  card_declined: "The issuer refuses the card",
  insufficient_funds: "Insufficient funds",
  expired_card: "The card has expired",
  incorrect_cvc: "The security code is wrong",
  authentication_failed: "3DS fails",
  processing_error: "The acquirer cannot process it",
}
const refunded: Record<RefundStatus, (sum: string) => string> = {
  succeeded: (sum) => `${sum} went back to the payer.`,
  pending: (sum) => `The refund of ${sum} is under way. The acquirer has not finished it yet, and this page shows when it has.`,
  failed: (sum) => `The acquirer refused the refund of ${sum}. The payment can be refunded again.`,
}

const en = {
  codes,
  refunded,
  refundTitle: "Refund a payment",
  refundText: (sum: string, payer: string, method: string) =>
    `This sends up to ${sum} back to ${payer} by the method of the payment: ${method}. If you refund a part, you can refund more of it later. This cannot be undone. No event is sent. The acquirer may take a moment to respond.`,
  boleto:
    "Most acquirers cannot refund a boleto. Then the refund is listed under Attention, until you have paid the money back by hand and recorded that.",
  amount: "Amount",
  amountHint: (sum: string) => `At most ${sum}.`,
  leftHint: (sum: string, back: string) => `At most ${sum}. ${back} has gone back already, or is on its way.`,
  leftChanged: (sum: string) =>
    `Another refund or a chargeback was recorded since this form was opened. ${sum} is left now. Check whether your refund is still needed.`,
  reason: "Reason",
  noReason: "None",
  refundButton: "Refund",
  notAmount: "This is not an amount. Write it as 1.234,56 or 49.90.",
  captureTitle: "Capture a payment",
  captureText: (sum: string, payer: string) =>
    `The card of ${payer} is authorized for ${sum}. Take all of it, or a part: once, and the acquirer releases the rest. A payment in installments is captured as a whole. The event payment_intent.succeeded is sent.`,
  captureButton: "Capture",
  captured: (sum: string) => `${sum} was captured.`,
  capturing: "The acquirer has not said yet whether it captured. This page shows when it has.",
  cancelTitle: "Cancel a payment",
  cancelText: (sum: string, payer: string) =>
    `The payment of ${sum} by ${payer} is canceled for good. If the payer still pays its PIX or boleto, the money is sent back. The event payment_intent.canceled is sent.`,
  cancelReason: "Reason",
  cancelHint: "It is kept with the payment and sent in the event. It may be empty.",
  cancelButton: "Cancel payment",
  canceled: "The payment is canceled.",
  disputeTitle: "Record a chargeback",
  disputeText: (payer: string) =>
    `The card network has taken money of the payment by ${payer} back. This records a refund without sending money, and sends the event charge.dispute.created. It cannot be undone. Do it only if the acquirer has told you of the chargeback.`,
  disputeAmount: "What the card network took",
  disputeHint: (left: string) => `The payment has ${left} left. What was taken beyond that waits for your decision.`,
  disputeDueBy: "You can answer until (leave it empty if you cannot: then the dispute is lost)",
  notDay: "Give a day, such as 2026-12-10.",
  disputeButton: "Record the chargeback",
  disputed: "The chargeback is recorded.",
  dismissTitle: "Dismiss a notified chargeback",
  dismissText: (sum: string, payer: string) =>
    `A chargeback of the payment of ${sum} by ${payer} was notified, and the acquirer does not show one. Dismiss it only if the acquirer has told you that there is none. Nothing is booked, and the acquirer is no longer asked.`,
  dismissButton: "There is no chargeback",
  dismissed: "The notification is dismissed.",
  settleRefundTitle: "Record the outcome of a refund",
  settleRefundText: (sum: string, payer: string) =>
    `Say what happened to the refund of ${sum} to ${payer}. Vintém sends no money and no event: it only records what you or the acquirer have done. This cannot be undone. Ask the acquirer first, so that the money does not go back twice.`,
  outcome: "What happened",
  made: "The money went back",
  failed: "The money definitely did not go back: the payment can be refunded again",
  notOutcome: "Choose what happened.",
  settleButton: "Record the outcome",
  refundSettled: { succeeded: "The refund is recorded as made.", failed: "The refund is recorded as failed." },
  reversalTitle: "Record the return of a late payment",
  reversalText: (sum: string) =>
    `${sum} arrived after its payment had ended, so it belongs to the payer. Record that it went back, paid by you or by the acquirer. Vintém sends no money and no event. This cannot be undone.`,
  reversalButton: "Record that the money went back",
  reversalSettled: "The reversal is recorded as made.",
  chargeTitle: "Resolve an amount mismatch",
  chargeText: (taken: string, sum: string) =>
    `The acquirer took ${taken} instead of ${sum}. Correct or cancel the sale at the acquirer if you can. Decide here if you cannot. This cannot be undone.`,
  decision: "Decision",
  accept: (sum: string) =>
    `Accept it: the payment succeeds with ${sum}, payment_intent.succeeded is sent, and you sort out the difference with the payer`,
  sendBack: (taken: string) =>
    `Send it back: what the acquirer still has of ${taken} goes back to the payer, the payment is canceled, and payment_intent.payment_failed is sent`,
  unansweredTitle: "Record the outcome of a charge",
  unansweredText: (sum: string, reference: string) =>
    `The acquirer has not said whether the payment of ${sum} was made. Ask it about the sale ${reference}, and record what it says. This cannot be undone.`,
  notMade: "Nothing was taken: the payment is canceled, and payment_intent.payment_failed is sent",
  recordedNotMade: "The charge is recorded as not made.",
  chargeButton: "Apply this decision",
  accepted: "The payment succeeded.",
  sentBack: "The money is sent back, and the payment is canceled.",
  payTitle: "Pay in test mode",
  payText: (sum: string) =>
    `The payment of ${sum} succeeds, as if the payer had paid. The event payment_intent.succeeded is sent. No money moves.`,
  payButton: "Pay",
  paid: "The payment succeeded.",
  failTitle: "Make a payment fail in test mode",
  failText: (sum: string) =>
    `The payment of ${sum} fails, as if the acquirer had refused it. The event payment_intent.payment_failed is sent.`,
  code: "Why it fails",
  notCode: "Choose why it fails.",
  failButton: "Make it fail",
  failedNow: "The payment failed.",
  expireTitle: "Let a payment expire in test mode",
  expireText: (sum: string) =>
    `The time to pay ${sum} runs out. The events payment_intent.payment_failed and payment_intent.canceled are sent.`,
  expireButton: "Let it expire",
  expired: "The payment expired.",
}

const pt: typeof en = {
  codes: {
    card_declined: "O emissor recusa o cartão",
    insufficient_funds: "Saldo insuficiente",
    expired_card: "O cartão venceu",
    incorrect_cvc: "O código de segurança está errado",
    authentication_failed: "O 3DS falha",
    processing_error: "A adquirente não consegue processar",
  },
  refunded: {
    succeeded: (sum) => `O valor de ${sum} foi devolvido ao pagador.`,
    pending: (sum) =>
      `O reembolso de ${sum} está em andamento. A adquirente ainda não o concluiu, e esta página mostra quando concluir.`,
    failed: (sum) => `A adquirente recusou o reembolso de ${sum}. O pagamento pode ser reembolsado de novo.`,
  },
  refundTitle: "Reembolsar um pagamento",
  refundText: (sum, payer, method) =>
    `Devolve até ${sum} a ${payer} pelo mesmo meio do pagamento: ${method}. Se você reembolsar uma parte, poderá reembolsar mais depois. Esta ação não pode ser desfeita. Nenhum evento é enviado. A adquirente pode demorar um pouco a responder.`,
  boleto:
    "A maioria das adquirentes não reembolsa boletos. Nesse caso o reembolso fica em Pendências até você devolver o dinheiro manualmente e registrar.",
  amount: "Valor",
  amountHint: (sum) => `No máximo ${sum}.`,
  leftHint: (sum, back) => `No máximo ${sum}. ${back} já foi devolvido ou está a caminho.`,
  leftChanged: (sum) =>
    `Outro reembolso ou uma contestação foi registrado depois que este formulário foi aberto. Agora restam ${sum}. Verifique se o seu reembolso ainda é necessário.`,
  reason: "Motivo",
  noReason: "Nenhum",
  refundButton: "Reembolsar",
  notAmount: "Isto não é um valor. Escreva como 1.234,56 ou 49,90.",
  captureTitle: "Capturar um pagamento",
  captureText: (sum, payer) =>
    `O cartão de ${payer} está autorizado em ${sum}. Capture o valor todo ou uma parte: uma vez só, e a adquirente libera o resto. Um pagamento parcelado é capturado por inteiro. O evento payment_intent.succeeded é enviado.`,
  captureButton: "Capturar",
  captured: (sum) => `O valor de ${sum} foi capturado.`,
  capturing: "A adquirente ainda não disse se capturou. Esta página mostra quando disser.",
  cancelTitle: "Cancelar um pagamento",
  cancelText: (sum, payer) =>
    `O pagamento de ${sum} de ${payer} é cancelado em definitivo. Se o pagador ainda pagar um PIX ou boleto dele, o dinheiro é devolvido. O evento payment_intent.canceled é enviado.`,
  cancelReason: "Motivo",
  cancelHint: "Fica no pagamento e vai no evento. Pode ficar em branco.",
  cancelButton: "Cancelar pagamento",
  canceled: "O pagamento foi cancelado.",
  disputeTitle: "Registrar um chargeback",
  disputeText: (payer) =>
    `A bandeira tomou de volta dinheiro do pagamento de ${payer}. Isto registra um reembolso, sem enviar dinheiro, e envia o evento charge.dispute.created. Não pode ser desfeito. Faça isto só se a adquirente avisou você do chargeback.`,
  disputeAmount: "Quanto a bandeira debitou",
  disputeHint: (left) => `Restam ${left} do pagamento. O que foi debitado além disso fica para você decidir.`,
  disputeDueBy: "Você pode responder até (deixe vazio se não pode: a contestação fica perdida)",
  notDay: "Informe um dia, como 2026-12-10.",
  disputeButton: "Registrar o chargeback",
  disputed: "O chargeback foi registrado.",
  dismissTitle: "Descartar um aviso de chargeback",
  dismissText: (sum, payer) =>
    `Um chargeback do pagamento de ${sum} de ${payer} foi avisado, e a adquirente não o mostra. Descarte só se a adquirente disse a você que ele não existe. Nada é registrado, e a adquirente não é mais consultada.`,
  dismissButton: "Não há chargeback",
  dismissed: "O aviso foi descartado.",
  settleRefundTitle: "Registrar o resultado de um reembolso",
  settleRefundText: (sum, payer) =>
    `Diga o que aconteceu com o reembolso de ${sum} a ${payer}. O Vintém não envia dinheiro nem evento: só registra o que você ou a adquirente fez. Não pode ser desfeito. Pergunte antes à adquirente, para o dinheiro não voltar duas vezes.`,
  outcome: "O que aconteceu",
  made: "O dinheiro voltou",
  failed: "Com certeza não voltou, e o pagamento pode ser reembolsado de novo",
  notOutcome: "Escolha o que aconteceu.",
  settleButton: "Registrar o resultado",
  refundSettled: { succeeded: "O reembolso foi registrado como feito.", failed: "O reembolso foi registrado como não feito." },
  reversalTitle: "Registrar a devolução de um pagamento tardio",
  reversalText: (sum) =>
    `O valor de ${sum} chegou depois do fim do pagamento e pertence ao pagador. Registre que ele foi devolvido, por você ou pela adquirente. O Vintém não envia dinheiro nem evento. Esta ação não pode ser desfeita.`,
  reversalButton: "Registrar a devolução",
  reversalSettled: "A devolução foi registrada como feita.",
  chargeTitle: "Resolver uma divergência de valor",
  chargeText: (taken, sum) =>
    `A adquirente recebeu ${taken} em vez de ${sum}. Se puder, corrija ou cancele a venda na adquirente. Se não, decida aqui. Não pode ser desfeito.`,
  decision: "Decisão",
  accept: (sum) =>
    `Aceitar: o pagamento fica pago com ${sum}, payment_intent.succeeded é enviado e você acerta a diferença com o pagador`,
  sendBack: (taken) =>
    `Devolver: o pagador recebe de volta o que a adquirente ainda tem de ${taken}, o pagamento é cancelado e payment_intent.payment_failed é enviado`,
  unansweredTitle: "Registrar o resultado de uma cobrança",
  unansweredText: (sum, reference) =>
    `A adquirente não disse se o pagamento de ${sum} foi feito. Pergunte a ela pela venda ${reference} e registre a resposta. Não pode ser desfeito.`,
  notMade: "Nada foi cobrado: o pagamento é cancelado e payment_intent.payment_failed é enviado",
  recordedNotMade: "A cobrança foi registrada como não feita.",
  chargeButton: "Aplicar esta decisão",
  accepted: "O pagamento está pago.",
  sentBack: "O dinheiro está sendo devolvido e o pagamento foi cancelado.",
  payTitle: "Pagar no modo de teste",
  payText: (sum) =>
    `O pagamento de ${sum} fica pago, como se o pagador tivesse pago. O evento payment_intent.succeeded é enviado. Nenhum dinheiro se move.`,
  payButton: "Pagar",
  paid: "O pagamento está pago.",
  failTitle: "Fazer um pagamento falhar no modo de teste",
  failText: (sum) =>
    `O pagamento de ${sum} falha, como se a adquirente o tivesse recusado. O evento payment_intent.payment_failed é enviado.`,
  code: "Por que falha",
  notCode: "Escolha o motivo da falha.",
  failButton: "Fazer falhar",
  failedNow: "O pagamento falhou.",
  expireTitle: "Fazer um pagamento expirar no modo de teste",
  expireText: (sum) =>
    `O prazo para pagar ${sum} termina. Os eventos payment_intent.payment_failed e payment_intent.canceled são enviados.`,
  expireButton: "Fazer expirar",
  expired: "O pagamento expirou.",
}

export const ACTION_WORDS: Words<typeof en> = { en, pt }
