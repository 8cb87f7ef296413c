import { Ajv, type ErrorObject } from "ajv"
import type { Brand } from "../../vault/number.ts"
import { MAX_INSTALLMENTS } from "./terms.ts"

/** Every brand of a card. */
export const BRAND_NAMES = Object.keys({
  visa: true,
  mastercard: true,
  amex: true,
  elo: true,
  hipercard: true,
  diners: true,
  discover: true,
  jcb: true,
  aura: true,
  unknown: true,
} satisfies Record<Brand, true>) as Brand[]

const FEE = { type: "integer", minimum: 0, maximum: 99_999_999 }
const FLAG = (value: boolean) => ({ type: "boolean", default: value })

const SETTLES = {
  type: "object",
  required: ["days"],
  additionalProperties: false,
  properties: {
    days: { type: "integer", minimum: 0, maximum: 365 },
    business_days: FLAG(false),
    next_business_day: FLAG(true),
    each_installment: FLAG(true),
  },
}

const PRICE = {
  percent: {
    type: "string",
    pattern: "^(?:100(?:\\.0{1,4})?|[1-9]?\\d(?:\\.\\d{1,4})?)$",
    "x-expected": 'a percentage in quotes from "0" to "100", with at most four decimals, such as "2.99"',
  },
  fixed: { ...FEE, default: 0 },
  settles: SETTLES,
}

const price = (own: object, required: string[]) => ({
  type: "object",
  required: ["percent", "settles", ...required],
  additionalProperties: false,
  properties: { ...own, ...PRICE },
})

const schemaOf = (acquirers: readonly string[]) => ({
  type: "object",
  required: ["currency", "card"],
  additionalProperties: false,
  properties: {
    currency: { type: "string", pattern: "^[a-z]{3}$", "x-expected": "an ISO 4217 code in lower case, such as brl" },
    card: {
      type: "array",
      minItems: 1,
      items: price(
        {
          acquirer: { type: "string", enum: acquirers },
          brands: { type: "array", minItems: 1, uniqueItems: true, items: { type: "string", enum: BRAND_NAMES } },
          funding: { type: "string", enum: ["credit", "debit"] },
          installments: {
            type: "array",
            minItems: 2,
            maxItems: 2,
            items: { type: "integer", minimum: 1, maximum: MAX_INSTALLMENTS },
          },
        },
        ["installments"],
      ),
    },
    pix: price({}, []),
    boleto: price({}, []),
    refund_fee: { ...FEE, default: 0 },
    dispute_fee: { ...FEE, default: 0 },
    payout_fee: { ...FEE, default: 0 },
    returns_fee_on_refund: FLAG(false),
  },
})

/** Compares a value with the form of terms, and fills in the defaults. Returns everything that is wrong. */
export function checkForm(value: unknown, acquirers: readonly string[]): ErrorObject[] {
  const ajv = new Ajv({ allErrors: true, useDefaults: true, verbose: true, strict: false })
  const validate = ajv.compile(schemaOf(acquirers))
  return validate(value) ? [] : (validate.errors ?? [])
}
