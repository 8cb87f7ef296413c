import type { Cases } from "./cases.ts"
import type { Case, Client, Day, Options, Step } from "./types.ts"

/** What an answer is made from: all that Cielo has, who asks, and the day in Brasília. */
export type Moment = {
  options: Options
  cases: Cases
  client: Client
  today: Day
  failing(idChargeback: number): string | undefined
}

/** A client's cases. What was not answered in time is lost by now. */
export function casesOf({ cases, client }: Moment): Case[] {
  return cases.all().filter(({ sale }) => client.establishments.includes(sale.establishment))
}

/** The step with this idChargeback, if it is of this establishment and of the client. */
export function stepOf(moment: Moment, establishment: string, idChargeback: string): { one: Case; step: Step } | undefined {
  for (const one of casesOf(moment).filter(({ sale }) => sale.establishment === establishment)) {
    const step = one.steps.find((known) => String(known.idChargeback) === idChargeback)
    if (step) return { one, step }
  }
  return undefined
}
