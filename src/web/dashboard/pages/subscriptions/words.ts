import type { PaymentType } from "../../../../acquirers/acquirer.ts"
import type { Interval } from "../../../../billing/calendar.ts"
import type { SubscriptionStatus } from "../../../../billing/subscriptions/state.ts"
import { html } from "../../../shared/html.ts"
import type { Tone } from "../../components/basics.ts"
import type { Words } from "../../request/language.ts"

/** The color of each status. */
export const STATUS_TONES: Record<SubscriptionStatus, Tone> = {
  ACTIVE: "good",
  TRIALING: "good",
  PAST_DUE: "waiting",
  INCOMPLETE: "waiting",
  UNPAID: "bad",
  CANCELED: "calm",
}

const statuses: Record<SubscriptionStatus, string> = {
  ACTIVE: "Active",
  TRIALING: "In trial",
  PAST_DUE: "Past due",
  INCOMPLETE: "First charge failed",
  UNPAID: "Unpaid",
  CANCELED: "Canceled",
}

const methods: Record<PaymentType, string> = { card: "Card", pix: "PIX", boleto: "Boleto" }

const units: Record<Interval, readonly [one: string, several: string]> = {
  DAY: ["day", "days"],
  WEEK: ["week", "weeks"],
  MONTH: ["month", "months"],
  YEAR: ["year", "years"],
}

const en = {
  statuses,
  methods,
  every: (interval: Interval, count: number) =>
    count === 1 ? `every ${units[interval][0]}` : `every ${count} ${units[interval][1]}`,
  subscriptions: "Subscriptions",
  all: "All",
  ofCustomer: "Subscriptions of the customer",
  ofPlan: "Subscriptions to the plan",
  showAll: "Show all",
  amount: "Amount",
  status: "Status",
  plan: "Plan",
  customer: "Customer",
  nextCharge: "Next charge",
  created: "Created",
  none: html`There is no subscription yet. A payment for a product with an active plan starts one: create a plan under Products.`,
  noneWith: "No subscriptions match.",
  title: (plan: string, customer: string) => `${plan} – ${customer}`,
  product: "Product",
  paidBy: "Paid by",
  noCard: "No card is saved: the next charge will fail",
  trial: "Trial",
  period: "Period",
  currentPeriod: "Current period",
  to: "to",
  willCharge: (amount: string) => `${amount}, charged on`,
  noCharge: "None",
  openCharge: "A charge is waiting for the payer or the acquirer",
  cancelAt: "Will be canceled",
  canceledAt: "Canceled",
  reason: "Reason",
  firstPayment: "First payment",
  retries: "Retries",
  retriesText: (amount: string) =>
    `The charge of this period failed. ${amount} is charged again at these times, until it is paid. If the last one fails too, the subscription is unpaid.`,
  retriesOver:
    "The charge failed, and so did every retry. Nothing is charged any more. Cancel the subscription, or let the customer subscribe again.",
  retry: (number: number) => `Retry ${number}`,
  lastRetry: "the last one",
  periods: "Periods and charges",
  charge: "Charge",
  attempt: (number: number) => (number === 1 ? "Renewal" : `Retry ${number - 1}`),
  paid: "Paid",
  failed: "Failed",
  open: "Open",
  inTrial: "Covered by the trial",
  byFirst: "Paid by the first payment",
  noCharges: "Nothing was charged",
  earlier: "Earlier periods",
  later: "Later periods",
  when: "When",
  result: "Result",
  cancel: "Cancel the subscription",
  changeCancellation: "Change the cancellation",
  cancelTitle: "Cancel the subscription",
  cancelText: (plan: string, customer: string, amount: string, every: string) =>
    `${customer} pays ${amount} ${every} for ${plan}. A canceled subscription is never charged again and cannot be resumed. Nothing is refunded: refund a payment on its own page. An open charge is canceled with the subscription.`,
  cancelWhen: "When it ends",
  atPeriodEnd: "At the end of the period",
  atPeriodEndHint: (end: ReturnType<typeof html>) => html`${end}. It can be canceled at once in the meantime.`,
  atOnce: "Immediately",
  atOnceHint: "This cannot be undone.",
  reasonHint: "For your records, and in API responses. The customer is not told.",
  cancelButton: "Cancel the subscription",
  keep: "Keep it",
  canceledNotice: "The subscription is canceled.",
  willEndNotice: "The subscription will be canceled at the end of its period.",
}

