import type { CardElement, CardOptions, TokenError, TokenResult, Vintem } from "../../sdk/browser/types.ts"
import { has, isObject } from "../shared/appearance.ts"
import { BARE_TYPES, type BareType, type TokenRequest } from "../shared/protocol.ts"
import { createCard, internalsOf } from "./card-element.ts"
import { Frame } from "./frame.ts"
import { handleNextAction } from "./next-action.ts"
import { checkOptions } from "./options.ts"

/** Creates `Vintem(key)` for the frame's origin. */
export function createVintem(origin: string, key: unknown): Vintem {
  const publishable = checkKey(key)
  let bare: Frame | undefined

  /** A frame without fields, for tokens that need none. So only the frame's origin calls the API. */
  const bareFrame = () => {
    if (bare?.iframe.isConnected) return bare
    bare?.remove()
    bare = new Frame({ origin, key: publishable }, () => ({ element: "none", options: {} }))
    bare.iframe.style.setProperty("display", "none", "important")
    const page = document.body ?? document.documentElement
    page.append(bare.iframe)
    return bare
  }

  return Object.freeze<Vintem>({
    elements(options) {
      const defaults = checkOptions(options, ["locale", "appearance"])
      return Object.freeze({
        create(type: "card", given?: CardOptions) {
          if (type !== "card") throw new TypeError("Vintem: the only element is 'card'.")
          return createCard({ origin, key: publishable }, defaults, given)
        },
      })
    },
    async createToken(what: CardElement | BareType, details?: { holderName?: string }): Promise<TokenResult> {
      try {
        const type = BARE_TYPES.find((each) => each === what)
        if (type) return await bareFrame().requestToken({ type })
        const card = internalsOf.get(what as CardElement)
        return card ? await card.requestToken(cardRequest(details)) : { error: NO_CARD }
      } catch (error) {
        return { error: { ...NO_CARD, message: error instanceof Error ? error.message : String(error) } }
      }
    },
    handleNextAction,
  })
}

const NO_CARD: TokenError = {
  type: "invalid_request_error",
  code: "parameter_invalid",
  message: "createToken takes a card element, 'pix', 'boleto' or 'pix_automatico'.",
}

function cardRequest(details: unknown): TokenRequest {
  if (!isObject(details) || !has(details, "holderName")) return { type: "card" }
  const { holderName } = details
  if (holderName === undefined || holderName === null || holderName === "") return { type: "card" }
  if (typeof holderName !== "string") throw new TypeError("holderName must be a string.")
  return { type: "card", holderName }
}

/** Throws for every key that does not belong in a page. The error does not contain the key. */
function checkKey(key: unknown): string {
  if (typeof key === "string" && /^zk_(test|live)_[0-9A-Za-z]{32,128}$/.test(key)) return key
  if (typeof key === "string" && /^zs?r?k_/.test(key) && !key.startsWith("zk_"))
    throw new TypeError(
      "Vintem: this is a secret or restricted key, which must never be in a page. Revoke it with 'vintem keys revoke', and use a publishable key (zk_…).",
    )
  throw new TypeError("Vintem: pass a publishable key, which begins with zk_test_ or zk_live_.")
}
