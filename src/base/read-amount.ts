import { decimalsOf } from "./currency.ts"

/**
 * Reads an amount as people type it, `1.234,56`, `1,234.56`, `49,90`, `49.9` or `R$ 49`. Returns it in the smallest unit of its currency,
 * or undefined if the text is not an amount.
 */
export function readAmount(text: string, currency = "brl"): number | undefined {
  const places = decimalsOf(currency)
  const bare = text.replace(/^(R\$|BRL|US\$|USD|\$|€|¥)/i, "").replace(/\s/g, "")
  // In a currency with three decimals, 1.234 is a little more than one.
  const plain = new RegExp(`^(\\d+)${decimals("[.,]", places)}$`).exec(bare)
  const grouped = new RegExp(
    `^(\\d{1,3}(?:\\.\\d{3})+)${decimals(",", places)}$|^(\\d{1,3}(?:,\\d{3})+)${decimals("\\.", places)}$`,
  ).exec(bare)
  const [whole, part] = plain ? [plain[1], plain[2]] : [grouped?.[1] ?? grouped?.[3], grouped?.[2] ?? grouped?.[4]]
  if (whole === undefined) return undefined
  const amount = Number(whole.replace(/[.,]/g, "") + (part ?? "").padEnd(places, "0"))
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** The pattern of the decimals, which may be missing. It always has one group. */
function decimals(mark: string, places: number): string {
  return places === 0 ? "()" : `(?:${mark}(\\d{1,${places}}))?`
}
