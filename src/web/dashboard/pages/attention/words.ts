import type { AttentionKind } from "../../../../attention/item.ts"
import type { Words } from "../../../shared/language.ts"

type Kind = { name: string; todo: string }

const kinds: Record<AttentionKind, Kind> = {
  account_claimed_twice: {
    name: "Account in two databases",
    todo: "Two databases say that they have this account, so it is not served, and nothing of it is worked on. The operator of the platform must find out which one is right, and settle it.",
  },
  refund_by_hand: {
    name: "Refund by hand",
    todo: "The acquirer cannot make this refund. Pay the money back, then record that.",
  },
  reversal_by_hand: {
    name: "Reversal by hand",
    todo: "This money arrived after its payment had ended, and the acquirer cannot send it back. Pay it back, then record that.",
  },
  outcome_unknown: {
    name: "Unknown outcome",
    todo: "Ask the acquirer what happened. Pay nothing back by hand before it has answered.",
  },
  amount_mismatch: {
    name: "Amount mismatch",
    todo: "The acquirer took a different amount than requested. Correct the sale at the acquirer, or decide here.",
  },
  chargeback_unconfirmed: {
    name: "Unconfirmed chargeback",
    todo: "The acquirer notified a chargeback and does not show one. Ask it, then record the chargeback or dismiss the notification.",
  },
  returned_chargeback_unconfirmed: {
    name: "Unconfirmed chargeback of returned money",
    todo: "The acquirer notified a chargeback of money that no payment keeps, and does not show one. Ask it. If there is one, answer it there. Then dismiss the notification.",
  },
  dispute_deadline: {
    name: "Dispute to answer",
    todo: "You can answer this chargeback until the deadline. Accept or refuse it here. The next page says whether Vintém sends your answer to the acquirer, or you do.",
  },
  dispute_exceeds_payment: {
    name: "Dispute above the payment",
    todo: "The card network took more than the payment had left. Answer the chargeback at the acquirer, then record whether you lost the money.",
  },
  balance_negative: {
    name: "Balance below zero",
    todo: "Refunds and disputes took more than came since the last payout. Later payments make up for it. If there are none, settle it with the platform.",
  },
  payout_unmatched: {
    name: "Payment that does not fit",
    todo: "What the bank or a statement says of a payment does not fit. If it is the bank, the platform's operator finds out what the bank has done. If it is a statement, ask the acquirer for the entries of the payment, then resolve this with a reason.",
  },
  statement_difference: {
    name: "Difference in a statement",
    todo: "The acquirer's statement and what was sold differ. Find out why, then resolve it with a reason.",
  },
  statement_refused: {
    name: "Statement that can't be read",
    todo: "Get the file again from the acquirer, and upload it. Then resolve this with a reason.",
  },
  capture_failed: {
    name: "Payment that never arrives",
    todo: "The acquirer could not collect this payment after it had succeeded. Ask the acquirer why, and the payer to pay again. Then resolve this.",
  },
  certificate_expiring: {
    name: "Certificate that ends",
    todo: "Without a new certificate, chargebacks are no longer listed and answered here. Send the operator of the platform a new one from the acquirer.",
  },
  mail_failed: {
    name: "Mail that was not sent",
    todo: "A payer did not get a mail, or perhaps did not. Its page says why. Correct the address if that is it. Then send the mail again, or resolve this.",
  },
  work_failing: { name: "Failing task", todo: "A scheduled task keeps failing. Fix the cause. Vintém retries it automatically." },
  delivery_dead_letter: {
    name: "Webhook not accepted",
    todo: "A receiver did not accept what was sent. Fix the receiver, then send it again.",
  },
}

/** The details of an item for merchants. Those of the domain are in English, and name commands. */
type Details = Partial<Record<AttentionKind, (sum: string) => string>>

