import { html } from "../../../shared/html.ts"
import type { Words } from "../../request/language.ts"
import type { MovementKind } from "./movements.ts"

const kinds: Record<MovementKind, string> = {
  charge: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  refund_failed: "Failed refund",
}

const en = {
  balance: "Balance",
  available: "Net sales",
  pending: "Pending",
  availableText: "What was paid and has come, minus fees and what was refunded and disputed.",
  pendingText: html`Payments that are still processing, and what is still to come of those that were paid.`,
  pendingLink: "Show these payments",
  movements: "Transactions",
  movementsText: "Everything that has changed the net sales. They are the sum of all transactions.",
  kinds,
  kind: "Type",
  amount: "Amount",
  payment: "Payment",
  date: "Date",
  daySum: "Daily total",
  currency: "Currency",
  all: "All",
  from: "From",
  to: "To",
  show: "Show",
  download: "Download CSV",
  downloadHint: (days: number) =>
    `The CSV has the transactions of the chosen days, at most ${days} days. Without a choice it has the last 30 days.`,
  wrongDates: (days: number) => `Choose two days, the earlier one first, at most ${days} days apart.`,
  none: html`Nothing has changed the balance yet. The first payment that succeeds appears here.`,
  noneInRange: "Nothing changed the balance in these days. Choose other days.",
  empty: "There is no balance yet. It begins with the first payment.",
  columns: {
    date: "date",
    kind: "type",
    amount: "amount",
    currency: "currency",
    payment: "payment",
    source: "id",
    description: "description",
  },
}

const pt: typeof en = {
  balance: "Saldo",
  available: "Vendas líquidas",
  pending: "A confirmar",
  availableText: "O que foi pago e já chegou, menos as taxas e o que foi reembolsado e contestado.",
  pendingText: html`Os pagamentos que ainda estão em processamento, e o que ainda vai chegar dos que foram pagos.`,
  pendingLink: "Ver estes pagamentos",
  movements: "Movimentações",
  movementsText: "Tudo o que mudou as vendas líquidas. Elas são a soma de todas as movimentações.",
  kinds: { charge: "Pagamento", refund: "Reembolso", dispute: "Contestação", refund_failed: "Reembolso não concluído" },
  kind: "Movimentação",
  amount: "Valor",
  payment: "Pagamento",
  date: "Data",
  daySum: "Total do dia",
  currency: "Moeda",
  all: "Todas",
  from: "De",
  to: "Até",
  show: "Mostrar",
  download: "Baixar CSV",
  downloadHint: (days) =>
    `O CSV traz as movimentações dos dias escolhidos, no máximo ${days} dias. Sem escolha, traz os últimos 30 dias.`,
  wrongDates: (days) => `Escolha dois dias, o primeiro antes do segundo, com no máximo ${days} dias entre eles.`,
  none: html`Nada mudou o saldo ainda. O primeiro pagamento aprovado aparece aqui.`,
  noneInRange: "Nada mudou o saldo nestes dias. Escolha outros dias.",
  empty: "Ainda não há saldo. Ele começa com o primeiro pagamento.",
  columns: {
    date: "data",
    kind: "movimentacao",
    amount: "valor",
    currency: "moeda",
    payment: "pagamento",
    source: "id",
    description: "descricao",
  },
}

export const WORDS: Words<typeof en> = { en, pt }
