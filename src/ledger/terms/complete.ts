// Whether terms have a price for each payment that an account can take.

import type { Funding } from "../../vault/tables.ts"
import { matches } from "./price.ts"
import { BRAND_NAMES } from "./schema.ts"
import { MAX_INSTALLMENTS, type Terms } from "./terms.ts"

/**
 * Says which cards have no entry. Entries of an acquirer do not count, because an account may get another acquirer. Debit cards, and currencies
 * other than brl, are paid in one installment.
 */
export function uncovered({ currency, card }: Pick<Terms, "currency" | "card">): string[] {
  const general = card.filter(({ acquirer }) => acquirer === undefined)
  const fundings: Funding[] = currency === "brl" ? ["credit", "debit"] : ["credit"]
  return fundings.flatMap((funding) => {
    const most = currency === "brl" && funding === "credit" ? MAX_INSTALLMENTS : 1
    const isCovered = (brand: (typeof BRAND_NAMES)[number], installments: number) =>
      general.some((price) => matches(price, { type: "card", acquirer: "", brand, funding, installments }))
    const missingOf = (brand: (typeof BRAND_NAMES)[number]) =>
      Array.from({ length: most }, (_, index) => index + 1).filter((installments) => !isCovered(brand, installments))
    return sentences(funding, new Map(BRAND_NAMES.map((brand) => [brand, missingOf(brand)])))
  })
}

/** One sentence for the brands that lack the same numbers of installments. */
function sentences(funding: Funding, missing: ReadonlyMap<string, readonly number[]>): string[] {
  const brandsOf = Map.groupBy([...missing.keys()], (brand) => (missing.get(brand) ?? []).join(", "))
  return [...brandsOf].flatMap(([numbers, brands]) => {
    if (numbers === "") return []
    const which = brands.length === missing.size ? "of all brands" : `of ${brands.join(", ")}`
    return [`no entry without an acquirer is for ${funding} cards ${which} with this number of installments: ${numbers}.`]
  })
}
