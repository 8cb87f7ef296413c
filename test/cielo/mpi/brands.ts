import type { Brand } from "../rules/cards.ts"

/** The brands that the MPI authenticates, by the names that sales have. */
export type MpiBrand = Extract<Brand, "Visa" | "Master" | "Elo" | "Amex">

/** Elo's ranges lie among those of Visa and Mastercard, so they are looked at first. */
const BEGINNINGS: readonly (readonly [MpiBrand, RegExp])[] = [
  [
    "Elo",
    /^(40117[89]|431274|438935|451416|457393|45763[12]|504175|506(699|7[0-9]{2})|509[0-9]{3}|627780|636297|636368|650[0-9]{3}|6516|6550)/,
  ],
  ["Visa", /^4/],
  ["Master", /^(5[1-5]|2[2-7])/],
  ["Amex", /^3[47]/],
]

/** The brand of a number. Undefined where the MPI does not authenticate it. */
export function mpiBrandOf(number: string): MpiBrand | undefined {
  return BEGINNINGS.find(([, beginning]) => beginning.test(number))?.[0]
}

export function versionOf(brand: MpiBrand): "2.2.0" | "2.1.0" {
  return supportsDataOnly(brand) ? "2.2.0" : "2.1.0"
}

export function supportsDataOnly(brand: MpiBrand): boolean {
  return brand === "Visa" || brand === "Master"
}

/** Who has authenticated the payer: the issuer, the brand in its stead, or nobody. */
export type Kind = "issuer" | "stand_in" | "data_only" | "none"

const MASTER: Record<Kind, string> = { issuer: "02", stand_in: "01", data_only: "04", none: "00" }
const OTHERS: Record<Kind, string> = { issuer: "05", stand_in: "06", data_only: "07", none: "07" }

export function eciOf(brand: Brand, kind: Kind): string {
  return (brand === "Master" ? MASTER : OTHERS)[kind]
}

/** Whether an Eci says that somebody has authenticated a payer of this brand. It may be a number, or have one digit. */
export function isAuthenticatedEci(brand: Brand, eci: string | number): boolean {
  return [eciOf(brand, "issuer"), eciOf(brand, "stand_in")].some((each) => Number(each) === Number(eci))
}

/** The Eci of the same authentication at a card of another brand. */
export function otherBrandsEci(brand: Brand): string {
  return eciOf(brand === "Master" ? "Visa" : "Master", "issuer")
}
