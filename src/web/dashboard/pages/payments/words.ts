import type { PaymentType } from "../../../../acquirers/acquirer.ts"
import type { ShownState } from "../../../../payments/intents/shown-state.ts"
import type { RefundReason, RefundStatus } from "../../../../payments/refunds/table.ts"
import { html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"
import type { Tone } from "../../components/basics.ts"

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
  requires_capture: "To be captured",
  processing: "Processing",
}
const refundStatuses: Record<RefundStatus, string> = { pending: "Pending", succeeded: "Succeeded", failed: "Failed" }
const reasons: Record<RefundReason, string> = {
  duplicate: "Duplicate",
  fraudulent: "Fraudulent",
  requested_by_customer: "Requested by the customer",
  dispute: "Chargeback",
}
const methods: Record<PaymentType, string> = { card: "Card", pix: "PIX", boleto: "Boleto" }

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
  searchHint:
    "Payments are found by an id, the payer's name, e-mail, CPF or CNPJ, the last four digits of the card, words of the description, a value of the metadata, or an amount such as 49,90. The beginning of a word or of an e-mail is enough.",
  notSearched: (min: number, max: number) => `Search for a text of ${min} to ${max} characters.`,
  notAmount: "This is not an amount. Write it as 1.234,56 or 49.90.",
  notDate: "This is not a date.",
  ofCustomer: "Payments of the customer",
  showAll: "Show all",
  searchOn: "No matches on this page. Continue with older payments.",
  noneLikeThis: "No payments match. Change or clear the filters.",
  none: html`There are no payments yet. Create one with <code>POST /v1/payment_intents</code>.`,
  noRefunds: "There are no refunds yet. To refund a payment, open one that is paid.",
  noRefundsLikeThis: "No refunds match. Change or clear the filters.",
  sum: "Refunded",
  sumOfFailed: "Not refunded, because the refunds failed",
  refundCount: (count: number, text: string) => (count === 1 ? "1 refund" : `${text} refunds`),
  ofThemPending: (sum: string) => `${sum} of it pending`,
  ofThemDisputed: (sum: string) => `${sum} of it chargebacks`,
  anyRefund: "With any refund",
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
    requires_capture: "A capturar",
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
  searchHint:
    "Os pagamentos são encontrados por um id, pelo nome, e-mail, CPF ou CNPJ do pagador, pelos quatro últimos dígitos do cartão, por palavras da descrição, por um valor dos metadados ou por um valor como 49,90. Basta o começo de uma palavra ou do e-mail.",
  notSearched: (min, max) => `Busque um texto de ${min} a ${max} caracteres.`,
  notAmount: "Isto não é um valor. Escreva como 1.234,56 ou 49,90.",
  notDate: "Isto não é uma data.",
  ofCustomer: "Pagamentos do cliente",
  showAll: "Mostrar todos",
  searchOn: "Nenhum resultado nesta página. Continue nos pagamentos mais antigos.",
  noneLikeThis: "Nenhum pagamento encontrado. Mude ou limpe os filtros.",
  none: html`Ainda não há pagamentos. Crie um com <code>POST /v1/payment_intents</code>.`,
  noRefunds: "Ainda não há reembolsos. Abra um pagamento com a situação Pago para reembolsá-lo.",
  noRefundsLikeThis: "Nenhum reembolso encontrado. Mude ou limpe os filtros.",
  sum: "Reembolsado",
  sumOfFailed: "Não reembolsado, porque os reembolsos falharam",
  refundCount: (count, text) => (count === 1 ? "1 reembolso" : `${text} reembolsos`),
  ofThemPending: (sum) => `${sum} pendente`,
  ofThemDisputed: (sum) => `${sum} por chargeback`,
  anyRefund: "Com algum reembolso",
}

export const WORDS: Words<typeof en> = { en, pt }
