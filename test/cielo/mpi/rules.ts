import { isIP } from "node:net"
import { BOOLEAN, checkOf, matching, members, oneOf, type Schema, text } from "../rules/check.ts"
import { type MpiBrand, mpiBrandOf, supportsDataOnly } from "./brands.ts"
import { AMEX_MEMBERS, IP_MEMBERS, type MpiOptions } from "./types.ts"

/** A rule that a body breaks: the Code of the MPI's answer, and what is wrong. No values: they may be card numbers. */
export type Broken = { Code: string; Message: string }

export type Establishment = { EstablishmentCode: string; MerchantName: string; MCC: string }
export type Init = { orderNumber: string; currency: "986"; amount: number | string }
export type Card = { cardNumber: string; expirationMonth: string; expirationYear: string; paymentMethod: "credit" | "debit" }
export type Validate = { orderNumber: string; totalAmount: number | string; transactionId: string; card: Card }
export type Enroll = {
  referenceId: string
  orderNumber: string
  totalAmount: number | string
  card: Card
  authNotifyOnly?: boolean
}

const GUID = matching("^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$", "a GUID")
const ORDER = text(50)
const AMOUNT: Schema = {
  type: ["integer", "string"],
  pattern: "^[1-9][0-9]{0,10}$",
  minimum: 1,
  maximum: 99_999_999_999,
  description: "cents of at most 11 digits",
}
const whole = (digits: number, description: string): Schema => ({
  type: ["integer", "string"],
  pattern: `^-?[0-9]{1,${digits}}$`,
  minimum: -(10 ** digits - 1),
  maximum: 10 ** digits - 1,
  description,
})
const YES_OR_NO: Schema = { type: ["boolean", "string"], pattern: "^(true|false)$", description: "true or false" }

const CARD = members({
  cardNumber: matching("^[0-9]{13,19}$", "13 to 19 digits"),
  expirationMonth: matching("^(0[1-9]|1[0-2])$", "2 digits from 01 to 12"),
  expirationYear: matching("^20[0-9]{2}$", "4 digits"),
  paymentMethod: oneOf("credit", "debit"),
})
const BILL_TO = members({
  name: text(120),
  phoneNumber: matching("^(55[1-9][0-9]{9,10}|(?!55)[1-9][0-9]{7,14})$", "digits with the country's code, such as 5511999999999"),
  email: matching("^(?=.{3,255}$)[^\\s@]+@[^\\s@]+$", "an e-mail address of at most 255 characters"),
  street1: text(60),
  street2: text(60),
  city: text(50),
  state: matching("^[A-Z]{2}$", "2 capital letters"),
  zipCode: matching("^[0-9]{1,8}$", "at most 8 digits"),
  country: oneOf("BR"),
})
const BROWSER_INFO = members({
  userAgent: text(2048),
  screenWidth: whole(6, "a number of pixels"),
  screenHeight: whole(6, "a number of pixels"),
  colorDepth: whole(2, "a number of bits"),
  timeZoneOffset: whole(4, "a number of minutes"),
  language: matching("^[A-Za-z0-9-]{2,35}$", "a language such as pt-BR"),
  javaEnabled: YES_OR_NO,
  javascriptEnabled: YES_OR_NO,
})

const establishment = members({
  EstablishmentCode: matching("^[0-9]{10}$", "10 digits"),
  MerchantName: text(25),
  MCC: matching("^[0-9]{4}$", "4 digits"),
})
const init = members({ orderNumber: ORDER, currency: oneOf("986"), amount: AMOUNT })
const enroll = members({
  referenceId: GUID,
  orderNumber: ORDER,
  currency: oneOf("BRL"),
  totalAmount: AMOUNT,
  card: CARD,
  billTo: BILL_TO,
  browserInfo: BROWSER_INFO,
  "authNotifyOnly?": BOOLEAN,
})
const validate = members({
  orderNumber: ORDER,
  currency: oneOf("BRL"),
  totalAmount: AMOUNT,
  transactionId: text(50),
  card: CARD,
})

