import type { MandateStatus } from "../../../acquirers/mandates.ts"
import type { Agreed } from "../../../payments/links/table.ts"
import { PERIOD_WORDS } from "../../../payments/mandates/period-words.ts"
import type { Html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { badge, type Tone } from "./basics.ts"

const TONES: Record<MandateStatus, Tone> = {
  pending: "waiting",
  active: "good",
  rejected: "bad",
  canceled: "calm",
  expired: "calm",
}

const statuses: Record<MandateStatus, string> = {
  pending: "Waits for the payer",
  active: "Active",
  rejected: "Rejected",
  canceled: "Canceled",
  expired: "Expired",
}

const en = { statuses, periods: PERIOD_WORDS.en }

const WORDS: Words<typeof en> = {
  en,
  pt: {
    statuses: {
      pending: "Aguarda o pagador",
      active: "Ativo",
      rejected: "Recusado",
      canceled: "Cancelado",
      expired: "Expirado",
    },
    periods: PERIOD_WORDS.pt,
  },
}

export function mandateBadge(request: DashboardRequest, status: MandateStatus): Html {
  return badge(TONES[status], request.words(WORDS).statuses[status])
}

/** What a mandate charges each time, and how often: `R$ 49,90 por mês`. */
export function mandateCharge(request: DashboardRequest, { amount, period }: Pick<Agreed, "amount" | "period">): string {
  return `${request.money(amount, "brl")} ${request.words(WORDS).periods[period]}`
}
