import { type Random, randomFrom } from "../../../scripts/merchants/random.ts"
import type { Day } from "./columns.ts"
import type { Establishment } from "./types.ts"

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/** Numbers and codes as Cielo's. The seed decides them; none is given twice. */
export function idsOf(seed: number) {
  const random = randomFrom(seed)
  let count = 0
  const next = () => ++count
  const short = (day: Day) => day.replaceAll("-", "").slice(2)
  return {
    random,
    /** E 130–151 of an entry: its day, its type, and a number. 19 characters. */
    received: (day: Day, type: string) => `${short(day)}${type}1001${String(next()).padStart(7, "0")}`,
    /** TID: the EC, then 10 letters and digits. */
    tid: ({ ec }: Establishment) => `${ec}${next().toString(36).toUpperCase().padStart(6, "0")}${letters(random, 4)}`,
    nsu: () => String(next() % 1_000_000).padStart(6, "0"),
    authorization: () => letters(random, 6),
    uniqueCode: () => `6${String(next()).padStart(14, "0")}`,
    /** ARN: 23 digits, the last of which is Luhn's. */
    arn: (bin: string, day: Day) => withLuhn(`${bin[0] === "4" ? 2 : 5}${bin}${julian(day)}${String(next()).padStart(11, "0")}`),
    /** EndToEndId: E or D, the bank, the minute, and 11 letters and digits. */
    pix: (kind: "E" | "D", day: Day, time: string) =>
      `${kind}60701190${day.replaceAll("-", "")}${time.slice(0, 4)}${next().toString(36).padStart(7, "0")}${letters(random, 4).toLowerCase()}`,
    negotiation: (day: Day) => `${day.replaceAll("-", "")}${String(next()).padStart(12, "0")}`,
    order: () => `VT${String(next()).padStart(12, "0")}`,
    time: () =>
      [random.integer(8, 22), random.integer(0, 59), random.integer(0, 59)].map((n) => String(n).padStart(2, "0")).join(""),
    lastFour: () => String(random.integer(0, 9999)).padStart(4, "0"),
  }
}
export type Ids = ReturnType<typeof idsOf>

function letters(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick([...LETTERS])).join("")
}

/** The last digit of the year, and the day of the year. */
function julian(day: Day): string {
  const start = Date.parse(`${day.slice(0, 4)}-01-01`)
  return day[3] + String((Date.parse(day) - start) / 86_400_000 + 1).padStart(3, "0")
}

function withLuhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
