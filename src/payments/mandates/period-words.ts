import type { MandatePeriod } from "../../acquirers/mandates.ts"

/** How often a mandate is charged, as it follows an amount: to payers and to merchants. */
export const PERIOD_WORDS: Readonly<Record<"pt" | "en" | "es", Readonly<Record<MandatePeriod, string>>>> = {
  pt: {
    weekly: "por semana",
    monthly: "por mês",
    quarterly: "por trimestre",
    semiannual: "por semestre",
    annual: "por ano",
  },
  en: {
    weekly: "a week",
    monthly: "a month",
    quarterly: "a quarter",
    semiannual: "every six months",
    annual: "a year",
  },
  es: {
    weekly: "por semana",
    monthly: "por mes",
    quarterly: "por trimestre",
    semiannual: "por semestre",
    annual: "por año",
  },
}
