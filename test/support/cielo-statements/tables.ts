// Codes of Cielo's tables that the simulator writes.
import type { Brand, CardSale } from "./types.ts"

type Row = { code: string; credit: string; installments: string; debit: string; bin: string }

/** By brand: its code, and its products ("forma de pagamento"). JCB, Diners and Amex have no debit. */
export const BRANDS: Record<Brand, Row> = {
  Visa: { code: "001", credit: "040", installments: "043", debit: "041", bin: "400000" },
  Master: { code: "002", credit: "010", installments: "012", debit: "011", bin: "520000" },
  Amex: { code: "003", credit: "082", installments: "083", debit: "", bin: "376411" },
  Elo: { code: "007", credit: "070", installments: "072", debit: "071", bin: "650529" },
  Diners: { code: "009", credit: "020", installments: "021", debit: "", bin: "301111" },
  Hipercard: { code: "040", credit: "164", installments: "165", debit: "", bin: "606282" },
  JCB: { code: "060", credit: "033", installments: "433", debit: "", bin: "356600" },
}

export const DEBIT = "001"
export const CREDIT = "002"

/** The entry type of a sale, and its product. Throws RangeError for a debit card of a brand that has none. */
export function kindOf({ brand, debit, installments }: Pick<CardSale, "brand" | "debit" | "installments">): {
  type: string
  product: string
  settlement: string
} {
  const row = BRANDS[brand]
  if (debit && !row.debit) throw new RangeError(`${brand} has no debit cards`)
  if (debit) return { type: "01", product: row.debit, settlement: DEBIT }
  if (installments > 1) return { type: "03", product: row.installments, settlement: CREDIT }
  return { type: "02", product: row.credit, settlement: CREDIT }
}

/** Cielo's fee unless a test says otherwise, in hundredths of a per cent. */
export function feeOf({ debit, installments }: { debit: boolean; installments: number }): number {
  if (debit) return 120
  if (installments === 1) return 248
  return installments <= 6 ? 315 : 349
}

/** Adjustment codes: a sale that was refunded, a chargeback, a fine for too many retries. */
export const REFUNDED = "0092"
export const CHARGED_BACK = "0301"
export const FINE = "0251"
