import type { MandatePeriod } from "../../acquirers/mandates.ts"
import type { Agreed } from "../../payments/links/table.ts"
import type { Language } from "./messages.ts"
import { price } from "./page.ts"

/** The texts of a code by which its payer also agrees to PIX Automático. None has markup. */
type MandateMessages = {
  /** Of a code by which nothing is paid now. */
  title: (payee: string) => string
  heading: string
  agreement: (object: string, amount: string, often: string) => string
  periods: Record<MandatePeriod, string>
}

const pt: MandateMessages = {
  title: (payee) => `Autorizar ${payee} por Pix Automático`,
  heading: "Autorize o Pix Automático",
  agreement: (object, amount, often) =>
    `Com este código você também autoriza o Pix Automático de “${object}”: ${amount} ${often}, debitados da sua conta. O seu banco avisa antes de cada débito, e você cancela no aplicativo dele quando quiser.`,
  periods: {
    weekly: "por semana",
    monthly: "por mês",
    quarterly: "por trimestre",
    semiannual: "por semestre",
    annual: "por ano",
  },
}

const en: MandateMessages = {
  title: (payee) => `Authorize ${payee} by PIX Automático`,
  heading: "Authorize PIX Automático",
  agreement: (object, amount, often) =>
    `With this code you also authorize PIX Automático for “${object}”: ${amount} ${often}, debited from your account. Your bank tells you before each debit, and you can cancel in its app at any time.`,
  periods: {
    weekly: "a week",
    monthly: "a month",
    quarterly: "a quarter",
    semiannual: "every six months",
    annual: "a year",
  },
}

const es: MandateMessages = {
  title: (payee) => `Autorizar a ${payee} por PIX Automático`,
  heading: "Autorice el PIX Automático",
  agreement: (object, amount, often) =>
    `Con este código también autoriza el PIX Automático de “${object}”: ${amount} ${often}, debitados de su cuenta. Su banco le avisa antes de cada débito, y puede cancelarlo en su aplicación cuando quiera.`,
  periods: {
    weekly: "por semana",
    monthly: "por mes",
    quarterly: "por trimestre",
    semiannual: "por semestre",
    annual: "por año",
  },
}

export const MANDATE_MESSAGES: Record<Language, MandateMessages> = { pt, en, es }

/** What the payer of a code agrees to, in words. */
export function agreementText({ object, period, amount }: Agreed, language: Language): string {
  const { agreement, periods } = MANDATE_MESSAGES[language]
  return agreement(object, price(amount, "brl", language), periods[period])
}
