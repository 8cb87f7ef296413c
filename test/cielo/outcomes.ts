import type { MpiOutcome } from "./mpi/types.ts"
import { type Brand, type Card, checkDigit } from "./rules/cards.ts"

/**
 * What the issuer says about a card. `atCapture`: the code with which it declines the capture of what it has authorized.
 * `needsAuthentication`: it declines a sale that was not authenticated. `mpi`: what the MPI says of the card.
 */
export type Outcome = {
  code: string
  message: string
  advice?: string
  approved: boolean
  savable?: boolean
  atCapture?: string
  needsAuthentication?: boolean
  mpi?: MpiOutcome
}

const APPROVED: Outcome = { code: "00", message: "Transacao autorizada", approved: true }
/** An issuer's refusal. */
export const refused = (code: string, more: Partial<Outcome> = {}): Outcome => ({
  code,
  message: `Transacao nao autorizada (${code})`,
  approved: false,
  ...more,
})

/** Sandbox cards, by their last digit. The digit 9 is random. */
const BY_LAST_DIGIT: Record<string, Outcome> = {
  0: APPROVED,
  1: APPROVED,
  4: APPROVED,
  2: refused("05"),
  3: refused("57"),
  5: refused("78"),
  6: refused("99"),
  7: refused("77"),
  8: refused("70"),
}

/**
 * Cards for everything else, by the four digits after 999, which are the digits 7 to 9 of their numbers. The key is what a test asks
 * for with `cardFor`. Never change a row's place: the place is in the number.
 */
const SPECIAL: readonly (readonly [name: string, outcome: Outcome])[] = [
  ["approved", APPROVED],
  ["approved with 4", { ...APPROVED, code: "4" }],
  ["approved with 6", { ...APPROVED, code: "6" }],
  ["savable, then 51", refused("51", { savable: true })],
  ["savable, then 05", refused("05", { savable: true })],
  ["advice 03", refused("05", { advice: "03" })],
  ["advice 21", refused("05", { advice: "21" })],
  ["advice 24", refused("51", { advice: "24" })],
  ...codes("51 70 DM 116 121 A5 54 101 BV 57 82 N7 63 91 96 98 99 999 AA AE A1 911 912 BP900 BP901"),
  ...codes("04 07 12 14 15 41 43 46 62 78 R0 R1 R3 05 01 30 58 61 65 77 83"),
  ["91 with advice 03", refused("91", { advice: "03" })],
  ["authorized, then 51", { ...APPROVED, atCapture: "51" }],
  ["authorized, then 05", { ...APPROVED, atCapture: "05" }],
  ["soft decline", { ...APPROVED, needsAuthentication: true }],
  ["soft decline, challenge", { ...APPROVED, needsAuthentication: true, mpi: "challenge_success" }],
  ["soft decline, challenge failure", { ...APPROVED, needsAuthentication: true, mpi: "challenge_failure" }],
  ["challenge", { ...APPROVED, mpi: "challenge_success" }],
  ["challenge failure", { ...APPROVED, mpi: "challenge_failure" }],
  ["not enrolled", { ...APPROVED, mpi: "unavailable" }],
  ["authentication error", { ...APPROVED, mpi: "error" }],
  ["authentication failure", { ...APPROVED, mpi: "frictionless_failure" }],
  ["stand-in", { ...APPROVED, mpi: "stand_in" }],
  ["challenge, then 51", { ...refused("51"), mpi: "challenge_success" }],
]

function codes(list: string): [string, Outcome][] {
  return list.split(" ").map((code) => [code, refused(code)])
}

const PREFIXES: Record<Brand, string> = {
  Visa: "400000",
  Master: "550000",
  Amex: "340000",
  Elo: "636297",
  Aura: "507860",
  JCB: "353000",
  Diners: "300000",
  Discover: "601100",
  Hipercard: "606282",
}
const MARK = "999"
const AT = 6

/** The names of the special cards: refusal codes, and a few more. */
export const SPECIAL_CARDS: readonly string[] = SPECIAL.map(([name]) => name)

/** The number of a card that is approved, or answered with a code (`cardFor("Elo", "63")`). Throws RangeError for an unknown name. */
export function cardFor(brand: Brand, name = "approved"): string {
  const index = SPECIAL_CARDS.indexOf(name)
  if (index < 0) throw new RangeError(`there is no card "${name}"; the cards are: ${SPECIAL_CARDS.join(", ")}`)
  const length = { Amex: 15, Diners: 14 }[brand as string] ?? 16
  const digits = (PREFIXES[brand] + MARK + String(index).padStart(4, "0")).padEnd(length - 1, "0")
  return digits + checkDigit(digits)
}

/** What the issuer says. `random` is from 0 to 1 and decides about cards that end with 9. */
export function outcomeOf(card: Pick<Card, "CardNumber" | "ExpirationDate" | "Brand">, now: Date, random: () => number): Outcome {
  const number = card.CardNumber as string
  if (isPast(card.ExpirationDate as string, now)) return refused("54")
  const outcome = specialOf(number) ?? BY_LAST_DIGIT[number.at(-1) as string] ?? (random() < 0.5 ? APPROVED : refused("05"))
  // Only Mastercard gives advice.
  return card.Brand === "Master" ? outcome : { ...outcome, advice: undefined }
}

/** What the MPI says of a number of `cardFor`. Undefined where the card has nothing of its own there. */
export function specialMpiOutcome(number: string): MpiOutcome | undefined {
  return specialOf(number)?.mpi
}

function specialOf(number: string): Outcome | undefined {
  if (number.slice(AT, AT + MARK.length) !== MARK) return undefined
  return SPECIAL[Number(number.slice(AT + MARK.length, AT + MARK.length + 4))]?.[1] ?? APPROVED
}

function isPast(expiration: string, now: Date): boolean {
  const [month, year] = expiration.split("/").map(Number) as [number, number]
  return Date.UTC(year, month, 1, 3) <= now.getTime() // a card is good until the end of its month, in São Paulo
}
