import { REFUSALS } from "./refusals.ts"

/** Adyen's test cards. Their expiry is 03/2030, their CVC 737. The last one asks for a challenge. */
export const CARDS = {
  visa: "4111111111111111",
  mc: "5555444433331111",
  amex: "370000000000002",
  elo: "5066991111111118",
  hipercard: "6062828888666688",
  diners: "36006666333344",
  discover: "6011601160116611",
  challenge: "4212345678901237",
} as const

export const TEST_CVC = "737"

const BRANDS: [brand: string, numbers: RegExp][] = [
  ["elo", /^(5066|5067|4011|4312|4389|4514|4576|5041|6277|6362|6363|650[0-9]|6516|6550)/],
  ["hipercard", /^(606282|3841)/],
  ["visa", /^4/],
  ["mc", /^(5[1-5]|2[2-7])/],
  ["amex", /^3[47]/],
  ["diners", /^3(0[0-5]|[689])/],
  ["discover", /^6(011|4[4-9]|5)/],
]

/** The brand of a number. Undefined if it is none that the simulator knows, or if its check digit is wrong. */
export function brandOf(number: string): string | undefined {
  if (!/^\d{13,19}$/.test(number) || !hasCheckDigit(number)) return undefined
  return BRANDS.find(([, numbers]) => numbers.test(number))?.[0]
}

function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, sign, index) => {
    const digit = Number(sign) * (index % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}

/** What a holder's name asks for, as a code of RequestedTestAcquirerResponseCode. */
export const NAMES: Record<string, string> = {
  ...{ DECLINED: "2", REFERRAL: "3", ERROR: "4", BLOCK_CARD: "5", CARD_EXPIRED: "6", INVALID_AMOUNT: "7" },
  ...{ INVALID_CARD_NUMBER: "8", INVALID_CARD: "8", ISSUER_UNAVAILABLE: "9", NOT_SUPPORTED: "10" },
  ...{ NOT_3D_AUTHENTICATED: "11", NOT_ENOUGH_BALANCE: "12", PENDING: "13", ACQUIRER_FRAUD: "14", CANCELLED: "15" },
  ...{ SHOPPER_CANCELLED: "16", FRAUD: "20", TRANSACTION_NOT_PERMITTED: "23", CVC_DECLINED: "24", RESTRICTED_CARD: "25" },
  ...{ REVOCATION_OF_AUTH: "26", DECLINED_NON_GENERIC: "27", PARTIALLY_APPROVED: "30", AUTHENTICATION_REQUIRED: "38" },
  ERPS_BLOCK: "46",
}

/** How a payment ends. `code` is a refusal's. `part`: less than was asked. */
export type Outcome = {
  resultCode: string
  code?: string
  additionalData?: Record<string, string>
}

/** What a code of RequestedTestAcquirerResponseCode brings. Undefined for a code that the document does not have. */
export function outcomeOf(code: string): Outcome | undefined {
  if (code === "13") return { resultCode: "Received" }
  if (code === "30") return { resultCode: "PartiallyAuthorised" }
  if (!Object.hasOwn(REFUSALS, code)) return undefined
  if (code === "4") return { resultCode: "Error", code }
  return { resultCode: code === "15" || code === "16" ? "Cancelled" : "Refused", code }
}
