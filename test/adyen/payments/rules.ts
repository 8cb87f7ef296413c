// What the document says of a payment beside the files' shapes. `rules` refuse it, and `warnings` are what no adapter should send.
import { brandOf, CARDS } from "../cards.ts"
import { invalid, invalidInput } from "../errors.ts"
import type { Json, Options } from "../types.ts"
import type { Series } from "../world.ts"

/** `payer`: the payer has entered it, or nobody could know. */
type Rule = [breaks: unknown, errorCode: string, message: string, who?: "payer"]

/** Throws the first rule that a payment breaks. */
export function refusePayment(body: Json, options: Options): void {
  const common: Rule[] = [
    [!Number.isSafeInteger(body.amount?.value) || body.amount.value < 0, "137", "Invalid amount specified"],
    [!isTakenIn(body), "138", "Unsupported currency specified"],
    [!body.reference, "130", "Reference Missing"],
    [!/^https?:\/\/[^ ]+$/.test(body.returnUrl ?? ""), "14_030", "Return URL is missing."],
    [isTooLarge(body.metadata), "177", "Metadata size exceeds limit"],
    [body.captureDelayHours < 0 || body.captureDelayHours > 672, "702", "captureDelayHours must be 0 to 672"],
  ]
  throwFirst([...common, ...(isCard(body) ? cardRules(body, options) : waitingRules(body))])
}

function cardRules(body: Json, options: Options): Rule[] {
  const { number = "", expiryMonth = "", expiryYear = "", cvc, networkPaymentReference } = body.paymentMethod
  const installments = body.installments?.value
  const brand = brandOf(number)
  return [
    [!brand, "101", "Invalid card number", "payer"],
    [!/^(0?[1-9]|1[0-2])$/.test(expiryMonth) || !/^20\d{2}$/.test(expiryYear), "129", "Expiry Date Invalid", "payer"],
    [cvc !== undefined && !/^\d{3,4}$/.test(cvc), "103", "CVC is not the right length", "payer"],
    [
      installments !== undefined && !(installments >= 1 && installments <= options.maxInstallments),
      "702",
      "Invalid installments",
      "payer",
    ],
    [
      networkPaymentReference !== undefined && !options.networkReferences.includes(brand ?? ""),
      "702",
      "networkPaymentReference is not supported for this brand",
      "payer",
    ],
    [body.shopperInteraction === "ContAuth" && !body.recurringProcessingModel, "702", "recurringProcessingModel is missing"],
    ...(asksForChallenge(body) ? challengeRules(body, brand) : []),
  ]
}

/** Cards pay in currencies of two decimals. PIX and boleto are Brazilian. */
const CURRENCIES = ["BRL", "USD", "EUR"]

function isTakenIn(body: Json): boolean {
  return isCard(body) ? CURRENCIES.includes(body.amount?.currency) : body.amount?.currency === "BRL"
}

const COLOR_DEPTHS = [1, 4, 8, 15, 16, 24, 30, 32, 48]

function challengeRules(
  { browserInfo, channel, origin, shopperIP, shopperEmail, telephoneNumber }: Json,
  brand?: string,
): Rule[] {
  return [
    [channel !== "Web", "702", "3D Secure in a browser needs channel Web"],
    [!browserInfo, "702", "3D Secure in a browser needs browserInfo"],
    [browserInfo && !COLOR_DEPTHS.includes(browserInfo.colorDepth), "702", "browserInfo.colorDepth is none that 3D Secure knows"],
    [!isOrigin(origin), "702", "3D Secure in a browser needs an origin without a path"],
    [
      brand === "visa" && !(shopperIP || shopperEmail || telephoneNumber),
      "702",
      "Visa needs shopperIP, shopperEmail or telephoneNumber",
    ],
  ]
}

function waitingRules(body: Json): Rule[] {
  const isBoleto = body.paymentMethod.type.startsWith("boleto")
  return [
    [!(body.amount?.value > 0), "137", "Invalid amount specified"],
    [!body.shopperName, "702", "shopperName is missing"],
    [!/^(\d{11}|\d{14})$/.test(body.socialSecurityNumber ?? ""), "702", "socialSecurityNumber must be a CPF or CNPJ"],
    [isBoleto && !body.billingAddress?.stateOrProvince, "702", "billingAddress is missing, or not whole"],
    [isLate(body.sessionValidity), "702", "sessionValidity must be a time with an offset"],
  ]
}