const unidades: typeof units = {
  DAY: ["dia", "dias"],
  WEEK: ["semana", "semanas"],
  MONTH: ["mês", "meses"],
  YEAR: ["ano", "anos"],
}

const pt: typeof en = {
  statuses: {
    ACTIVE: "Ativa",
    TRIALING: "Em teste grátis",
    PAST_DUE: "Em atraso",
    INCOMPLETE: "Primeira cobrança falhou",
    UNPAID: "Inadimplente",
    CANCELED: "Cancelada",
  },
  methods: { card: "Cartão", pix: "PIX", boleto: "Boleto" },
  every: (interval, count) => `a cada ${count === 1 ? unidades[interval][0] : `${count} ${unidades[interval][1]}`}`,
  subscriptions: "Assinaturas",
  all: "Todas",
  ofCustomer: "Assinaturas do cliente",
  ofPlan: "Assinaturas do plano",
  showAll: "Mostrar todas",
  amount: "Valor",
  status: "Situação",
  plan: "Plano",
  customer: "Cliente",
  nextCharge: "Próxima cobrança",
  created: "Criada",
  none: html`Ainda não há assinaturas. Um pagamento de um produto com plano ativo inicia uma: crie um plano em Produtos.`,
  noneWith: "Nenhuma assinatura corresponde.",
  title: (plan, customer) => `${plan} – ${customer}`,
  product: "Produto",
  paidBy: "Paga com",
  noCard: "Nenhum cartão salvo: a próxima cobrança vai falhar",
  trial: "Teste grátis",
  period: "Período",
  currentPeriod: "Período atual",
  to: "até",
  willCharge: (amount) => `${amount}, cobrado em`,
  noCharge: "Nenhuma",
  openCharge: "Uma cobrança aguarda o pagador ou a adquirente",
  cancelAt: "Será cancelada",
  canceledAt: "Cancelada",
  reason: "Motivo",
  firstPayment: "Primeiro pagamento",
  retries: "Novas tentativas",
  retriesText: (amount) =>
    `A cobrança deste período falhou. ${amount} será cobrado de novo nestas datas, até que seja pago. Se a última também falhar, a assinatura fica inadimplente.`,
  retriesOver:
    "A cobrança falhou, e todas as novas tentativas também. Nada mais será cobrado. Cancele a assinatura ou peça que o cliente assine de novo.",
  retry: (number) => `Nova tentativa ${number}`,
  lastRetry: "a última",
  periods: "Períodos e cobranças",
  charge: "Cobrança",
  attempt: (number) => (number === 1 ? "Renovação" : `Nova tentativa ${number - 1}`),
  paid: "Paga",
  failed: "Falhou",
  open: "Em aberto",
  inTrial: "Coberto pelo teste grátis",
  byFirst: "Pago pelo primeiro pagamento",
  noCharges: "Nada foi cobrado",
  earlier: "Períodos anteriores",
  later: "Períodos posteriores",
  when: "Quando",
  result: "Resultado",
  cancel: "Cancelar a assinatura",
  changeCancellation: "Mudar o cancelamento",
  cancelTitle: "Cancelar a assinatura",
  cancelText: (plan, customer, amount, every) =>
    `${customer} paga ${amount} ${every} por ${plan}. Uma assinatura cancelada nunca mais é cobrada e não pode ser retomada. Nada é reembolsado: reembolse um pagamento na página dele. Uma cobrança em aberto é cancelada junto.`,
  cancelWhen: "Quando termina",
  atPeriodEnd: "No fim do período",
  atPeriodEndHint: (end) => html`${end}. Até lá, ainda pode ser cancelada na hora.`,
  atOnce: "Imediatamente",
  atOnceHint: "Esta ação não pode ser desfeita.",
  reasonHint: "Para o seu controle e nas respostas da API. O cliente não é avisado.",
  cancelButton: "Cancelar a assinatura",
  keep: "Manter a assinatura",
  canceledNotice: "A assinatura foi cancelada.",
  willEndNotice: "A assinatura será cancelada no fim do período.",
}

export const WORDS: Words<typeof en> = { en, pt }
