import type { MandateStatus } from "../../acquirers/mandates.ts"
import { dateOf } from "../../base/day.ts"
import type { Agreed } from "../../payments/links/table.ts"
import { PERIOD_WORDS } from "../../payments/mandates/period-words.ts"
import type { Language } from "./messages.ts"
import { longDate, price } from "./page.ts"

/** The texts of PIX Automático. None has markup. */
type MandateMessages = {
  /** Of a code by which nothing is paid now. */
  title: (payee: string) => string
  heading: string
  until: (time: string) => string
  /** Of a code that also pays. */
  payHeading: string
  /** `charge` is the amount, how often, and from when. `isPaid`: the same code also pays. */
  agreement: (object: string, charge: string, isPaid: boolean) => string
  /** `R$ 49,90 por mês, a partir de 01/12/2026` */
  charge: (amount: string, often: string, from: string) => string
  /** What follows if the payer does not agree. */
  otherwise: { paid: string; free: string }
  /** The end of a payment by which nothing was paid. */
  agreedHeading: string
  refusedHeading: string
  refusedText: string
  expiredText: string
  /** What has become of the mandate of a payment that has succeeded. */
  after: (charge: string) => Record<MandateStatus, string>
  /** Of the charge of a period that is with the payer's bank. */
  debit: (date: string) => string
}

const BY_CODE = {
  pt: "A sua compra vale, e cada período seguinte é pago por um código PIX.",
  en: "Your purchase is made, and each period that follows is paid by a PIX code.",
  es: "Su compra está hecha, y cada período siguiente se paga con un código PIX.",
}

const pt: MandateMessages = {
  title: (payee) => `Autorizar ${payee} por Pix Automático`,
  heading: "Autorize o Pix Automático",
  until: (time) => `Autorize até ${time}, horário de Brasília`,
  payHeading: "Pague e autorize o Pix Automático",
  agreement: (object, charge, isPaid) =>
    `Com ${isPaid ? "o código você também autoriza" : "o código você autoriza"} o Pix Automático de “${object}”: ${charge}, debitados da sua conta. O seu banco avisa antes de cada débito, e você cancela no aplicativo dele quando quiser.`,
  charge: (amount, often, from) => `${amount} ${often}, a partir de ${from}`,
  otherwise: {
    paid: "Se você pagar e não autorizar, a compra vale, e cada período seguinte é pago por um código PIX.",
    free: "Sem a autorização até o prazo, a assinatura não começa, e nada é cobrado.",
  },
  agreedHeading: "Pix Automático autorizado",
  refusedHeading: "Pix Automático não autorizado",
  refusedText: "Nada foi cobrado, e a assinatura não começou. Volte à loja para tentar de novo ou pagar de outra forma.",
  expiredText: "Nada foi cobrado, e a assinatura não começou. Se ainda quiser assinar, volte à loja.",
  after: (charge) => ({
    pending: `O seu banco ainda não confirmou a autorização do Pix Automático. Sem ela, cada período seguinte é pago por um código PIX.`,
    active: `O Pix Automático está autorizado: ${charge}. Você não precisa fazer mais nada, e cancela no aplicativo do banco quando quiser.`,
    rejected: `O Pix Automático não foi autorizado. ${BY_CODE.pt}`,
    canceled: `O Pix Automático foi cancelado. ${BY_CODE.pt}`,
    expired: `O prazo para autorizar o Pix Automático acabou. ${BY_CODE.pt}`,
  }),
  debit: (date) => `O seu banco paga por Pix Automático em ${date}. Você não precisa fazer nada: só tenha saldo na conta.`,
}