const STORING = ["storePaymentMethod", "enableRecurring", "enableOneClick", "enablePayOut"]
const STORED = [
  "storedPaymentMethodId",
  "recurringDetailReference",
  "encryptedCardNumber",
  "encryptedCard",
  "encryptedSecurityCode",
]

/** What no adapter should send, although Adyen may take it. `series`: those of the merchant. */
export function warningsOf(body: Json, series: Series[], options: Options): string[] {
  const found: [breaks: unknown, rule: string][] = [
    [STORING.some((name) => body[name] !== undefined), "stores a card at Adyen: numbers are in the platform's vault"],
    [
      STORED.some((name) => body.paymentMethod[name] !== undefined),
      "pays with what Adyen stores or encrypts, not with the number",
    ],
    [body.mpiData || body.authenticationData?.authenticationOnly, "brings or asks for an authentication outside of the payment"],
    [
      body.authenticationData?.threeDSRequestData?.nativeThreeDS === "preferred",
      "asks for native 3D Secure, which needs Adyen's own browser component",
    ],
    [isPersonal(body.shopperReference), "the shopperReference has personal data"],
    [(body.shopperStatement ?? "").length > 22, "the shopperStatement is longer than 22"],
    [body.amount.value === 0 && body.installments, "a verification has installments"],
    [isCard(body) && leaks(body), "the card is also outside of paymentMethod"],
  ]
  return [...found.filter(([breaks]) => breaks).map(([, rule]) => rule), ...(isCard(body) ? ofSeries(body, series, options) : [])]
}

function ofSeries(body: Json, series: Series[], { additionalData }: Options): string[] {
  const { number, cvc, networkPaymentReference: reference } = body.paymentMethod
  const isAbsent = body.recurringProcessingModel === "Subscription" && body.shopperInteraction === "ContAuth"
  const isFirst = (body.shopperInteraction ?? "Ecommerce") === "Ecommerce"
  const found: [breaks: unknown, rule: string][] = [
    [isAbsent && cvc !== undefined, "a payment without its payer has a CVC: nobody may keep one"],
    [isAbsent && asksForChallenge(body), "asks for 3D Secure although the payer is absent"],
    [isAbsent && additionalData && !reference, "a payment without its payer has no networkPaymentReference"],
    [isFirst && reference, "a payer who enters a card has no networkPaymentReference"],
    [body.shopperInteraction === "Moto" || body.shopperInteraction === "POS", "is no sale on the web"],
    [
      reference && !series.some((one) => one.networkTxReference === reference && one.number === number),
      "the networkPaymentReference is none that a first payment with this card was given",
    ],
  ]
  return found.filter(([breaks]) => breaks).map(([, rule]) => rule)
}

export function isCard(body: Json): boolean {
  return body.paymentMethod?.type === "scheme"
}

/** Whether the payer is authenticated: because it is asked for, or because of the card. */
export function asksForChallenge({ authenticationData, paymentMethod, shopperInteraction = "Ecommerce" }: Json): boolean {
  const attempt = authenticationData?.attemptAuthentication
  if (attempt !== undefined) return attempt === "always"
  return paymentMethod.number === CARDS.challenge && shopperInteraction === "Ecommerce"
}

function throwFirst(rules: Rule[]): void {
  const broken = rules.find(([breaks]) => breaks)
  if (!broken) return
  const [, errorCode, message, who] = broken
  throw who === "payer" ? invalidInput(errorCode, message) : invalid(errorCode, message)
}

function isTooLarge(metadata: Record<string, string> = {}): boolean {
  const entries = Object.entries(metadata)
  return entries.length > 20 || entries.some(([key, value]) => key.length > 20 || String(value).length > 80)
}

function isOrigin(text = ""): boolean {
  return URL.canParse(text) && new URL(text).origin === text && text.length <= 80
}

function isPersonal(text = ""): boolean {
  return /@|^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$|^\d{14}$/.test(text)
}

function isLate(text: string | undefined): boolean {
  return text !== undefined && !/^\d{4}-\d{2}-\d{2}T[\d:.]+([+-]\d{2}:\d{2}|Z)$/.test(text)
}

function leaks({ paymentMethod, ...rest }: Json): boolean {
  return /^\d{12,}$/.test(paymentMethod.number ?? "") && JSON.stringify(rest).includes(paymentMethod.number)
}
