import { DateTime } from "luxon"
import { onBusinessDay } from "../../base/banking-days.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentsMode } from "./mode.ts"
import type { IntentRow } from "./table.ts"

type Terms = PaymentsMode["config"]

/** Longer than for other payments, because the payer of a subscription is not present when the PIX is created. */
export const CYCLE_PIX_SECONDS = 24 * 3600

/** How long a PIX code can be paid, in seconds. */
export function pixLifetime(
  { pixTtlSeconds }: Pick<Terms, "pixTtlSeconds">,
  { subscription, payment_method_options: chosen }: Pick<IntentRow, "subscription" | "payment_method_options">,
): number {
  return subscription ? CYCLE_PIX_SECONDS : (chosen?.pix?.expires_after_seconds ?? pixTtlSeconds)
}

/** The due date of a boleto, counted from the creation of its attempt. */
export function boletoDueDate(
  { boletoDays }: Pick<Terms, "boletoDays">,
  { payment_method_options: chosen }: Pick<IntentRow, "payment_method_options">,
  { created }: Pick<AttemptRow, "created">,
): DueDate {
  return dueDateAfter(created, chosen?.boleto?.expires_after_days ?? boletoDays)
}

/** The instructions on every printed boleto. */
export const INSTRUCTIONS = ["Não receber após o vencimento.", "Não receber valor diferente do valor do documento."]

const ZONE = "America/Sao_Paulo"
const ISO_DATE = "yyyy-MM-dd"

export type DueDate = {
  /** `2026-11-24` */
  date: string
  /** 23:59:59 of that day in São Paulo, in Unix seconds. */
  expires_at: number
}

/** The due date of a boleto created at `now` (Unix seconds): `days` calendar days later in São Paulo. */
export function dueDateAfter(now: number, days: number): DueDate {
  const day = DateTime.fromSeconds(now, { zone: ZONE }).plus({ days })
  return { date: day.toFormat(ISO_DATE), expires_at: Math.floor(day.endOf("day").toSeconds()) }
}

/** The last second in which a boleto can be paid. If the due date is not a business day, the boleto can be paid on the next one. */
export function payableUntil({ expires_at }: Pick<DueDate, "expires_at">): number {
  return onBusinessDay(expires_at)
}

/** The ISO date in São Paulo at a time in Unix seconds. */
export function dayOf(seconds: number): string {
  return DateTime.fromSeconds(seconds, { zone: ZONE }).toFormat(ISO_DATE)
}
