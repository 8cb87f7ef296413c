import type { IntentStatus } from "../../../payments/intents/state.ts"
import { html } from "../../html.ts"
import type { Words } from "../shell/language.ts"
import type { Tone } from "../shell/pieces.ts"

/** How each status is colored. */
export const STATUS_TONES: Record<IntentStatus, Tone> = {
  requires_payment_method: "calm",
  requires_confirmation: "calm",
  requires_action: "waiting",
  processing: "waiting",
  succeeded: "good",
  canceled: "bad",
}

const statuses: Record<IntentStatus, string> = {
  requires_payment_method: "Incomplete",
  requires_confirmation: "Not confirmed",
  requires_action: "Waits for the payer",
  processing: "Processing",
  succeeded: "Succeeded",
  canceled: "Canceled",
}

const en = {
  statuses,
  payments: "Payments",
  all: "All",
  amount: "Amount",
  status: "Status",
  description: "Description",
  customer: "Customer",
  date: "Date",
  created: "Created",
  refunded: "Refunded",
  error: "Error",
  paidBy: "Paid by",
  product: "Product",
  charge: "Charge",
  metadata: "Metadata",
  noneWithStatus: "No payment has this status.",
  none: html`There is no payment yet. Create one with <code>POST /v1/payment_intents</code>.`,
}

const pt: typeof en = {
  statuses: {
    requires_payment_method: "Incompleto",
    requires_confirmation: "Não confirmado",
    requires_action: "Aguarda o pagador",
    processing: "Em processamento",
    succeeded: "Pago",
    canceled: "Cancelado",
  },
  payments: "Pagamentos",
  all: "Todos",
  amount: "Valor",
  status: "Situação",
  description: "Descrição",
  customer: "Cliente",
  date: "Data",
  created: "Criado",
  refunded: "Reembolsado",
  error: "Erro",
  paidBy: "Pago com",
  product: "Produto",
  charge: "Cobrança",
  metadata: "Metadados",
  noneWithStatus: "Nenhum pagamento está nesta situação.",
  none: html`Ainda não há pagamentos. Crie um com <code>POST /v1/payment_intents</code>.`,
}

export const WORDS: Words<typeof en> = { en, pt }
