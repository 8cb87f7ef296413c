// The messages between vintem.js and its frame. The two are cached separately, so both check the version.
import type { CardChange, CardOptions, Locale, Token, TokenError } from "../../sdk/browser/types.ts"

/** Increase it if an older vintem.js would not understand a newer frame. For a day, the frame must then also support the older version. */
export const PROTOCOL = 1

/** The options that the frame needs. The theme is that of the merchant's page. */
export type FrameOptions = {
  locale?: Locale
  theme?: "light" | "dark"
  variables?: Record<string, string>
  disabled?: boolean
  funding?: CardOptions["funding"]
}

/** The only message between windows. It carries a port for all further messages. */
export type Connect = { vintem: number; element: "card" | "none"; options: FrameOptions }

/** The methods whose token holds nothing that a payer enters. */
export const BARE_TYPES = ["pix", "boleto", "pix_automatico"] as const
export type BareType = (typeof BARE_TYPES)[number]

export type TokenRequest = { type: "card"; holderName?: string } | { type: BareType }

export type ToFrame =
  | { type: "update"; options: FrameOptions }
  | { type: "focus" }
  | { type: "clear" }
  | { type: "token"; id: number; request: TokenRequest }

export type FromFrame =
  | { type: "ready"; vintem: number }
  | { type: "refused"; error: TokenError }
  | { type: "resize"; height: number }
  | { type: "change"; change: CardChange }
  | { type: "focus" }
  | { type: "blur" }
  | { type: "enter" }
  | { type: "result"; id: number; token?: Token; error?: TokenError }