const en: MandateMessages = {
  title: (payee) => `Authorize ${payee} by PIX Automático`,
  heading: "Authorize PIX Automático",
  until: (time) => `Authorize by ${time}, São Paulo time`,
  payHeading: "Pay and authorize PIX Automático",
  agreement: (object, charge, isPaid) =>
    `With the code you ${isPaid ? "also authorize" : "authorize"} PIX Automático for “${object}”: ${charge}, debited from your account. Your bank tells you before each debit, and you can cancel in its app at any time.`,
  charge: (amount, often, from) => `${amount} ${often}, from ${from} on`,
  otherwise: {
    paid: "If you pay and do not authorize it, your purchase is made, and each period that follows is paid by a PIX code.",
    free: "Without the authorization by then, the subscription does not begin, and you are charged nothing.",
  },
  agreedHeading: "PIX Automático authorized",
  refusedHeading: "PIX Automático not authorized",
  refusedText:
    "You were charged nothing, and the subscription has not begun. Return to the shop to try again or to pay in another way.",
  expiredText:
    "You were charged nothing, and the subscription has not begun. If you still want to subscribe, return to the shop.",
  after: (charge) => ({
    pending: `Your bank has not confirmed PIX Automático yet. Without it, each period that follows is paid by a PIX code.`,
    active: `PIX Automático is authorized: ${charge}. There is nothing more to do, and you can cancel in your bank’s app at any time.`,
    rejected: `PIX Automático was not authorized. ${BY_CODE.en}`,
    canceled: `PIX Automático was canceled. ${BY_CODE.en}`,
    expired: `The time to authorize PIX Automático is over. ${BY_CODE.en}`,
  }),
  debit: (date) => `Your bank pays by PIX Automático on ${date}. There is nothing to do: only have the money in your account.`,
}

const es: MandateMessages = {
  title: (payee) => `Autorizar a ${payee} por PIX Automático`,
  heading: "Autorice el PIX Automático",
  until: (time) => `Autorice hasta el ${time}, hora de São Paulo`,
  payHeading: "Pague y autorice el PIX Automático",
  agreement: (object, charge, isPaid) =>
    `Con el código ${isPaid ? "también autoriza" : "autoriza"} el PIX Automático de “${object}”: ${charge}, debitados de su cuenta. Su banco le avisa antes de cada débito, y puede cancelarlo en su aplicación cuando quiera.`,
  charge: (amount, often, from) => `${amount} ${often}, desde el ${from}`,
  otherwise: {
    paid: "Si paga y no autoriza, su compra está hecha, y cada período siguiente se paga con un código PIX.",
    free: "Sin la autorización en ese plazo, la suscripción no comienza y no se le cobra nada.",
  },
  agreedHeading: "PIX Automático autorizado",
  refusedHeading: "PIX Automático no autorizado",
  refusedText:
    "No se le cobró nada y la suscripción no comenzó. Vuelva a la tienda para intentarlo de nuevo o pagar de otra forma.",
  expiredText: "No se le cobró nada y la suscripción no comenzó. Si todavía quiere suscribirse, vuelva a la tienda.",
  after: (charge) => ({
    pending: `Su banco todavía no confirmó el PIX Automático. Sin él, cada período siguiente se paga con un código PIX.`,
    active: `El PIX Automático está autorizado: ${charge}. No tiene que hacer nada más, y puede cancelarlo en la aplicación de su banco cuando quiera.`,
    rejected: `El PIX Automático no fue autorizado. ${BY_CODE.es}`,
    canceled: `El PIX Automático fue cancelado. ${BY_CODE.es}`,
    expired: `Se acabó el plazo para autorizar el PIX Automático. ${BY_CODE.es}`,
  }),
  debit: (date) => `Su banco paga por PIX Automático el ${date}. No tiene que hacer nada: solo tenga saldo en la cuenta.`,
}

export const MANDATE_MESSAGES: Record<Language, MandateMessages> = { pt, en, es }

/** How much the payer of a mandate is charged, how often, and from when. */
export function chargeText({ period, amount, first_day }: Agreed, language: Language): string {
  const { charge } = MANDATE_MESSAGES[language]
  return charge(price(amount, "brl", language), PERIOD_WORDS[language][period], longDate(dateOf(first_day), language))
}

/** What the payer of a code agrees to, in words, and what follows otherwise. `amount` is what the same code pays, in cents. */
export function agreementTexts(agreed: Agreed, amount: number, language: Language): string[] {
  const { agreement, otherwise } = MANDATE_MESSAGES[language]
  const isPaid = amount > 0
  return [agreement(agreed.object, chargeText(agreed, language), isPaid), isPaid ? otherwise.paid : otherwise.free]
}
