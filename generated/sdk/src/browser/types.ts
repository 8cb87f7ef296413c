// What vintem.js offers. The npm package publishes these types as `vintem/browser`.

/** The languages of the card fields. Without one, they use that of the browser, and `pt-BR` where the browser has another. */
export type Locale = "pt-BR" | "en" | "es"

/**
 * How the card fields look. Each member is optional. A member with an unknown name, or a value of another form, throws where you pass it.
 * No value may load anything, so a font must be one that the payer's device has.
 */
export type AppearanceVariables = {
  /** The color of what the payer types. A color is `#rgb` to `#rrggbbaa`, a name such as `navy`, `rgb(…)` or `hsl(…)`. */
  colorText?: string
  /** The color of the labels. */
  colorLabel?: string
  /** The color of the example in an empty field. */
  colorPlaceholder?: string
  /** The color inside a field. */
  colorBackground?: string
  /** The color of the line around a field. */
  colorBorder?: string
  /** The color of the field that has the focus. */
  colorPrimary?: string
  /** The color of errors. */
  colorDanger?: string
  /** Names of fonts, separated by commas, such as `Inter, system-ui, sans-serif`. */
  fontFamily?: string
  /** The size of what the payer types, 12px to 32px (or 0.75rem to 2rem). Below 16px, iOS zooms into a field that gets the focus. */
  fontSize?: string
  /** The radius of the corners of a field, 0px to 32px. */
  borderRadius?: string
  /** The distance between fields, 4px to 32px. */
  spacing?: string
}

/** How the card fields look. */
export type Appearance = {
  /**
   * `auto` (the default): dark where the payer's device prefers it and the page has a dark scheme, by the CSS property `color-scheme` of the
   * element that the fields are mounted in, or the page's `<meta name="color-scheme">`. A page that is always light has light fields.
   */
  theme?: "auto" | "light" | "dark"
  variables?: AppearanceVariables
}

/** Options of {@link Vintem.elements}. They hold for every element that it creates. */
export type ElementsOptions = { locale?: Locale; appearance?: Appearance }

/** Options of a card element. `locale` and `appearance` replace those of {@link Vintem.elements}. */
export type CardOptions = ElementsOptions & {
  /** The payer cannot type while this is true, for example during the payment. */
  disabled?: boolean
}

/** The brand of a card. Others may be added. `unknown`: the digits do not tell it, or not yet. */
export type CardBrand =
  | "visa"
  | "mastercard"
  | "amex"
  | "elo"
  | "hipercard"
  | "diners"
  | "discover"
  | "jcb"
  | "aura"
  | "unknown"
  | (string & {})

/** What is wrong in the card fields. */
export type CardFieldErrorCode =
  | "number_incomplete"
  | "number_invalid"
  | "expiry_incomplete"
  | "expiry_invalid"
  | "expiry_past"
  | "cvc_incomplete"

/** The event `change`. It has no digit of the card. */
export type CardChange = {
  /** Whether all fields are filled in and valid, so that a token can be created. */
  complete: boolean
  /** Whether all fields are empty. */
  empty: boolean
  brand: CardBrand
  /** The first error that the payer sees, with a message in their language. null where they see none. */
  error: { code: CardFieldErrorCode; message: string } | null
}

/** The events of a card element with what their listeners get. */
export type CardEvents = {
  /** The fields are shown and take input. */
  ready: undefined
  /** The payer has changed something. */
  change: CardChange
  /** One of the fields got the focus. */
  focus: undefined
  /** The focus has left the fields. */
  blur: undefined
}

/** The card's fields: number, validity and security code, in one frame of Vintém's origin. Your page cannot read them. */
export interface CardElement {
  /**
   * Shows the fields in an element of the page, given as such or by a CSS selector. The event `ready` tells when they take input.
   * Throws where the element does not exist or the fields are mounted already.
   */
  mount(place: string | Element): void
  /** Calls the listener at each such event. Returns a function that ends this. Throws where there is no such event. */
  on<Name extends keyof CardEvents>(event: Name, listener: (payload: CardEvents[Name]) => void): () => void
  /** Changes options. Those that are left out stay. Throws where one is invalid. */
  update(options: CardOptions): void
  /** Puts the focus into the first field. Does nothing before `ready`. */
  focus(): void
  /** Empties all fields. */
  clear(): void
  /** Takes the fields off the page, with what was typed. They can be mounted again, empty. */
  unmount(): void
  /** Takes the fields off the page for good. Every later call of a method throws. */
  destroy(): void
}

