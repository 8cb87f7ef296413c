import { AUTHENTICATION, type Authentication, authenticationRules } from "./authentication.ts"
import { byToken, CARD_BY_NUMBER, CARD_BY_TOKEN, type Card, cardRules, DEBIT_CARD, supportsCardOnFile } from "./cards.ts"
import { BOOLEAN, type Check, checkOf, integer, matching, members, oneOf, type Schema, text } from "./check.ts"

/** The body of `POST /1/sales` after it was checked. */
export type SaleRequest = {
  MerchantOrderId: string
  Customer: { Name: string; Identity?: string; IdentityType?: "CPF" | "CNPJ"; Email?: string; Address?: Record<string, string> }
  Payment: CardPayment | DebitPayment | PixPayment | BoletoPayment
}
export type CardPayment = Authentication & {
  Type: "CreditCard"
  Amount: number
  Currency?: "BRL"
  Installments: number
  Capture?: boolean
  Recurrent?: boolean
  SoftDescriptor?: string
  CreditCard: Card
  InitiatedTransactionIndicator?: { Category: "C1" | "M1"; Subcategory: string }
}
export type DebitPayment = Authentication & { Type: "DebitCard"; Amount: number; Installments?: 1; DebitCard: Card }
export type PixPayment = { Type: "Pix"; Provider: "Cielo2"; Amount: number; QrCode: { Expiration: number } }
export type BoletoPayment = {
  Type: "Boleto"
  Provider: "Bradesco2" | "BancoDoBrasil3"
  Amount: number
  BoletoNumber?: string
  ExpirationDate: string
  Instructions?: string
}

const MAX_AMOUNT = 999_999_999_999
const AMOUNT = integer(1, MAX_AMOUNT)

const STATES = "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split(" ")
const NAME = text(255)
// Companies that are registered from July 2026 on have letters in their CNPJ.
const IDENTITY = matching("^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$", "a CPF of 11 digits or a CNPJ of 14 digits and capital letters")
const IDENTITY_TYPE = oneOf("CPF", "CNPJ")
const EMAIL = matching("^(?=.{3,255}$)[^\\s@]+@[^\\s@]+$", "an e-mail address of at most 255 characters")
const ADDRESS = members({
  Street: text(255),
  Number: text(15),
  "Complement?": text(50),
  ZipCode: matching("^[0-9]{8}$", "8 digits"),
  District: text(50),
  City: text(50),
  State: { enum: STATES, description: "the code of a state" },
  "Country?": text(35),
})

const cardSale = (card: Schema) =>
  checkOf(
    members({
      MerchantOrderId: orderId(20),
      Customer: members({ Name: NAME, "Identity?": IDENTITY, "IdentityType?": IDENTITY_TYPE, "Email?": EMAIL }),
      Payment: members({
        Type: oneOf("CreditCard"),
        Amount: AMOUNT,
        "Currency?": oneOf("BRL"),
        "Country?": oneOf("BRA"),
        Installments: integer(1, 12),
        "Interest?": oneOf("ByMerchant", "ByIssuer"),
        "Capture?": BOOLEAN,
        ...AUTHENTICATION,
        "Recurrent?": BOOLEAN,
        "SoftDescriptor?": matching("^[A-Za-z0-9]{1,13}$", "1 to 13 letters and digits"),
        CreditCard: card,
        "InitiatedTransactionIndicator?": members({
          Category: oneOf("C1", "M1"),
          Subcategory: oneOf("CredentialsOnFile", "Subscription"),
        }),
      }),
    }),
  )
const saleByNumber = cardSale(CARD_BY_NUMBER)
const saleByToken = cardSale(CARD_BY_TOKEN)

const debitSale = checkOf(
  members({
    MerchantOrderId: orderId(20),
    Customer: members({ Name: NAME, "Identity?": IDENTITY, "IdentityType?": IDENTITY_TYPE, "Email?": EMAIL }),
    Payment: members({
      Type: oneOf("DebitCard"),
      Amount: AMOUNT,
      "Currency?": oneOf("BRL"),
      "Country?": oneOf("BRA"),
      "Installments?": oneOf(1),
      ...AUTHENTICATION,
      "SoftDescriptor?": matching("^[A-Za-z0-9]{1,13}$", "1 to 13 letters and digits"),
      DebitCard: DEBIT_CARD,
      "InitiatedTransactionIndicator?": members({
        Category: oneOf("C1", "M1", "M2"),
        Subcategory: oneOf("CredentialsOnFile", "Subscription"),
      }),
    }),
  }),
)

const pixSale = checkOf(
  members({
    MerchantOrderId: orderId(25),
    Customer: members({ Name: NAME, Identity: IDENTITY, IdentityType: IDENTITY_TYPE, "Email?": EMAIL }),
    Payment: members({
      Type: oneOf("Pix"),
      Provider: oneOf("Cielo2"),
      Amount: AMOUNT,
      QrCode: members({ Expiration: integer(1, 86_400) }),
    }),
  }),
)

