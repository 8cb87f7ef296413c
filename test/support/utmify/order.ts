/** An order as UTMify takes it. Dates are `YYYY-MM-DD HH:MM:SS` in UTC, amounts are cents. */
export type Order = {
  orderId: string
  platform: string
  paymentMethod: string
  status: Status
  createdAt: string
  approvedDate: string | null
  refundedAt: string | null
  customer: { name: string; email: string; phone: string | null; document: string | null; country?: string; ip?: string }
  products: Product[]
  trackingParameters: Record<(typeof TRACKING)[number], string | null>
  commission: { totalPriceInCents: number; gatewayFeeInCents: number; userCommissionInCents: number; currency?: string }
  isTest?: boolean
}
type Product = {
  id: string
  name: string
  planId: string | null
  planName: string | null
  quantity: number
  priceInCents: number
}

const STATUSES = ["waiting_payment", "paid", "refused", "refunded", "chargedback"] as const
export type Status = (typeof STATUSES)[number]

const METHODS = ["credit_card", "boleto", "pix", "paypal", "free_price"]
const CURRENCIES = ["BRL", "USD", "EUR", "GBP", "ARS", "CAD", "COP", "MXN", "PYG", "CLP", "PEN", "PLN"]
const TRACKING = ["src", "sck", "utm_source", "utm_campaign", "utm_medium", "utm_content", "utm_term"] as const

type Rule = (value: unknown) => string | undefined
type Members = Record<string, Rule>

const text: Rule = (value) => (typeof value === "string" && value.trim() !== "" ? undefined : "must be a text that is not empty")
const cents: Rule = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : "must be a whole number of cents")
const matching =
  (form: RegExp, said: string): Rule =>
  (value) =>
    typeof value === "string" && form.test(value) ? undefined : said
const oneOf =
  (values: readonly string[]): Rule =>
  (value) =>
    typeof value === "string" && values.includes(value) ? undefined : `must be one of ${values.join(", ")}`
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null ? undefined : rule(value)
/** A member that may be left out, but not be null. */
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined ? undefined : rule(value)

const date: Rule = (value) =>
  typeof value === "string" && secondsOf(value) !== undefined ? undefined : "must be YYYY-MM-DD HH:MM:SS"
const digits = matching(/^[0-9]+$/, "must be digits only")

const ORDER: Members = {
  orderId: text,
  platform: matching(/^[A-Z][A-Za-z0-9]*$/, "must be in PascalCase"),
  paymentMethod: oneOf(METHODS),
  status: oneOf(STATUSES),
  createdAt: date,
  approvedDate: orNull(date),
  refundedAt: orNull(date),
  isTest: optional((value) => (typeof value === "boolean" ? undefined : "must be true or false")),
}
const CUSTOMER: Members = {
  name: text,
  email: matching(/^[^@\s]+@[^@\s]+$/, "must be an e-mail address"),
  phone: orNull(digits),
  document: orNull(digits),
  country: optional(matching(/^[A-Z]{2}$/, "must be a country of ISO 3166-1 alpha-2")),
  ip: optional(text),
}
const PRODUCT: Members = {
  id: text,
  name: text,
  planId: orNull(text),
  planName: orNull(text),
  quantity: (value) => (Number.isSafeInteger(value) && Number(value) > 0 ? undefined : "must be a whole number above 0"),
  priceInCents: cents,
}
const COMMISSION: Members = {
  totalPriceInCents: cents,
  gatewayFeeInCents: cents,
  userCommissionInCents: cents,
  currency: optional(oneOf(CURRENCIES)),
}
const TRACKED: Members = Object.fromEntries(TRACKING.map((name) => [name, orNull(text)]))

/** Returns what is wrong with the form of an order, each with the path of its member. */
export function wrongIn(value: unknown): string[] {
  if (!isObject(value)) return ["the body must be a JSON object"]
  const { customer, products, trackingParameters, commission, ...own } = value
  const listed = Array.isArray(products) && products.length > 0 ? products : undefined
  const wrong = [
    ...judge("", own, ORDER),
    ...judge("customer.", customer, CUSTOMER),
    ...(listed?.flatMap((each, i) => judge(`products[${i}].`, each, PRODUCT)) ?? ["products: must have a product"]),
    ...judge("trackingParameters.", trackingParameters, TRACKED),
    ...judge("commission.", commission, COMMISSION),
  ]
  return wrong.length > 0 ? wrong : wrongTogether(value as Order)
}

function judge(path: string, value: unknown, members: Members): string[] {
  if (!isObject(value)) return [`${path.slice(0, -1)}: must be an object`]
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(members, name))
  const wrong = Object.entries(members).map(([name, rule]) => [name, rule(value[name])] as const)
  return [
    ...unknown.map((name) => `${path}${name}: is unknown`),
    ...wrong.filter(([, said]) => said !== undefined).map(([name, said]) => `${path}${name}: ${said}`),
  ]
}

/** What must hold between members: the dates of a status, and amounts that add up. */
function wrongTogether({ status, paymentMethod, approvedDate, refundedAt, createdAt, products, commission }: Order): string[] {
  const wasPaid = status === "paid" || status === "refunded" || status === "chargedback"
  const { totalPriceInCents: total, gatewayFeeInCents: fee, userCommissionInCents: own } = commission
  const priced = products.reduce((sum, { quantity, priceInCents }) => sum + quantity * priceInCents, 0)
  const rules: [boolean, string][] = [
    [wasPaid === (approvedDate !== null), `approvedDate: does not go with ${status}`],
    // Whether a chargeback has the date too is not said.
    [(status === "refunded") === (refundedAt !== null), `refundedAt: does not go with ${status}`],
    // Texts of this form sort as the moments that they say.
    [approvedDate === null || approvedDate >= createdAt, "approvedDate: is before createdAt"],
    [refundedAt === null || refundedAt >= (approvedDate ?? createdAt), "refundedAt: is before approvedDate"],
    [(paymentMethod === "free_price") === (total === 0), "paymentMethod: free_price is for orders that cost nothing"],
    [fee + own === total, "commission: gatewayFeeInCents and userCommissionInCents are not totalPriceInCents"],
    [priced === total, "products: their prices are not totalPriceInCents"],
  ]
  return rules.filter(([holds]) => !holds).map(([, said]) => said)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Returns the moment of a date in Unix seconds, or undefined if there is no such moment. */
export function secondsOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined
  const iso = `${text.replace(" ", "T")}.000Z`
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) || moment.toISOString() !== iso ? undefined : moment.getTime() / 1000
}
