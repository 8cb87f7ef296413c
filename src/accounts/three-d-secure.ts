import { Refusal } from "../base/errors.ts"
import type { ThreeDSecureSettings } from "./tables.ts"

/** An account asks for 3-D Secure by itself only if it says so. */
export const DEFAULT_THREE_D_SECURE: ThreeDSecureSettings = { minimum_amount: null, brands: [], data_only: false }

/** The brands whose cards can be authenticated before a sale. */
const BRANDS = ["visa", "mastercard", "elo", "amex"] as const

/** Reads the brands whose cards ask for 3-D Secure, with commas between them. An empty text has none. Throws a Refusal for another word. */
export function readThreeDSecureBrands(text: string): ThreeDSecureSettings["brands"] {
  const words = text.split(",").map((word) => word.trim().toLowerCase())
  return [...new Set(words.filter((word) => word !== ""))].map((word) => {
    const brand = BRANDS.find((each) => each === word)
    if (brand) return brand
    throw new Refusal(
      "three_d_secure_brand_invalid",
      `'${word.slice(0, 30)}' is no brand with 3-D Secure. Name ${BRANDS.join(", ")}, with commas between them.`,
    )
  })
}

/** Checks when an account asks for 3-D Secure. Throws a Refusal if the amount is no positive number of cents. */
export function checkThreeDSecureSettings(settings: ThreeDSecureSettings): ThreeDSecureSettings {
  const { minimum_amount } = settings
  if (minimum_amount === null || (Number.isSafeInteger(minimum_amount) && minimum_amount > 0)) return settings
  throw new Refusal("three_d_secure_amount_invalid", "The amount from which 3-D Secure is asked for must be at least one cent.")
}
