// The requests of the MPI. Lengths are those of Cielo's document.
import type { Address } from "../../../accounts/tables.ts"
import type { OpenCard } from "../../../vault/cards.ts"
import { asciiText } from "../../ascii-text.ts"
import type { AuthenticationOrder, AuthenticationRequest, MpiCredentials } from "../../authentication.ts"

const MAX_PHONE = 15
const MAX_EMAIL = 255
const MAX_STREET = 60
const UNKNOWN = "NAO INFORMADO"

/** The names of the members that Cielo has not documented for this version of the MPI. A dot leads into an object. */
export type UnsureMembers = { ip: string; amex: string }

export function tokenRequest({ establishment_code, merchant_name, mcc }: MpiCredentials): object {
  return { EstablishmentCode: establishment_code, MerchantName: asciiText(merchant_name, 25), MCC: mcc }
}

/** Here the currency is a number. In all later requests it is a name. */
export function initRequest({ reference, amount }: AuthenticationOrder): object {
  return { orderNumber: reference, currency: "986", amount }
}

export function enrollRequest(
  session: string,
  request: AuthenticationRequest,
  { amex_code }: Pick<MpiCredentials, "amex_code">,
  names: UnsureMembers,
): object {
  const { payer, browser, card, data_only } = request
  const body: Json = {
    referenceId: session,
    ...order(request),
    card: cardOf(card),
    billTo: {
      name: asciiText(payer.name, 120) || asciiText(payer.email, 120),
      phoneNumber: payer.phone.replace(/\D/g, "").slice(0, MAX_PHONE),
      email: payer.email.slice(0, MAX_EMAIL),
      ...addressOf(payer.address),
    },
    browserInfo: {
      userAgent: browser.user_agent,
      screenWidth: browser.screen_width,
      screenHeight: browser.screen_height,
      colorDepth: browser.color_depth,
      timeZoneOffset: browser.time_zone_offset,
      language: browser.language,
      javaEnabled: browser.java_enabled,
      javascriptEnabled: true,
    },
    ...(data_only && { authNotifyOnly: true }),
  }
  put(body, names.ip, browser.ip)
  if (card.brand === "amex" && amex_code !== undefined) put(body, names.amex, amex_code)
  return body
}

export function validateRequest(
  request: Pick<AuthenticationRequest, "reference" | "amount" | "card"> & { transaction_id: string },
): object {
  return { ...order(request), transactionId: request.transaction_id, card: cardOf(request.card) }
}

function order({ reference, amount }: Pick<AuthenticationOrder, "reference" | "amount">): object {
  return { orderNumber: reference, currency: "BRL", totalAmount: amount }
}

function cardOf({ number, exp_month, exp_year, funding }: OpenCard): object {
  return {
    cardNumber: number,
    expirationMonth: String(exp_month).padStart(2, "0"),
    expirationYear: String(exp_year),
    paymentMethod: funding,
  }
}

function addressOf({ line1, number, line2, district, city, state, postal_code }: Address): object {
  return {
    street1: joined(line1, number) || UNKNOWN,
    street2: joined(line2, district) || UNKNOWN,
    city: asciiText(city, 50) || UNKNOWN,
    state,
    zipCode: postal_code.replace(/\D/g, "").slice(0, 8),
    country: "BR",
  }
}

/** Two texts in one of at most 60 characters. The first one is cut where they are too long. */
function joined(first: string | null, second: string | null): string {
  const end = asciiText(second ?? "", MAX_STREET)
  const left = end === "" ? MAX_STREET : Math.max(0, MAX_STREET - end.length - 1)
  const start = asciiText(first ?? "", left)
  return `${start} ${end}`.trim()
}

type Json = { [name: string]: unknown }

function put(body: Json, path: string, value: string): void {
  const [name = "", ...rest] = path.split(".")
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const inner = (body[name] ?? {}) as Json
  body[name] = inner
  put(inner, rest.join("."), value)
}