/** Reads a body whose members may be in any case. */
function reader<T>(schema: Schema) {
  const check = checkOf(schema)
  return (body: unknown): { value: T; broken: Broken[] } => {
    const value = spelled(body, schema)
    return { value: value as T, broken: check(value).map((Message) => ({ Code: codeOf(Message), Message })) }
  }
}
export const readEstablishment = reader<Establishment>(establishment)
export const readInit = reader<Init>(init)
export const readValidate = reader<Validate>(validate)
const readEnrollShape = reader<Enroll>(enroll)

/** Reads the body of `enroll`, with what its brand needs. */
export function readEnroll(body: unknown, options: MpiOptions): { value: Enroll; broken: Broken[] } {
  const rest = structuredClone(body)
  const ip = take(rest, options.ipMember ? [options.ipMember] : IP_MEMBERS)
  const amex = take(rest, options.amexMember ? [options.amexMember] : AMEX_MEMBERS)
  const { value, broken } = readEnrollShape(rest)
  if (broken.length > 0) return { value, broken }
  const brand = mpiBrandOf(value.card.cardNumber)
  return { value, broken: brand ? brandRules(value, brand, { ip, amex, options }) : [] }
}

function brandRules(
  { authNotifyOnly: dataOnly }: Enroll,
  brand: MpiBrand,
  { ip, amex, options }: { ip: unknown; amex: unknown; options: MpiOptions },
): Broken[] {
  const broken: Broken[] = []
  const refuse = (Code: string, Message: string) => broken.push({ Code, Message })
  if (ip === undefined && (brand === "Visa" || brand === "Elo"))
    refuse("DeviceIpAddress", `the device's IP address (${options.ipMember ?? IP_MEMBERS.join(" or ")}) is required of ${brand}`)
  if (ip !== undefined && (typeof ip !== "string" || !isIP(ip))) refuse("DeviceIpAddress", "the device's IP address must be one")
  if (amex === undefined && brand === "Amex" && options.amexNumber === "required")
    refuse("BrandEstablishmentCode", `${options.amexMember ?? AMEX_MEMBERS.join(" or ")} is required of Amex`)
  if (amex !== undefined && !/^[0-9]{10}$/.test(String(amex)))
    refuse("BrandEstablishmentCode", "the merchant's number at Amex must be 10 digits")
  if (dataOnly && !supportsDataOnly(brand)) refuse("AuthNotifyOnly", "authNotifyOnly is for Visa and Mastercard")
  return broken
}

/** Renames members to the schema's spelling. Those that it does not have keep theirs. */
function spelled(value: unknown, schema: Schema): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !schema.properties) return value
  const names = Object.keys(schema.properties)
  return Object.fromEntries(
    Object.entries(value).map(([given, member]) => {
      const name = names.find((each) => each.toLowerCase() === given.toLowerCase())
      return name === undefined ? [given, member] : [name, spelled(member, schema.properties[name])]
    }),
  )
}

/** Takes the first of these members out of a body, each as a path of names in any case. Objects that are empty then go, too. */
function take(body: unknown, paths: string[]): unknown {
  const found = paths.map((path) => takeOne(body, path.split(".")))
  return found.find((value) => value !== undefined)
}

function takeOne(body: unknown, [name = "", ...rest]: string[]): unknown {
  if (typeof body !== "object" || body === null) return undefined
  const object = body as Record<string, unknown>
  const key = Object.keys(object).find((each) => each.toLowerCase() === name.toLowerCase())
  if (key === undefined) return undefined
  const value = rest.length > 0 ? takeOne(object[key], rest) : object[key]
  const member = object[key]
  const isEmpty = typeof member === "object" && member !== null && Object.keys(member).length === 0
  if (value !== undefined && (rest.length === 0 || isEmpty)) delete object[key]
  return value
}

/** The Code of a member: `card.cardNumber is required` has Card. */
function codeOf(message: string): string {
  const name = /^[A-Za-z0-9_]+/.exec(message)?.[0] ?? ""
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
