import type { AttentionKind } from "../../../attention/item.ts"
import type { Words } from "../shell/language.ts"

type Kind = { name: string; todo: string }

const kinds: Record<AttentionKind, Kind> = {
  refund_by_hand: {
    name: "Refund by hand",
    todo: "The acquirer cannot make this refund. Pay the money back, then settle it.",
  },
  reversal_by_hand: {
    name: "Reversal by hand",
    todo: "This money arrived after its payment had ended, and the acquirer cannot send it back. Pay it back, then settle it.",
  },
  outcome_unknown: {
    name: "Unknown outcome",
    todo: "Ask the acquirer what happened. Pay nothing back by hand before it has answered.",
  },
  amount_mismatch: {
    name: "Another amount",
    todo: "The acquirer took another amount than was asked for. Correct the sale there, or decide here.",
  },
  work_failing: { name: "Failing work", todo: "Something due fails each time. Repair the cause. It is tried again by itself." },
  delivery_dead_letter: {
    name: "Webhook not accepted",
    todo: "An endpoint did not accept an event. Repair the endpoint, then send the event again.",
  },
}

const en = {
  kinds,
  attention: "Attention",
  kind: "What it is",
  since: "Since",
  amount: "Amount",
  todo: "What to do",
  settle: "Settle",
  decide: "Decide",
  payment: "Open the payment",
  delivery: "Open the delivery",
  subscription: "Open the subscription",
  detail: "Details",
  more: (count: number) => `These are the oldest ${count}. There are more.`,
  about: "What cannot be finished without a person. An entry goes away by itself when its cause does.",
  none: "Nothing waits for a person. What Vintém cannot finish alone appears here.",
}

const pt: typeof en = {
  kinds: {
    refund_by_hand: {
      name: "Reembolso à mão",
      todo: "A adquirente não consegue fazer este reembolso. Devolva o dinheiro e depois registre aqui.",
    },
    reversal_by_hand: {
      name: "Devolução à mão",
      todo: "Este dinheiro chegou depois do fim do pagamento, e a adquirente não consegue devolvê-lo. Devolva e depois registre aqui.",
    },
    outcome_unknown: {
      name: "Resultado desconhecido",
      todo: "Pergunte à adquirente o que aconteceu. Não devolva nada à mão antes da resposta.",
    },
    amount_mismatch: {
      name: "Outro valor",
      todo: "A adquirente recebeu um valor diferente do pedido. Corrija a venda lá ou decida aqui.",
    },
    work_failing: {
      name: "Trabalho que falha",
      todo: "Algo que devia ser feito falha todas as vezes. Corrija a causa. A nova tentativa é automática.",
    },
    delivery_dead_letter: {
      name: "Webhook não aceito",
      todo: "Um endpoint não aceitou um evento. Corrija o endpoint e envie o evento de novo.",
    },
  },
  attention: "Pendências",
  kind: "O que é",
  since: "Desde",
  amount: "Valor",
  todo: "O que fazer",
  settle: "Resolver",
  decide: "Decidir",
  payment: "Abrir o pagamento",
  delivery: "Abrir a entrega",
  subscription: "Abrir a assinatura",
  detail: "Detalhes",
  more: (count) => `Estas são as ${count} mais antigas. Há mais.`,
  about: "O que não pode ser concluído sem uma pessoa. Um item some sozinho quando a causa some.",
  none: "Nada espera por uma pessoa. O que o Vintém não consegue concluir sozinho aparece aqui.",
}

export const ATTENTION_WORDS: Words<typeof en> = { en, pt }
