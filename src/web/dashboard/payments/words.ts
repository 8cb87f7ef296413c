import type { PaymentMethodType } from "../../../payments/intents/create.ts"
import type { ShownState } from "../../../payments/intents/shown-state.ts"
import type { RefundReason, RefundStatus } from "../../../payments/refunds/store.ts"
import { html } from "../../html.ts"
import type { Words } from "../shell/language.ts"
import type { Tone } from "../shell/pieces.ts"

export const REFUND_TONES: Record<RefundStatus, Tone> = { pending: "waiting", succeeded: "good", failed: "bad" }

const states: Record<ShownState, string> = {
  paid: "Paid",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
  disputed: "Disputed",
  failed: "Failed",
  expired: "Expired",
  canceled: "Canceled",
  requires_payment_method: "Incomplete",
  requires_confirmation: "Not confirmed",
  requires_action: "Waits for the payer",
  processing: "Processing",
}
const refundStatuses: Record<RefundStatus, string> = { pending: "Pending", succeeded: "Succeeded", failed: "Failed" }
const reasons: Record<RefundReason, string> = {
  duplicate: "Duplicate",
  fraudulent: "Fraudulent",
  requested_by_customer: "Requested by the customer",
  dispute: "Chargeback",
}
const methods: Record<PaymentMethodType, string> = { card: "Card", pix: "PIX", boleto: "Boleto" }

const en = {
  states,
  refundStatuses,
  reasons,
  methods,
  payments: "Payments",
  refunds: "Refunds",
  all: "All",
  amount: "Amount",
  status: "Status",
  method: "Method",
  description: "Description",
  customer: "Customer",
  date: "Date",
  reason: "Reason",
  payment: "Payment",
  from: "From",
  to: "To",
  dates: "Days begin and end in Brasília time.",
  filter: "Filter",
  clear: "Clear",
  export: "Export as CSV",
  search: "Results for",
  noSuchId: (id: string) => `Nothing in this account and mode has the id ${id}.`,
  notUnderstood: "Search for an id, an e-mail, a CPF or CNPJ, or an amount such as 49,90.",
  notAmount: "This is not an amount. Write it as 1.234,56 or 49.90.",
  notDate: "This is not a date.",
  ofCustomer: "Payments of the customer",
  showAll: "Show all",
  noCustomer: "No customer has this e-mail or document.",
  manyCustomers: (count: number) => `More customers match. These are payments of the newest ${count}.`,
  searchOn: "No matches on this page. Continue with older payments.",
  noneLikeThis: "No payments match. Change or clear the filters.",
  none: html`There are no payments yet. Create one with <code>POST /v1/payment_intents</code>.`,
  noRefunds: "There are no refunds yet. To refund a payment, open one that is paid.",
  noRefundsWithStatus: "No refund has this status.",
}

const pt: typeof en = {
  states: {
    paid: "Pago",
    partly_refunded: "Reembolsado em parte",
    refunded: "Reembolsado",
    disputed: "Contestado",
    failed: "Falhou",
    expired: "Expirado",
    canceled: "Cancelado",
    requires_payment_method: "Incompleto",
    requires_confirmation: "Não confirmado",
    requires_action: "Aguarda o pagador",
    processing: "Em processamento",
  },
  refundStatuses: { pending: "Pendente", succeeded: "Concluído", failed: "Falhou" },
  reasons: {
    duplicate: "Duplicidade",
    fraudulent: "Fraude",
    requested_by_customer: "Pedido do cliente",
    dispute: "Chargeback",
  },
  methods: { card: "Cartão", pix: "PIX", boleto: "Boleto" },
  payments: "Pagamentos",
  refunds: "Reembolsos",
  all: "Todos",
  amount: "Valor",
  status: "Situação",
  method: "Meio de pagamento",
  description: "Descrição",
  customer: "Cliente",
  date: "Data",
  reason: "Motivo",
  payment: "Pagamento",
  from: "De",
  to: "Até",
  dates: "Os dias começam e terminam no horário de Brasília.",
  filter: "Filtrar",
  clear: "Limpar",
  export: "Exportar CSV",
  search: "Resultados de",
  noSuchId: (id) => `Nada nesta conta e neste modo tem o id ${id}.`,
  notUnderstood: "Busque um id, um e-mail, um CPF ou CNPJ, ou um valor como 49,90.",
  notAmount: "Isto não é um valor. Escreva como 1.234,56 ou 49,90.",
  notDate: "Isto não é uma data.",
  ofCustomer: "Pagamentos do cliente",
  showAll: "Mostrar todos",
  noCustomer: "Nenhum cliente tem este e-mail ou documento.",
  manyCustomers: (count) => `Há mais clientes assim. Estes são os pagamentos dos ${count} mais recentes.`,
  searchOn: "Nenhum resultado nesta página. Continue nos pagamentos mais antigos.",
  noneLikeThis: "Nenhum pagamento encontrado. Mude ou limpe os filtros.",
  none: html`Ainda não há pagamentos. Crie um com <code>POST /v1/payment_intents</code>.`,
  noRefunds: "Ainda não há reembolsos. Abra um pagamento com a situação Pago para reembolsá-lo.",
  noRefundsWithStatus: "Nenhum reembolso está nesta situação.",
}

export const WORDS: Words<typeof en> = { en, pt }
