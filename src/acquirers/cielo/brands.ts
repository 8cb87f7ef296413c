/** Cielo's names of the card brands. Cielo cannot charge a card of any other brand. */
const NAMES: Record<string, string> = {
  visa: "Visa",
  mastercard: "Master",
  amex: "Amex",
  elo: "Elo",
  aura: "Aura",
  jcb: "JCB",
  diners: "Diners",
  discover: "Discover",
  hipercard: "Hipercard",
}

export const BRANDS: readonly string[] = Object.keys(NAMES)

/** The brands for which Cielo supports stored cards and verifications. */
const STORED = new Set(["visa", "mastercard", "elo"])

export function brandName(brand: string): string | undefined {
  return NAMES[brand]
}

/** Whether Cielo supports stored cards of a brand, and can verify a card of the brand without a charge. */
export function isStoredBrand(brand: string): boolean {
  return STORED.has(brand)
}

/** Our name of a brand in Cielo's responses. Undefined if we do not know the brand. */
export function brandOf(name: string): string | undefined {
  const wanted = name.toLowerCase()
  return Object.entries(NAMES).find(([brand, shown]) => shown.toLowerCase() === wanted || brand === wanted)?.[0]
}
