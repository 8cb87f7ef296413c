// What a merchant sees of PIX Automático on the page of a payment.
import { nextBankingDay } from "../../../../base/banking-days.ts"
import { startOfDay } from "../../../../base/day.ts"
import { latestAttemptOf } from "../../../../payments/attempts/store.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { findMandate, findMandateCharge } from "../../../../payments/mandates/store.ts"
import type { MandateChargeRow, MandateRow } from "../../../../payments/mandates/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"
import { facts, idText, titledCard } from "../../components/basics.ts"
import { mandateBadge, mandateCharge } from "../../components/mandate-state.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { dayText } from "../balance/shared/day.ts"

const en = {
  title: "PIX Automático",
  status: "Mandate",
  object: "For",
  charged: "Charges",
  from: "From",
  day: "The bank pays on",
  firstDay: "Retry of the charge of",
  refusal: "Not paid",
  mayRetry: "The bank can be asked again.",
  isOver: "The period is paid by a PIX code.",
}

const WORDS: Words<typeof en> = {
  en,
  pt: {
    title: "Pix Automático",
    status: "Autorização",
    object: "De",
    charged: "Cobra",
    from: "A partir de",
    day: "O banco paga em",
    firstDay: "Nova tentativa da cobrança de",
    refusal: "Não foi paga",
    mayRetry: "O banco pode ser consultado de novo.",
    isOver: "O período é pago por um código PIX.",
  },
}

/** The mandate that a payment was to found, or by which it is charged. */
export async function mandateCard(request: DashboardRequest, intent: IntentRow): Promise<Html | false> {
  if (!intent.payment_method_types.includes("pix_automatico")) return false
  const { database } = request.mode
  const attempt = await latestAttemptOf(database, intent)
  if (attempt?.type !== "pix" || attempt.payment_method === null) return false
  const mandate = await findMandate(database, request.account, attempt.payment_method)
  const charge = await findMandateCharge(database, attempt)
  return mandate !== undefined && card(request, intent, mandate, charge)
}

function card(request: DashboardRequest, intent: IntentRow, mandate: MandateRow, charge: MandateChargeRow | undefined): Html {
  const words = request.words(WORDS)
  const customer = request.pathTo(`/customers/${intent.customer}`)
  const shown = [
    [words.status, html`${mandateBadge(request, mandate.status)} <a href="${customer}">${idText(mandate.id)}</a>`],
    [words.object, mandate.object],
    [words.charged, mandateCharge(request, mandate)],
  ] as const
  const own = charge ? chargeFacts(request, charge) : [[words.from, dayText(request, startOfDay(mandate.first_day))] as const]
  return titledCard(words.title, facts([...shown, ...own]))
}

function chargeFacts(request: DashboardRequest, { day, first_day, refusal }: MandateChargeRow) {
  const words = request.words(WORDS)
  const follows = refusal?.may_retry ? words.mayRetry : words.isOver
  return [
    [words.day, bankDay(request, day)],
    [words.firstDay, first_day !== day && bankDay(request, first_day)],
    [words.refusal, refusal && html`<code>${refusal.code}</code> ${refusal.message} <span class="hint">${follows}</span>`],
  ] as const
}

/** A day as it is counted in src/base/day.ts. Banks pay on the next day on which they are open. */
function bankDay(request: DashboardRequest, day: number): string {
  return dayText(request, startOfDay(nextBankingDay(day)))
}
