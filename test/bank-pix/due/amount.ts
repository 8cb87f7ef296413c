// How long a charge with a due date may be paid, and how much on which day.
import { type Day, daysBetween, isBusinessDay, onBusinessDay, plusDays, type TownHolidays } from "../clock.ts"
import { centsOf } from "../money.ts"
import type { DueTerms } from "./types.ts"

/** Where the payer is: the holidays of his town count. */
export type Place = { town?: string | undefined; holidays: TownHolidays }

/** The due date, moved to a business day. Everything that counts from it counts from there. */
export function dueDay({ calendario }: DueTerms, { town, holidays }: Place): Day {
  return onBusinessDay(calendario.dataDeVencimento, town, holidays)
}

/** The last day on which a charge may be paid. */
export function lastDay(terms: DueTerms, place: Place): Day {
  const last = plusDays(dueDay(terms, place), terms.calendario.validadeAposVencimento)
  return onBusinessDay(last, place.town, place.holidays)
}

/** What is paid on a day, in cents, and of what it is made: total = original + multa + juros − abatimento − desconto. */
export type Amount = { original: number; multa: number; juros: number; abatimento: number; desconto: number; total: number }

/** Throws RangeError for interest by month and by year: how many days those have is not written down. */
export function amountOn(terms: DueTerms, day: Day, place: Place): Amount {
  const { multa, juros, abatimento, desconto } = terms.valor
  const original = centsOf(terms.valor.original)!
  const due = dueDay(terms, place)
  const isLate = day > due
  const parts = {
    multa: multa && isLate ? shareOf(original, multa.valorPerc, multa.modalidade === 2) : 0,
    juros: juros && isLate ? interestOf(original, juros, due, day, place) : 0,
    abatimento: abatimento ? shareOf(original, abatimento.valorPerc, abatimento.modalidade === 2) : 0,
    desconto: desconto && !isLate ? discountOf(original, desconto, due, day, place) : 0,
  }
  return { original, ...parts, total: original + parts.multa + parts.juros - parts.abatimento - parts.desconto }
}

function interestOf(
  original: number,
  { modalidade, valorPerc }: { modalidade: number; valorPerc: string },
  due: Day,
  day: Day,
  place: Place,
): number {
  const kind = (modalidade - 1) % 4
  if (kind > 1) throw new RangeError(`the simulator does not count interest of modalidade ${modalidade}`)
  return shareOf(original, valorPerc, kind === 1, modalidade <= 4 ? daysBetween(due, day) : businessDays(due, day, place))
}

function discountOf(
  original: number,
  discount: NonNullable<DueTerms["valor"]["desconto"]>,
  due: Day,
  day: Day,
  place: Place,
): number {
  const { modalidade, valorPerc = "0.00", descontoDataFixa = [] } = discount
  if (modalidade <= 2) {
    const dates = descontoDataFixa.toSorted((a, b) => (a.data < b.data ? -1 : 1))
    // A date that is the due date moves with it.
    const found = dates.find(({ data }) => day <= onBusinessDay(data, place.town, place.holidays))
    return found ? shareOf(original, found.valorPerc, modalidade === 2) : 0
  }
  const days = modalidade % 2 === 1 ? daysBetween(day, due) : businessDays(day, due, place)
  return shareOf(original, valorPerc, modalidade >= 5, days)
}

/** An amount, or a percentage of the original one, for so many days. */
function shareOf(original: number, text: string, isPercent: boolean, days = 1): number {
  const number = centsOf(text)!
  return Math.round((isPercent ? (original * number) / 10_000 : number) * days)
}

/** Business days after one day until another one. */
function businessDays(from: Day, to: Day, { town, holidays }: Place): number {
  let count = 0
  for (let day = plusDays(from, 1); day <= to; day = plusDays(day, 1)) if (isBusinessDay(day, town, holidays)) count++
  return count
}