const en = {
  kinds,
  details: {
    refund_by_hand: (sum) => `Pay ${sum} back by hand. Then record here that you did.`,
    reversal_by_hand: (sum) => `Pay ${sum} back by hand: it arrived after its payment had ended. Then record here that you did.`,
  } as Details,
  certificateEnds: (day: string) => `The certificate is valid until ${day}.`,
  openMail: "Open the mail",
  pixKey: "The payer's PIX key",
  attention: "Attention",
  kind: "What it is",
  since: "Since",
  amount: "Amount",
  todo: "What to do",
  settle: "Record the outcome",
  decide: "Review",
  resolve: "Take off the list",
  resolveDifference: "Resolve",
  resolveTitle: "Take this task off the list?",
  resolveText: "Vintém retries the task all the same. It is listed again if it succeeds and then fails.",
  reason: "Reason",
  reasonHint: "The audit log keeps it.",
  noReason: "Say why the task needs no attention.",
  resolved: "The task is off the list.",
  acceptDispute: "Accept it",
  refuseDispute: "Refuse it",
  recordChargeback: "Record the chargeback",
  noChargeback: "There is none",
  dismiss: "Dismiss the notification",
  payment: "Open the payment",
  delivery: "Open the oldest delivery",
  endpoint: "Open the endpoint",
  sendAgain: "Send again",
  letters: (count: number, text: string) => (count === 1 ? "1 delivery" : `${text} deliveries`),
  subscription: "Open the subscription",
  detail: "Details",
  more: (count: number) => `These are the oldest ${count}. There are more.`,
  about: "These items need you. Each one leaves the list automatically when its cause is resolved.",
  none: "Nothing needs your attention. What Vintém cannot finish alone appears here.",
}

