// The side of Cielo that makes the files of each night.
import { isBankingDay } from "../../../src/base/banking-days.ts"
import { dateOf, dayOf } from "../../../src/base/day.ts"
import type { Sale } from "../../../test/cielo/ledger.ts"
import type { StatementFile } from "../../../test/support/cielo-statements/file.ts"
import { mend } from "../../../test/support/cielo-statements/spoil.ts"
import { type CieloStatements, cieloStatements } from "../../../test/support/cielo-statements/statements.ts"
import type { CardSale } from "../../../test/support/cielo-statements/types.ts"
import type { Random } from "../../merchants/random.ts"
import { AUTOMATIC } from "./contract.ts"
import { scribeOf, type Written } from "./scribe.ts"

/** The share of sales whose lines are missing in their daily file, of days with what nobody has sold here, a rent or an anticipation, and of files made again. */
const LOST = 0.06
const FOREIGN = 0.3
const RENT = 0.3
const ANTICIPATED = 0
const MADE_AGAIN = 0.35
/** Banks' holidays of so many days are in the agenda. */
const AHEAD_DAYS = 600

export type Clerk = {
  statements: CieloStatements
  /** The merchant's sales that are in the agenda. */
  written(): Written[]
  /** Sales of the merchant's number that were not made with Vintém. */
  foreign: readonly CardSale[]
  /** The last day whose events are in the agenda. The payments of the day after it were told. Days count from 1970. */
  lastDay(): number
  /** Ends a day. Returns the files that Cielo makes in the night after it. */
  close(day: number): StatementFile[]
}

type Parts = { seed: number; random: Random; now: () => number; sales: () => Sale[] }

/** `sales` are all that Cielo has. `now` is in Unix seconds. */
export function openClerk({ seed, random, now, sales }: Parts): Clerk {
  const first = dayOf(now())
  const statements = agendaFrom(first, seed, random)
  const scribe = scribeOf({ statements, sales, random })
  const foreign: CardSale[] = []
  const lost = new Set<string>()
  let last = first - 1

  function loseSome(before: readonly Written[]): void {
    for (const each of scribe.written().filter((one) => !before.includes(one)))
      if (random.chance(LOST)) lost.add("pix" in each ? each.pix.id : each.card.tid)
  }

  function actOn(day: string): void {
    if (random.chance(FOREIGN)) foreign.push(statements.sell({ day, amount: random.integer(100, 50_000), automatic: AUTOMATIC }))
    if (random.chance(RENT)) statements.rent({ day, amount: random.integer(100, 5000) })
    try {
      if (random.chance(ANTICIPATED)) statements.anticipate({ day, rate: 1500 })
    } catch (error) {
      // There was nothing to anticipate.
      if (!(error instanceof RangeError)) throw error
    }
  }

  function madeAgain(day: number): StatementFile[] {
    if (!random.chance(MADE_AGAIN) || day === first) return []
    const type = random.pick(["03", "04", "04", "16"] as const)
    const from = random.integer(first, day)
    const reprocessed = random.chance(0.5)
    return [statements.recover(type, dateOf(from), dateOf(random.integer(from, day)), { asOf: dateOf(day + 1), reprocessed })]
  }

  return {
    statements,
    written: scribe.written,
    foreign,
    lastDay: () => last,
    close: (day) => {
      const before = scribe.written()
      scribe.write(day)
      loseSome(before)
      const [date, next] = [dateOf(day), dateOf(day + 1)]
      actOn(date)
      last = day
      const daily = [statements.captured(date), statements.pixOf(date)].map((file) => without(file, lost))
      return [...daily, statements.paid(next), statements.negotiated(next), ...madeAgain(day)]
    },
  }
}

/** An agenda in one of the forms in which Cielo may write it. */
function agendaFrom(first: number, seed: number, random: Random): CieloStatements {
  return cieloStatements({
    seed,
    payments: random.pick(["sent", "paid", "sent, then paid"]),
    negotiated: random.pick(["entry", "status"]),
    units: random.pick(["with entries", "first"]),
    keys: random.pick(["newer", "older"]),
    holidays: Array.from({ length: AHEAD_DAYS }, (_, i) => first + i)
      .filter((day) => !isBankingDay(day))
      .map(dateOf),
  })
}

/** A sale's own lines: of a card, or of a Pix that was received. */
const SALE = /^(E.{26}0[123]|8.{10}01)/

/** A file without the sales that Cielo has lost. */
function without(file: StatementFile, lost: ReadonlySet<string>): StatementFile {
  const isLost = (line: string) => SALE.test(line) && [...lost].some((name) => line.includes(name))
  const lines = file.lines.filter((line) => !isLost(line))
  return lines.length === file.lines.length ? file : mend({ ...file, lines })
}
