// What a merchant sees of the mandate of a subscription: how it stands, when the payer's bank pays, and why a period is paid by a code.

import type { MandateStatus } from "../../../../acquirers/mandates.ts"
import { nextBankingDay } from "../../../../base/banking-days.ts"
import { startOfDay } from "../../../../base/day.ts"
import { nextDebit } from "../../../../billing/subscriptions/outlook.ts"
import type { Retry } from "../../../../billing/subscriptions/retries.ts"
import type { Subscription } from "../../../../billing/subscriptions/tables.ts"
import { latestAttemptOf } from "../../../../payments/attempts/store.ts"
import { intentsOfIds } from "../../../../payments/intents/store.ts"
import { findMandateCharge, mandatesOfIds, mandatesOfIntent } from "../../../../payments/mandates/store.ts"
import type { MandateRow } from "../../../../payments/mandates/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"
import { idText } from "../../components/basics.ts"
import { mandateBadge } from "../../components/mandate-state.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { dayText } from "../balance/shared/day.ts"

const why: Record<MandateStatus, string> = {
  pending: "The payer has not agreed yet. Until then, each period is paid by a PIX code.",
  active: "The payer’s bank pays each period.",
  rejected: "The payer or the bank has rejected it. Each period is paid by a PIX code.",
  canceled: "It has ended. Each period is paid by a PIX code.",
  expired: "The payer did not agree in time. Each period is paid by a PIX code.",
}

const en = {
  why,
  atBank: (day: string) => `With the payer’s bank, which pays on ${day}`,
  paidOn: (day: string) => `Paid by the payer’s bank on ${day}. It is told on`,
  retriesText: (amount: string) =>
    `The payer’s bank found no money. It tries the same charge of ${amount} again on these days, until it is paid. If the last try fails too, the subscription is unpaid.`,
  codesText: (amount: string) =>
    `The payer’s bank found no money. It tries the same charge of ${amount} again on the days that it takes before the next period. After that each retry is a PIX code. If the last one fails too, the subscription is unpaid.`,
  retryOn: (day: string) => `${day}. The bank is told on`,
  byMandate: "PIX Automático",
  byCode: "PIX code",
}

const WORDS: Words<typeof en> = {
  en,
  pt: {
    why: {
      pending: "O pagador ainda não autorizou. Até lá, cada período é pago por um código PIX.",
      active: "O banco do pagador paga cada período.",
      rejected: "O pagador ou o banco recusou. Cada período é pago por um código PIX.",
      canceled: "Terminou. Cada período é pago por um código PIX.",
      expired: "O pagador não autorizou a tempo. Cada período é pago por um código PIX.",
    },
    atBank: (day) => `Com o banco do pagador, que paga em ${day}`,
    paidOn: (day) => `O banco do pagador paga em ${day}. Ele é avisado em`,
    retriesText: (amount) =>
      `O banco do pagador não encontrou saldo. Ele tenta de novo a mesma cobrança de ${amount} nestes dias, até que seja paga. Se a última tentativa também falhar, a assinatura fica não paga.`,
    codesText: (amount) =>
      `O banco do pagador não encontrou saldo. Ele tenta de novo a mesma cobrança de ${amount} nos dias que aceita antes do próximo período. Depois, cada nova tentativa é um código PIX. Se a última também falhar, a assinatura fica não paga.`,
    retryOn: (day) => `${day}. O banco é avisado em`,
    byMandate: "Pix Automático",
    byCode: "Código PIX",
  },
}

/** The newest mandate that a first payment was to found. Undefined if the payment was none by PIX Automático. */
export async function newestMandate(request: DashboardRequest, payment_intent: string): Promise<MandateRow | undefined> {
  const { account } = request
  const { database } = request.mode
  const ids = (await database.all(mandatesOfIntent, { account, payment_intent })).map(({ id }) => id).sort()
  return (await mandatesOfIds(database, account, ids)).get(ids.at(-1) ?? "")
}

/** How the mandate of a subscription stands. */
export async function mandateFact(request: DashboardRequest, s: Subscription): Promise<Html | undefined> {
  if (s.payment_type !== "pix") return undefined
  const mandate = await newestMandate(request, s.founding_intent)
  if (!mandate) return undefined
  const text = request.words(WORDS).why[mandate.status]
  return html`${mandateBadge(request, mandate.status)} <span class="hint">${text}</span>`
}

/** The charge that is with the payer's bank, and the day on which the bank pays it. Undefined if there is none. */
export async function chargeAtBank(request: DashboardRequest, s: Subscription): Promise<Html | undefined> {
  if (s.mandate === null) return undefined
  const { database } = request.mode
  const intent = (await intentsOfIds(database, request.account, [s.latest_payment_intent])).get(s.latest_payment_intent)
  const attempt = intent?.status === "processing" ? await latestAttemptOf(database, intent) : undefined
  const charge = attempt && (await findMandateCharge(database, attempt))
  if (!charge) return undefined
  const day = bankDay(request, charge.day)
  const link = html`<a href="${request.pathTo(`/payments/${s.latest_payment_intent}`)}">${idText(s.latest_payment_intent)}</a>`
  return html`${request.words(WORDS).atBank(day)}: ${link}`
}

/** When the payer's bank pays what is charged next, and when it is told. Undefined if the next charge is none by mandate, or is with the bank. */
export function debitToCome(request: DashboardRequest, s: Subscription): Html | undefined {
  const debit = nextDebit(s, request.now)
  if (!debit || debit.told_at === null) return undefined
  const day = bankDay(request, debit.day)
  return html`${request.money(s.amount, s.currency)}. ${request.words(WORDS).paidOn(day)} ${request.dateTime(debit.told_at)}`
}

/** The text about retries that begin by mandate. Undefined if there are none by mandate. */
export function mandateRetriesText(request: DashboardRequest, retries: readonly Retry[], amount: string): string | undefined {
  const words = request.words(WORDS)
  if (retries.every(({ day }) => day === undefined)) return undefined
  const endsByCode = retries.at(-1)?.day === undefined
  return endsByCode ? words.codesText(amount) : words.retriesText(amount)
}

/** When a retry is due, and the day of one by mandate. */
export function whenTried(request: DashboardRequest, { at, day }: Retry): Html {
  const on = day !== undefined && request.words(WORDS).retryOn(bankDay(request, day))
  return html`${on} ${request.dateTime(at)}`
}

/** Whether the bank or a code was to pay each charge of a subscription that PIX Automático was to pay. */
export async function waysOf(request: DashboardRequest, s: Subscription, charges: readonly { payment_intent: string }[]) {
  if (s.payment_type !== "pix" || !(await newestMandate(request, s.founding_intent))) return new Map<string, string>()
  const words = request.words(WORDS)
  const intents = await intentsOfIds(
    request.mode.database,
    request.account,
    charges.map(({ payment_intent }) => payment_intent),
  )
  return new Map(
    [...intents].map(([id, intent]) => {
      const [type] = intent.payment_method_types
      return [id, type === "pix_automatico" ? words.byMandate : type === "pix" ? words.byCode : ""]
    }),
  )
}

/** A day as it is counted in src/base/day.ts. Banks pay on the next day on which they are open. */
function bankDay(request: DashboardRequest, day: number): string {
  return dayText(request, startOfDay(nextBankingDay(day)))
}
