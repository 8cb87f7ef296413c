import type { CardElement, CardEvents, CardOptions, Locale, TokenError, TokenResult } from "../../sdk/browser/types.ts"
import { localeOf } from "../shared/locale.ts"
import type { TokenRequest } from "../shared/protocol.ts"
import { Frame, type FrameSource } from "./frame.ts"
import { checkOptions, darkPreference, frameOptions } from "./options.ts"
import { afterPress } from "./press.ts"
import { submitForm } from "./submit-form.ts"

/** The space for a focus ring around the fields, inside the frame, in pixels. The frame's style has the same value. */
const RING = 4
/** The initial height of the fields, so the page does not jump when they appear. */
const FIRST_HEIGHT = 170

/** The frame's name for screen readers. */
const TITLES: Record<Locale, string> = { "pt-BR": "Dados do cartão", en: "Card details", es: "Datos de la tarjeta" }

const EVENTS = ["ready", "change", "focus", "blur"] as const

type Listeners = { [Name in keyof CardEvents]: Set<(payload: CardEvents[Name]) => void> }

/** The options of a card element. */
const OPTIONS = ["locale", "appearance", "disabled", "funding"] as const

/** The internals of a card element, for createToken. */
export type CardInternals = { requestToken: (request: TokenRequest) => Promise<TokenResult> }

export const internalsOf = new WeakMap<CardElement, CardInternals>()

/** Creates the card fields. */
export function createCard(source: FrameSource, defaults: CardOptions, given?: CardOptions): CardElement {
  let options = { ...defaults, ...checkOptions(given, OPTIONS) }
  let frame: Frame | undefined
  let place: Element | undefined
  let destroyed = false
  const listeners: Listeners = { ready: new Set(), change: new Set(), focus: new Set(), blur: new Set() }

  const mustExist = () => {
    if (destroyed) throw new Error("Vintem: this card element was destroyed. Create another one with elements.create('card').")
  }
  const emit = <Name extends keyof CardEvents>(name: Name, payload: CardEvents[Name]) => {
    for (const listener of [...listeners[name]]) listener(payload)
  }
  const refresh = () => frame && place && refreshFrame(frame, options, place)
  const take = () => {
    frame?.remove()
    frame = undefined
    darkPreference.removeEventListener("change", refresh)
  }

  const card: CardElement = {
    mount(where) {
      mustExist()
      if (frame) throw new Error("Vintem: the card element is mounted already. Call unmount() first.")
      place = findPlace(where)
      const current = place
      const mounted = new Frame(source, () => ({ element: "card", options: frameOptions(options, current) }), {
        ready: () => emit("ready", undefined),
        change: (change) => emit("change", change),
        focus: () => emit("focus", undefined),
        blur: () => emit("blur", undefined),
        resize: (height) => afterPress(() => show(mounted.iframe, height)),
        enter: () => submitForm(current),
      })
      frame = mounted
      show(mounted.iframe, FIRST_HEIGHT)
      mounted.iframe.title = titleOf(options)
      put(mounted.iframe, place)
      darkPreference.addEventListener("change", refresh)
    },
    on(event, listener) {
      mustExist()
      if (!EVENTS.includes(event)) throw new TypeError(`Vintem: there is no event '${event}'. There are ${EVENTS.join(", ")}.`)
      if (typeof listener !== "function") throw new TypeError("Vintem: a listener must be a function.")
      listeners[event].add(listener)
      return () => void listeners[event].delete(listener)
    },
    update(changed) {
      mustExist()
      options = { ...options, ...checkOptions(changed, OPTIONS) }
      refresh()
    },
    focus() {
      mustExist()
      frame?.iframe.focus()
      frame?.send({ type: "focus" })
    },
    clear() {
      mustExist()
      frame?.send({ type: "clear" })
    },
    unmount() {
      mustExist()
      take()
    },
    destroy() {
      mustExist()
      take()
      destroyed = true
    },
  }
  internalsOf.set(card, { requestToken: (request) => requestToken(frame ?? notThere(destroyed), options, request) })
  return Object.freeze(card)
}

/** A frame that is moved loads anew. */
function put(iframe: HTMLIFrameElement, place: Element): void {
  if (!place.contains(iframe)) place.append(iframe)
  iframe.hidden = false
}

/** A frame that the browser still has from a release before knows no funding. It makes the token of a credit card, which must not be charged. */
async function requestToken(frame: Frame | TokenError, { funding }: CardOptions, request: TokenRequest): Promise<TokenResult> {
  if (!(frame instanceof Frame)) return { error: frame }
  const result = await frame.requestToken(request)
  if (funding === undefined || !result.token) return result
  const made = result.token.card?.funding
  if (funding === "choice" ? made !== undefined : made === funding) return result
  const message = "The card fields are of an older release than vintem.js. Reload the page."
  return { error: { type: "invalid_request_error", code: "version_unknown", message } }
}

const titleOf = ({ locale }: CardOptions) => TITLES[localeOf(locale)]

function refreshFrame(frame: Frame, options: CardOptions, place: Element): void {
  frame.iframe.title = titleOf(options)
  frame.update(frameOptions(options, place))
}

function notThere(destroyed: boolean): TokenError {
  const type = "invalid_request_error"
  if (destroyed) return { type, code: "element_destroyed", message: "This card element was destroyed. Create another one." }
  return { type, code: "element_not_mounted", message: "This card element is not mounted. Call card.mount() first." }
}

/** Returns the element. Throws if it does not exist. */
export function findPlace(where: unknown): Element {
  const place = typeof where === "string" ? document.querySelector(where) : where
  if (place instanceof Element) return place
  throw new TypeError(
    `Vintem: ${typeof where === "string" ? `no element matches '${where}'` : "pass an element or a CSS selector"}.`,
  )
}

/** Overrides the page's own style for frames. */
function show({ style }: HTMLIFrameElement, height: number): void {
  const set = (name: string, value: string) => style.setProperty(name, value, "important")
  set("display", "block")
  set("border", "0")
  set("width", `calc(100% + ${2 * RING}px)`)
  set("max-width", "none")
  set("min-width", "0")
  set("margin", `-${RING}px`)
  set("padding", "0")
  set("height", `${height}px`)
  // The frame is transparent only if its color scheme equals that of its document.
  set("color-scheme", "light")
}
