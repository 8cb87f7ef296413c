/** Cielo's names of the card brands. A card of any other brand cannot be charged there. */
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

/** Card on file, and the verification of a card, are for these brands only. */
const STORED = new Set(["visa", "mastercard", "elo"])

export function brandName(brand: string): string | undefined {
  return NAMES[brand]
}

/** Whether Cielo knows saved cards of a brand, and can verify a card of it without a charge. */
export function isStoredBrand(brand: string): boolean {
  return STORED.has(brand)
}

/** Our name of a brand in an answer of Cielo's. Undefined where it is none of ours. */
export function brandOf(name: string): string | undefined {
  const wanted = name.toLowerCase()
  return Object.keys(NAMES).find((brand) => NAMES[brand]!.toLowerCase() === wanted || brand === wanted)
}
