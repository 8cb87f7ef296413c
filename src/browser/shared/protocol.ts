// What vintem.js and its frame say to each other. Each is cached apart from the other, so both check the version.
import type { CardChange, Locale, Token, TokenError } from "../../sdk/browser/types.ts"

/** Raise it where an older vintem.js would not understand a newer frame. The frame then has to go on speaking the older one for a day. */
export const PROTOCOL = 1

/** What the frame needs to know of the options. The theme is that of the merchant's page. */
export type FrameOptions = {
  locale?: Locale
  theme?: "light" | "dark"
  variables?: Record<string, string>
  disabled?: boolean
}

/** The only message that travels between windows. It carries a port, and all others use that. */
export type Connect = { vintem: number; element: "card" | "none"; options: FrameOptions }

export type TokenRequest = { type: "card"; holderName?: string } | { type: "pix" | "boleto" }

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
