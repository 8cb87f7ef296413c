import type { Interval } from "../../billing/calendar.ts"
import type { Language } from "./messages.ts"

/** The texts of a payment link's page. Amounts are arguments. None of these texts has markup. */
export type BuyMessages = {
  title: (payee: string) => string
  every: (amount: string, interval: Interval, count: number) => string
  trial: (days: number) => string
  who: string
  name: string
  email: string
  wrongName: string
  wrongEmail: string
  next: string
  closed: string
  closedText: string
  full: string
  fullText: string
  busy: string
}

const PT_UNITS = { DAY: ["dia", "dias"], WEEK: ["semana", "semanas"], MONTH: ["mês", "meses"], YEAR: ["ano", "anos"] } as const
const EN_UNITS = { DAY: ["day", "days"], WEEK: ["week", "weeks"], MONTH: ["month", "months"], YEAR: ["year", "years"] } as const
const ES_UNITS = { DAY: ["día", "días"], WEEK: ["semana", "semanas"], MONTH: ["mes", "meses"], YEAR: ["año", "años"] } as const

const pt: BuyMessages = {
  title: (payee) => `Comprar de ${payee}`,
  every: (amount, unit, n) => (n === 1 ? `${amount} por ${PT_UNITS[unit][0]}` : `${amount} a cada ${n} ${PT_UNITS[unit][1]}`),
  trial: (days) => `${days === 1 ? "O primeiro dia é grátis" : `Os primeiros ${days} dias são grátis`}. Hoje nada é cobrado.`,
  who: "Quem está comprando?",
  name: "Nome completo",
  email: "E-mail",
  wrongName: "Escreva o nome completo de quem compra.",
  wrongEmail: "Confira o e-mail: ele tem a forma nome@exemplo.com.br.",
  next: "Continuar",
  closed: "Esta venda está encerrada",
  closedText: "Nada foi cobrado. Se você quer comprar, fale com a loja.",
  full: "Esgotado no momento",
  fullText: "Nada foi cobrado. Se outra compra for cancelada, você pode tentar de novo mais tarde.",
  busy: "Não foi possível continuar agora, e nada foi cobrado. Tente de novo em um instante.",
}

const en: BuyMessages = {
  title: (payee) => `Buy from ${payee}`,
  every: (amount, unit, n) => (n === 1 ? `${amount} a ${EN_UNITS[unit][0]}` : `${amount} every ${n} ${EN_UNITS[unit][1]}`),
  trial: (days) => `${days === 1 ? "The first day is free" : `The first ${days} days are free`}. You are charged nothing today.`,
  who: "Who is buying?",
  name: "Full name",
  email: "E-mail",
  wrongName: "Enter the full name of the buyer.",
  wrongEmail: "Check the e-mail address: it looks like name@example.com.",
  next: "Continue",
  closed: "This sale is closed",
  closedText: "You were not charged. If you want to buy, ask the shop.",
  full: "Sold out for now",
  fullText: "You were not charged. If another purchase is canceled, you can try again later.",
  busy: "We could not go on, and you were not charged. Try again in a moment.",
}

const es: BuyMessages = {
  title: (payee) => `Comprar a ${payee}`,
  every: (amount, unit, n) => (n === 1 ? `${amount} por ${ES_UNITS[unit][0]}` : `${amount} cada ${n} ${ES_UNITS[unit][1]}`),
  trial: (days) => `${days === 1 ? "El primer día es gratis" : `Los primeros ${days} días son gratis`}. Hoy no se le cobra nada.`,
  who: "¿Quién compra?",
  name: "Nombre completo",
  email: "Correo electrónico",
  wrongName: "Escriba el nombre completo de quien compra.",
  wrongEmail: "Revise el correo electrónico: tiene la forma nombre@ejemplo.com.",
  next: "Continuar",
  closed: "Esta venta está cerrada",
  closedText: "No se le cobró nada. Si quiere comprar, consulte a la tienda.",
  full: "Agotado por ahora",
  fullText: "No se le cobró nada. Si se cancela otra compra, puede intentarlo más tarde.",
  busy: "No pudimos continuar y no se le cobró nada. Inténtelo de nuevo en un momento.",
}

export const BUY_MESSAGES: Record<Language, BuyMessages> = { pt, en, es }