const pt: typeof en = {
  kinds: {
    refund_by_hand: {
      name: "Reembolso manual",
      todo: "A adquirente não consegue fazer este reembolso. Devolva o dinheiro e depois registre aqui.",
    },
    reversal_by_hand: {
      name: "Devolução manual",
      todo: "Este dinheiro chegou depois do fim do pagamento, e a adquirente não consegue devolvê-lo. Devolva e depois registre aqui.",
    },
    outcome_unknown: {
      name: "Resultado desconhecido",
      todo: "Pergunte à adquirente o que aconteceu. Não devolva nada manualmente antes da resposta.",
    },
    amount_mismatch: {
      name: "Valor divergente",
      todo: "A adquirente cobrou um valor diferente do solicitado. Corrija a venda na adquirente ou decida aqui.",
    },
    chargeback_unconfirmed: {
      name: "Chargeback não confirmado",
      todo: "A adquirente avisou de um chargeback e não o mostra. Pergunte a ela e depois registre o chargeback ou descarte o aviso.",
    },
    returned_chargeback_unconfirmed: {
      name: "Chargeback não confirmado de dinheiro devolvido",
      todo: "A adquirente avisou de um chargeback de dinheiro que nenhum pagamento mantém e não o mostra. Pergunte a ela. Se houver um, responda por lá. Depois descarte o aviso.",
    },
    dispute_deadline: {
      name: "Contestação a responder",
      todo: "Você pode responder a este chargeback até o prazo. Aceite ou recuse aqui. A página seguinte diz se o Vintém envia a resposta à adquirente ou se você a envia.",
    },
    dispute_exceeds_payment: {
      name: "Contestação acima do pagamento",
      todo: "A bandeira debitou mais do que restava do pagamento. Responda ao chargeback na adquirente e depois registre se você perdeu o dinheiro.",
    },
    balance_negative: {
      name: "Saldo negativo",
      todo: "Desde o último repasse, reembolsos e contestações somaram mais do que entrou. Os próximos pagamentos compensam isso. Se não houver, acerte com a plataforma.",
    },
    payout_unmatched: {
      name: "Pagamento que não confere",
      todo: "O que o banco ou um extrato informa sobre um pagamento não confere. Se foi o banco, quem opera a plataforma apura o que ele fez. Se foi um extrato, peça à adquirente os lançamentos do pagamento e depois resolva informando o motivo.",
    },
    statement_difference: {
      name: "Divergência no extrato",
      todo: "O extrato da adquirente e as vendas divergem. Descubra por quê e depois resolva informando o motivo.",
    },
    statement_refused: {
      name: "Extrato que não pode ser lido",
      todo: "Baixe o arquivo de novo na adquirente e envie-o. Depois resolva informando o motivo.",
    },
    capture_failed: {
      name: "Pagamento que não chega",
      todo: "A adquirente não conseguiu capturar este pagamento depois da aprovação. Pergunte a ela o motivo e peça ao pagador que pague de novo. Depois resolva isto.",
    },
    account_claimed_twice: {
      name: "Conta em dois bancos de dados",
      todo: "Dois bancos de dados dizem que têm esta conta. Por isso ela não é atendida, e nada dela é processado. O operador da plataforma precisa descobrir qual deles está certo e resolver isto.",
    },
    certificate_expiring: {
      name: "Certificado perto do vencimento",
      todo: "Sem um certificado novo, os chargebacks deixam de ser listados e respondidos aqui. Peça um à adquirente e envie-o à plataforma.",
    },
    mail_failed: {
      name: "E-mail não enviado",
      todo: "Um pagador não recebeu um e-mail, ou talvez não tenha recebido. A página dele diz por quê. Se for o endereço, corrija-o. Depois envie o e-mail de novo, ou resolva isto.",
    },
    work_failing: {
      name: "Tarefa com falha",
      todo: "Uma tarefa agendada falha repetidamente. Corrija a causa. O Vintém tenta de novo automaticamente.",
    },
    delivery_dead_letter: {
      name: "Webhook não aceito",
      todo: "Um destinatário não aceitou o que foi enviado. Corrija o destinatário e reenvie.",
    },
  },
  details: {
    refund_by_hand: (sum) => `Devolva ${sum} manualmente. Depois, registre aqui que devolveu.`,
    reversal_by_hand: (sum) =>
      `Devolva ${sum} manualmente: o valor chegou depois do fim do pagamento. Depois, registre aqui que devolveu.`,
  },
  certificateEnds: (day) => `O certificado é válido até ${day}.`,
  openMail: "Abrir o e-mail",
  pixKey: "Chave PIX do pagador",
  attention: "Pendências",
  kind: "O que é",
  since: "Desde",
  amount: "Valor",
  todo: "O que fazer",
  settle: "Registrar o resultado",
  decide: "Analisar",
  resolve: "Tirar da lista",
  resolveDifference: "Resolver",
  resolveTitle: "Tirar esta tarefa da lista?",
  resolveText: "O Vintém continua tentando a tarefa. Ela volta à lista se tiver êxito e depois falhar.",
  reason: "Motivo",
  reasonHint: "Fica no registro de auditoria.",
  noReason: "Diga por que a tarefa não precisa de atenção.",
  resolved: "A tarefa saiu da lista.",
  acceptDispute: "Aceitar",
  refuseDispute: "Recusar",
  recordChargeback: "Registrar o chargeback",
  noChargeback: "Não há nenhum",
  dismiss: "Descartar o aviso",
  payment: "Abrir o pagamento",
  delivery: "Abrir a entrega mais antiga",
  endpoint: "Abrir o endpoint",
  sendAgain: "Reenviar",
  letters: (count, text) => (count === 1 ? "1 entrega" : `${text} entregas`),
  subscription: "Abrir a assinatura",
  detail: "Detalhes",
  more: (count) => `Estas são as ${count} mais antigas. Há mais.`,
  about: "Estes itens dependem de você. Cada um sai da lista automaticamente quando a causa é resolvida.",
  none: "Não há pendências. O que o Vintém não consegue concluir sozinho aparece aqui.",
}

export const ATTENTION_WORDS: Words<typeof en> = { en, pt }