const boletoSale = checkOf(
  members({
    MerchantOrderId: orderId(20),
    Customer: members({ Name: NAME, Identity: IDENTITY, "IdentityType?": IDENTITY_TYPE, "Email?": EMAIL, Address: ADDRESS }),
    Payment: members({
      Type: oneOf("Boleto"),
      Provider: oneOf("Bradesco2", "BancoDoBrasil3"),
      Amount: AMOUNT,
      "BoletoNumber?": matching("^[0-9]{1,11}$", "1 to 11 digits"),
      "Assignor?": text(200),
      "Demonstrative?": text(255),
      ExpirationDate: matching("^20[0-9]{2}-[0-9]{2}-[0-9]{2}$", "a date as YYYY-MM-DD"),
      "Identification?": matching("^([0-9]{11}|[0-9]{14})$", "11 or 14 digits"),
      "Instructions?": text(255),
    }),
  }),
)

/** Checks the body of `POST /1/sales`. `today` is an ISO date in São Paulo. */
export function checkSale(body: unknown, today: string): ReturnType<Check> {
  const type = (body as Partial<SaleRequest> | null)?.Payment?.Type
  if (!type || !Object.hasOwn(CHECKS, type)) return ["Payment.Type must be CreditCard, DebitCard, Pix or Boleto"]
  const messages = CHECKS[type](body)
  if (messages.length > 0) return messages
  const { Customer, Payment } = body as SaleRequest
  return [...identityRules(Customer), ...(RULES[Payment.Type] as (payment: unknown, today: string) => string[])(Payment, today)]
}

const CHECKS = {
  CreditCard: (body: unknown) =>
    (byToken((body as { Payment: CardPayment }).Payment.CreditCard) ? saleByToken : saleByNumber)(body),
  DebitCard: debitSale,
  Pix: pixSale,
  Boleto: boletoSale,
}

const RULES = {
  CreditCard: (payment: CardPayment) => [
    ...cardRules(payment.CreditCard, "Payment.CreditCard."),
    ...useRules(payment),
    ...authenticationRules(payment, payment.CreditCard.Brand),
  ],
  DebitCard: (payment: DebitPayment & { InitiatedTransactionIndicator?: object }) => [
    ...cardRules(payment.DebitCard, "Payment.DebitCard."),
    ...authenticationRules(payment, payment.DebitCard.Brand),
    ...(payment.InitiatedTransactionIndicator && payment.DebitCard.Brand !== "Master"
      ? ["Payment.InitiatedTransactionIndicator is for Master"]
      : []),
  ],
  Pix: () => [],
  Boleto: ({ ExpirationDate: due }: BoletoPayment, today: string) => {
    if (!isDate(due)) return ["Payment.ExpirationDate must be a date that exists"]
    return due < today ? ["Payment.ExpirationDate must not be in the past"] : []
  },
}

/** The rules for who makes the sale: the payer, or the merchant while the payer is absent. */
function useRules({
  CreditCard: card,
  Recurrent,
  Installments,
  InitiatedTransactionIndicator: indicator,
  ExternalAuthentication: authentication,
}: CardPayment): string[] {
  const { CardOnFile: onFile, Brand: brand, SecurityCode: code } = card
  const messages: string[] = []
  const used = onFile?.Usage === "Used"
  if (Recurrent) {
    if (code !== undefined) messages.push("Payment.CreditCard.SecurityCode must be left out of a recurrent sale")
    if (Installments !== 1) messages.push("Payment.Installments must be 1 in a recurrent sale")
    if (authentication) messages.push("Payment.ExternalAuthentication must be left out of a recurrent sale")
    if (supportsCardOnFile(brand) && onFile?.Reason !== "Recurring")
      messages.push("Payment.CreditCard.CardOnFile.Reason must be Recurring in a recurrent sale")
  } else {
    if (onFile?.Reason === "Recurring") messages.push("Payment.Recurrent must be true where CardOnFile.Reason is Recurring")
    if (code === undefined && card.CardNumber !== undefined && !used && supportsCardOnFile(brand))
      messages.push("Payment.CreditCard.SecurityCode is required, unless the card is on file")
  }
  const member = "Payment.InitiatedTransactionIndicator"
  if (indicator && brand !== "Master") messages.push(`${member} is for Master`)
  if (indicator && (indicator.Category === "M1") !== (Recurrent === true))
    messages.push(`${member}.Category must be M1 in a recurrent sale, and C1 in all others`)
  if (!indicator && brand === "Master" && used) messages.push(`${member} is required of a Master card that is on file`)
  return messages
}

function identityRules({ Identity: identity, IdentityType: type }: SaleRequest["Customer"]): string[] {
  if (identity === undefined && type === undefined) return []
  if (identity === undefined || type === undefined) return ["Customer.Identity and Customer.IdentityType must come together"]
  const length = type === "CPF" ? 11 : 14
  return identity.length === length ? [] : [`Customer.Identity must have ${length} characters, as IdentityType is ${type}`]
}

function orderId(length: number): Schema {
  return matching(`^[A-Za-z0-9]{1,${length}}$`, `1 to ${length} letters and digits`)
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
