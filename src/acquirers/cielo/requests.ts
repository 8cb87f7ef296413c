import type { Address } from "../../accounts/tables.ts"
import type { OpenCard } from "../../vault/cards.ts"
import { asciiText } from "../ascii-text.ts"
import type { Payer } from "../authentication.ts"
import type { BoletoSale, CardSale, PixSale } from "../sale.ts"
import { statementText } from "../statement-text.ts"
import { type AuthenticationForm, authenticationMembers } from "./authenticated.ts"
import { brandName, isStoredBrand } from "./brands.ts"
import { holderName } from "./holder-name.ts"

/** Who starts a payment with a saved card, in Mastercard's terms. */
const INITIATORS = {
  first: { Category: "C1", Subcategory: "CredentialsOnFile" },
  unscheduled: { Category: "C1", Subcategory: "CredentialsOnFile" },
  recurring: { Category: "M1", Subcategory: "Subscription" },
} as const

const CARD_ON_FILE = {
  first: { Usage: "First" },
  unscheduled: { Usage: "Used", Reason: "Unscheduled" },
  recurring: { Usage: "Used", Reason: "Recurring" },
} as const

/** For how long a PIX code can be paid at most. */
export const MAX_PIX_SECONDS = 86_400
const MAX_NAME = 255
const MAX_INSTRUCTIONS = 255

/** The lengths that the issuing banks of boletos accept. At the Banco do Brasil, the four parts of a street address share 60 characters. */
const BOLETO_LENGTHS = {
  Bradesco2: { name: 34, street: 70, number: 10, complement: 20, district: 50, city: 50 },
  BancoDoBrasil3: { name: 60, street: 30, number: 8, complement: 7, district: 15, city: 18 },
}

export type BoletoProvider = keyof typeof BOLETO_LENGTHS
export const BOLETO_PROVIDERS = Object.keys(BOLETO_LENGTHS) as BoletoProvider[]

/** The body of a card sale. The brand must be one that Cielo accepts. */
export function cardRequest(sale: CardSale, form: AuthenticationForm = {}): object {
  if (sale.card.funding === "debit") return debitRequest(sale, form)
  const { card, card_on_file, payer } = sale
  const isRecurring = card_on_file === "recurring"
  const onFile = card_on_file !== null && isStoredBrand(card.brand) ? card_on_file : undefined
  return {
    MerchantOrderId: sale.reference,
    Customer: customer(payer, MAX_NAME),
    Payment: {
      Type: "CreditCard",
      ...amountOf(sale),
      Installments: isRecurring ? 1 : sale.installments,
      Interest: "ByMerchant",
      Capture: !sale.capture_later,
      // Nobody is there to be authenticated.
      ...authenticationMembers(card.brand, isRecurring ? undefined : sale.authentication, form),
      Recurrent: isRecurring,
      ...descriptorOf(sale),
      ...(onFile && card.brand === "mastercard" && { InitiatedTransactionIndicator: INITIATORS[onFile] }),
      CreditCard: {
        ...cardData(card, payer.name, isRecurring),
        SaveCard: false,
        ...(onFile && { CardOnFile: CARD_ON_FILE[onFile] }),
      },
    },
  }
}

/** The body of a sale by debit card. It is captured with the authorization, in one installment. */
function debitRequest(sale: CardSale, form: AuthenticationForm): object {
  const { card, payer, authentication } = sale
  return {
    MerchantOrderId: sale.reference,
    Customer: customer(payer, MAX_NAME),
    Payment: {
      Type: "DebitCard",
      ...amountOf(sale),
      ...authenticationMembers(card.brand, authentication, form),
      ...descriptorOf(sale),
      DebitCard: cardData(card, payer.name, false),
    },
  }
}

/** The body of a verification without a charge. */
export function verifyRequest(card: OpenCard): object {
  return cardData(card, null, false)
}

/** The body of a PIX sale. Throws RangeError if Cielo would shorten the time to pay. */
export function pixRequest(sale: PixSale): object {
  if (sale.lifetime_seconds > MAX_PIX_SECONDS)
    throw new RangeError(`Cielo takes no PIX of ${sale.lifetime_seconds} seconds, only of ${MAX_PIX_SECONDS} at most`)
  return {
    MerchantOrderId: sale.reference,
    Customer: customer(sale.payer, MAX_NAME),
    Payment: {
      Type: "Pix",
      Provider: "Cielo2",
      Amount: sale.amount,
      QrCode: { Expiration: sale.lifetime_seconds },
    },
  }
}

/** The body of a boleto sale. The payer must have an address. */
export function boletoRequest(sale: BoletoSale, provider: BoletoProvider): object {
  const { payer, payee } = sale
  const payeeName = asciiText(payee.name, 100) || "NAO INFORMADO"
  const instructions = asciiText(sale.instructions.join(" "), MAX_INSTRUCTIONS)
  return {
    MerchantOrderId: sale.reference,
    Customer: { ...customer(payer, BOLETO_LENGTHS[provider].name), Address: address(payer.address, provider) },
    Payment: {
      Type: "Boleto",
      Provider: provider,
      Amount: sale.amount,
      Assignor: payeeName,
      Demonstrative: asciiText(`Compra em ${payeeName}`, MAX_INSTRUCTIONS),
      ExpirationDate: sale.due_date,
      ...(instructions && { Instructions: instructions }),
    },
  }
}

function amountOf({ amount }: CardSale) {
  return { Amount: amount, Currency: "BRL", Country: "BRA" }
}

function descriptorOf({ statement_descriptor }: CardSale) {
  const descriptor = statementText(statement_descriptor)
  return descriptor && { SoftDescriptor: descriptor }
}

function customer({ name, document, email }: Payer, length: number) {
  return {
    Name: asciiText(name, length) || asciiText(email, length),
    ...(document && { Identity: document.number, IdentityType: document.type.toUpperCase() }),
    Email: email,
  }
}

function cardData(card: OpenCard, payerName: string | null, withoutCode: boolean) {
  return {
    CardNumber: card.number,
    Holder: holderName(card.holder_name, payerName),
    ExpirationDate: `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`,
    ...(card.cvc !== undefined && !withoutCode && { SecurityCode: card.cvc }),
    Brand: brandName(card.brand),
  }
}

function address({ line1, number, line2, district, city, state, postal_code }: Address, provider: BoletoProvider) {
  const lengths = BOLETO_LENGTHS[provider]
  const complement = asciiText(line2 ?? "", lengths.complement)
  return {
    Street: asciiText(line1, lengths.street) || "NAO INFORMADO",
    Number: asciiText(number ?? "", lengths.number) || "SN",
    ...(complement && { Complement: complement }),
    ZipCode: postal_code,
    District: asciiText(district ?? "", lengths.district) || "NAO INFORMADO",
    City: asciiText(city, lengths.city) || "NAO INFORMADO",
    State: state,
    Country: "BRA",
  }
}
