// What one payment costs under the terms of its currency.
import { must } from "../../base/must.ts"
import { rounded } from "../../base/shares.ts"
import type { Brand } from "../../vault/number.ts"
import type { Funding } from "../../vault/tables.ts"
import type { CardPrice, Price, Terms } from "./terms.ts"

/** How a payment was made. The brand is null where nobody knows it, as after a test helper: it then is any brand. */
export type Paid =
  | { type: "card"; acquirer: string; brand: Brand | null; funding: Funding; installments: number }
  | { type: "pix" | "pix_automatico" | "boleto" }

/**
 * The price of a payment: of cards, the first that matches. Terms are complete, so there always is one. Terms that are older than a brand may
 * not name it: it is then any brand, because the payment was made.
 */
export function priceOf({ card, pix, boleto }: Pick<Terms, "card" | "pix" | "boleto">, paid: Paid): Price {
  if (paid.type === "card") {
    const first = (brand: Brand | null) => card.find((price) => matches(price, { ...paid, brand }))
    return must(first(paid.brand) ?? first(null), "the price of a card")
  }
  return must(paid.type === "boleto" ? boleto : pix, `the price of ${paid.type}`)
}

/** Whether a price is for this card. */
export function matches(price: CardPrice, { acquirer, brand, funding, installments }: Extract<Paid, { type: "card" }>): boolean {
  const [from, to] = price.installments
  return (
    (price.acquirer === undefined || price.acquirer === acquirer) &&
    (price.brands === undefined || brand === null || price.brands.includes(brand)) &&
    (price.funding === undefined || price.funding === funding) &&
    installments >= from &&
    installments <= to
  )
}

/** The fee of a whole payment, in cents: at most its amount, and rounded half up. */
export function feeOf(amount: number, { percent, fixed }: Pick<Price, "percent" | "fixed">): number {
  return Math.min(amount, rounded(amount, millionths(percent), 1_000_000) + fixed)
}

/** A percentage in millionths of the whole: "2.99" is 29,900. It has at most four decimals. */
function millionths(percent: string): number {
  const [units = "", decimals = ""] = percent.split(".")
  return Number(units) * 10_000 + Number(decimals.padEnd(4, "0"))
}