/** Creates elements of one look and language. */
export interface Elements {
  /** Creates the card's fields. Throws where an option is invalid. */
  create(type: "card", options?: CardOptions): CardElement
}

/** A token, as the API returns it (`POST /v1/tokens`). Send its `id` to your server. It can be used once, within 15 minutes. */
export type Token = {
  /** `tok_…` */
  id: string
  object: "token"
  livemode: boolean
  type: "card" | "pix" | "boleto" | (string & {})
  /** null for other types than `card`. */
  card: { brand: CardBrand; last4: string; expMonth: number; expYear: number; holderName: string | null } | null
  used: boolean
  /** In ISO 8601. */
  expiresAt: string
  /** In ISO 8601. */
  createdAt: string
}

/** Why no token was created. */
export type TokenError = {
  /**
   * A type of the API's errors (`card_error`, `invalid_request_error`, `authentication_error`, `permission_error`, `rate_limit_error`,
   * `api_error`), or one of the browser: `validation_error` (the payer has to correct a field, which shows the message) or
   * `connection_error` (nothing was charged or saved; try again).
   */
  type: string
  /**
   * A code of the API's errors; of `validation_error`, a {@link CardFieldErrorCode}; of `connection_error`: `frame_not_loaded`,
   * `frame_removed`, `network_error` or `timeout`; and `element_not_mounted`,
   * `element_destroyed` or `request_in_progress` where the page called too early or too late.
   */
  code: string
  /**
   * What was wrong and what to do. That of a `validation_error`, `rate_limit_error` or `api_error`, and of `network_error` and `timeout`, is for
   * the payer and in their language. All others are in English and for you.
   */
  message: string
  /** The member of the request that was wrong, such as `card.number`. */
  param?: string
}

/** What `createToken` resolves to: `token` or `error`. */
export type TokenResult = { token: Token; error?: undefined } | { token?: undefined; error: TokenError }

/** A payment intent for {@link Vintem.handleNextAction}. Pass the whole payment intent as your server got it. */
export type PaymentIntentWithAction = { id: string; status: string; next_action: { type: string } | null }

/**
 * How the payer's part ended. `dismissed`: the payer closed it, or the page removed it; the payment may still be open. It is no proof of payment, because the browser says it: fulfill the order when your server receives the event
 * `payment_intent.succeeded`.
 */
export type NextActionResult = { outcome: "succeeded" | "failed" | "expired" | "dismissed" }

/** Vintém for one publishable key. */
export interface Vintem {
  /** Sets the language and the look of elements. Throws where an option is invalid. */
  elements(options?: ElementsOptions): Elements
  /**
   * Creates a token from what the payer typed. It waits until the fields are ready. What is missing or wrong is shown at its field, and the first such
   * field gets the focus. The promise never rejects, and settles within half a minute, even if the fields cannot load.
   */
  createToken(card: CardElement, details?: { holderName?: string }): Promise<TokenResult>
  /** Creates a token for PIX or boleto. The promise never rejects, and settles within half a minute. */
  createToken(type: "pix" | "boleto"): Promise<TokenResult>
  /**
   * Shows in `container` (an element or a selector) what the payment intent asks the payer for: the 3DS challenge, the PIX code or the boleto.
   * Resolves when that has ended, and leaves the container and the focus as they were. A payment intent that has ended already resolves at once.
   *
   * Rejects with an `Error` where there is no such container, where the payment intent asks the payer for nothing, where the page does not load
   * within a minute, and where it loads but is not shown, as on an origin that is not registered. The payment is then still open.
   */
  handleNextAction(paymentIntent: PaymentIntentWithAction, options: { container: string | Element }): Promise<NextActionResult>
}

/** `window.Vintem`: takes a publishable key (`zk_test_…` or `zk_live_…`). Throws for any other key. */
export type VintemFactory = (key: string) => Vintem
