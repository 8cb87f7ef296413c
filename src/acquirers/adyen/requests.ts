import { createHash } from "node:crypto"
import type { OpenCard } from "../../vault/cards.ts"
import { asciiText } from "../ascii-text.ts"
import type { Payer } from "../authentication.ts"
import type { CardOnFile, CardSale } from "../sale.ts"
import { authenticationMembers } from "./three-d-secure.ts"

/** Hours after which Adyen captures by itself: at once, or as late as it can. A sale that is not captured is released long before. */
const CAPTURE_AT_ONCE = 0
export const CAPTURE_LATEST = 672

/** Brands that Adyen takes. */
export const BRANDS: readonly string[] = ["visa", "mastercard", "amex", "elo", "hipercard", "diners", "discover", "jcb"]

export function isTaken(brand: string): boolean {
  return BRANDS.includes(brand)
}

/** Who starts a payment with a card that is or will be saved in our vault. Adyen stores nothing. */
const ON_FILE = {
  first: { shopperInteraction: "Ecommerce", recurringProcessingModel: "Subscription" },
  unscheduled: { shopperInteraction: "ContAuth", recurringProcessingModel: "CardOnFile" },
  recurring: { shopperInteraction: "ContAuth", recurringProcessingModel: "Subscription" },
} as const satisfies Record<CardOnFile, object>

/** `network`: the network's reference of the first payment with the card, if it is known. */
type More = { network: string | undefined; returnUrl: string }

/** The body of a card's sale. */
export function saleRequest(sale: CardSale, { network, returnUrl }: More) {
  const { reference, amount, currency, card, card_on_file, installments, capture_later, payer } = sale
  const isFirst = card_on_file === null || card_on_file === "first"
  const statement = asciiText(sale.statement_descriptor ?? "", 22)
  return {
    reference,
    amount: { currency: currency.toUpperCase(), value: amount },
    paymentMethod: {
      ...cardData(card, payer.name, card_on_file === "recurring"),
      ...(card.funding === "debit" && { fundingSource: "debit" }),
      ...(!isFirst && network !== undefined && { networkPaymentReference: network }),
    },
    ...(card_on_file === null ? { shopperInteraction: "Ecommerce" } : ON_FILE[card_on_file]),
    ...(installments > 1 && { installments: { value: installments } }),
    captureDelayHours: capture_later ? CAPTURE_LATEST : CAPTURE_AT_ONCE,
    ...payerData(payer),
    ...(statement && { shopperStatement: statement }),
    channel: "Web",
    returnUrl: sale.visit?.return_url ?? returnUrl,
    ...authenticationMembers(sale.visit),
  }
}

type SaleBody = ReturnType<typeof saleRequest>

/** The body of a verification without a charge. The card is saved if it is right. */
export function verifyRequest(reference: string, card: OpenCard, returnUrl: string): object {
  return {
    reference,
    amount: { currency: "BRL", value: 0 },
    paymentMethod: cardData(card, null, false),
    ...ON_FILE.first,
    channel: "Web",
    returnUrl,
    ...authenticationMembers(undefined),
  }
}

function cardData({ number, cvc, exp_month, exp_year, holder_name }: OpenCard, payerName: string | null, withoutCode: boolean) {
  return {
    ...{ type: "scheme", number, expiryMonth: String(exp_month).padStart(2, "0"), expiryYear: String(exp_year) },
    ...(cvc !== undefined && !withoutCode && { cvc }),
    holderName: asciiText(holder_name ?? payerName ?? "", 100) || "NAO INFORMADO",
  }
}

function payerData({ name, email, document, address }: Payer): object {
  const [firstName = "", ...rest] = name.trim().split(/\s+/)
  return {
    ...(firstName && {
      shopperName: { firstName: firstName.slice(0, 80), lastName: (rest.join(" ") || firstName).slice(0, 80) },
    }),
    shopperEmail: email.slice(0, 300),
    ...(document && { socialSecurityNumber: document.number, countryCode: "BR" }),
    ...(address && {
      billingAddress: {
        street: address.line1.slice(0, 3000),
        houseNumberOrName: address.number || "SN",
        city: address.city,
        postalCode: address.postal_code.slice(0, 10),
        ...(address.state && address.state.length <= 3 && { stateOrProvince: address.state }),
        country: address.country,
      },
    }),
  }
}

/** Tells whether a sale is the same as before. It has nothing of the card itself, which does not change. */
export function digestOf(body: SaleBody): string {
  const { number: _, cvc: __, expiryMonth: ___, expiryYear: ____, holderName: _____, ...paymentMethod } = body.paymentMethod
  return createHash("sha256")
    .update(JSON.stringify({ ...body, paymentMethod }))
    .digest("base64url")
}
