import { BOOLEAN, type Check, checkOf, matching, members, oneOf, type Schema } from "./check.ts"

export const BRANDS = ["Visa", "Master", "Amex", "Elo", "Aura", "JCB", "Diners", "Discover", "Hipercard"] as const
export type Brand = (typeof BRANDS)[number]

/** The brands that have the rules of cards on file. */
const ON_FILE: readonly Brand[] = ["Visa", "Master", "Elo"]

/** How the numbers of a brand begin. Where a brand has many ranges, it is not checked. */
const BEGINNINGS: Partial<Record<Brand, RegExp>> = {
  Visa: /^4/,
  Master: /^(5[1-5]|2[2-7])/,
  Amex: /^3[47]/,
  Diners: /^3[0689]/,
  JCB: /^(35|2131|1800)/,
}

const HOLDER = matching("^(?=.*\\S)[\\x20-\\x7e]{1,25}$", "1 to 25 characters of ASCII")
const NUMBER = matching("^[0-9]{13,19}$", "13 to 19 digits")
const EXPIRATION = matching("^(0[1-9]|1[0-2])/20[0-9]{2}$", "a month as MM/YYYY")
const SECURITY_CODE = matching("^[0-9]{3,4}$", "3 digits, or 4 of an Amex card")
const TOKEN = matching("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "a GUID")
const BRAND = oneOf(...BRANDS)
const CARD_ON_FILE = members({ Usage: oneOf("First", "Used"), "Reason?": oneOf("Unscheduled", "Recurring") })

/** `CreditCard` of a sale: with a number, or with a token. */
export const CARD_BY_NUMBER: Schema = members({
  CardNumber: NUMBER,
  Holder: HOLDER,
  ExpirationDate: EXPIRATION,
  "SecurityCode?": SECURITY_CODE,
  Brand: BRAND,
  "SaveCard?": BOOLEAN,
  "CardOnFile?": CARD_ON_FILE,
})
export const CARD_BY_TOKEN: Schema = members({
  CardToken: TOKEN,
  "SecurityCode?": SECURITY_CODE,
  Brand: BRAND,
  "CardOnFile?": CARD_ON_FILE,
})

/** `DebitCard` of a sale. It has fewer members and fewer brands. */
export const DEBIT_CARD: Schema = members({
  CardNumber: NUMBER,
  Holder: HOLDER,
  ExpirationDate: EXPIRATION,
  "SecurityCode?": SECURITY_CODE,
  Brand: oneOf("Visa", "Master", "Elo"),
})

/** `CreditCard` of a sale, and the body of a verification. */
export type Card = {
  CardNumber?: string
  CardToken?: string
  Holder?: string
  ExpirationDate?: string
  SecurityCode?: string
  Brand: Brand
  SaveCard?: boolean
  CardOnFile?: { Usage: "First" | "Used"; Reason?: "Unscheduled" | "Recurring" }
}

const CARD_TYPE = oneOf("CreditCard")
const zeroAuthByNumber = checkOf({ ...members({ "CardType?": CARD_TYPE, ...fields(CARD_BY_NUMBER) }) })
const zeroAuthByToken = checkOf({ ...members({ "CardType?": CARD_TYPE, ...fields(CARD_BY_TOKEN) }) })
const tokenShape = checkOf(
  members({
    CustomerName: matching("^(?=.*\\S).{1,255}$", "1 to 255 characters"),
    CardNumber: NUMBER,
    Holder: HOLDER,
    ExpirationDate: EXPIRATION,
    Brand: BRAND,
  }),
)

export const checkZeroAuth: Check = (body) => {
  const messages = byToken(body) ? zeroAuthByToken(body) : zeroAuthByNumber(body)
  return messages.length > 0 ? messages : cardRules(body as Card, "")
}

export const checkToken: Check = (body) => {
  const messages = tokenShape(body)
  return messages.length > 0 ? messages : cardRules(body as Card, "")
}

export function byToken(card: unknown): boolean {
  return typeof card === "object" && card !== null && "CardToken" in card
}

/** What is wrong with a card that is well formed. `path` is where it is: "Payment.CreditCard." */
export function cardRules(card: Card, path: string): string[] {
  const { CardNumber: number, SecurityCode: code, CardOnFile: onFile, Brand: brand } = card
  const messages: string[] = []
  const refuse = (member: string, rule: string) => messages.push(`${path}${member} ${rule}`)
  if (number !== undefined) {
    if (!passesLuhn(number)) refuse("CardNumber", "must have the right check digit")
    if (BEGINNINGS[brand]?.test(number) === false) refuse("Brand", `is ${brand}, but the number is not of ${brand}`)
  }
  if (code !== undefined && code.length !== (brand === "Amex" ? 4 : 3))
    refuse("SecurityCode", `must have ${brand === "Amex" ? 4 : 3} digits`)
  if (onFile && !ON_FILE.includes(brand)) refuse("CardOnFile", "is for Visa, Master and Elo")
  if (onFile?.Usage === "First" && onFile.Reason !== undefined) refuse("CardOnFile.Reason", "must be left out of a first use")
  if (onFile?.Usage === "Used" && onFile.Reason === undefined) refuse("CardOnFile.Reason", "is required of a card that is used")
  return messages
}

export function supportsCardOnFile(brand: Brand): boolean {
  return ON_FILE.includes(brand)
}

/** Whether the last digit is the check digit of the others. */
export function passesLuhn(digits: string): boolean {
  return digits.at(-1) === checkDigit(digits.slice(0, -1))
}

export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** The members of a schema, for another schema that has them too. */
function fields(schema: Schema): Record<string, Schema> {
  const required = schema.required as string[]
  const properties = schema.properties as Record<string, Schema>
  return Object.fromEntries(Object.entries(properties).map(([name, rule]) => [required.includes(name) ? name : `${name}?`, rule]))
}
