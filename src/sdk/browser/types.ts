// The API of vintem.js. The npm package publishes these types as `vintem/browser`.

/** The languages of the card fields. The default is the browser's language, or `pt-BR` if the browser uses another one. */
export type Locale = "pt-BR" | "en" | "es"

/**
 * The look of the card fields. Each member is optional. An unknown member or an invalid value throws when you pass it.
 * No value may load anything, so a font must exist on the payer's device.
 */
export type AppearanceVariables = {
  /** The color of the text that the payer types. A color is `#rgb` to `#rrggbbaa`, a name such as `navy`, `rgb(…)` or `hsl(…)`. */
  colorText?: string
  /** The color of the labels. */
  colorLabel?: string
  /** The color of the placeholder in an empty field. */
  colorPlaceholder?: string
  /** The background color of a field. */
  colorBackground?: string
  /** The color of a field's border. */
  colorBorder?: string
  /** The color of the field that has the focus. */
  colorPrimary?: string
  /** The color of errors. */
  colorDanger?: string
  /** Font names, separated by commas, such as `Inter, system-ui, sans-serif`. */
  fontFamily?: string
  /**
   * The size of the text that the payer types, 12px to 32px (or 0.75rem to 2rem). Below 16px, iOS zooms into a field when it gets the
   * focus.
   */
  fontSize?: string
  /** The corner radius of a field, 0px to 32px. */
  borderRadius?: string
  /** The distance between fields, 4px to 32px. */
  spacing?: string
}

/** The look of the card fields. */
export type Appearance = {
  /**
   * With `auto` (the default), the fields are dark if the payer's device prefers a dark scheme and the page has one. The page declares it
   * with the CSS property `color-scheme` of the element around the fields, or with `<meta name="color-scheme">`. On a page that is always
   * light, the fields are light.
   */
  theme?: "auto" | "light" | "dark"
  variables?: AppearanceVariables
}

/** Options of {@link Vintem.elements}. They apply to every element that it creates. */
export type ElementsOptions = { locale?: Locale; appearance?: Appearance }

/** Options of a card element. `locale` and `appearance` override those of {@link Vintem.elements}. */
export type CardOptions = ElementsOptions & {
  /** The payer cannot type while this is true, for example during the payment. */
  disabled?: boolean
  /**
   * As what the card is charged. With `choice`, the payer chooses one in the fields. Without this option, the card is charged as a credit
   * card, and the token does not name it. Your server sees it as `card.funding` of the token from version 2026-12-01 on.
   */
  funding?: Funding | "choice"
}

/** As what a card is charged. */
export type Funding = "credit" | "debit"

/** The brand of a card. More may be added. `unknown`: the digits do not identify the brand, or not yet. */
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

/** The error codes of the card fields. */
export type CardFieldErrorCode =
  | "number_incomplete"
  | "number_invalid"
  | "expiry_incomplete"
  | "expiry_invalid"
  | "expiry_past"
  | "cvc_incomplete"

/** The `change` event. It contains no digit of the card. */
export type CardChange = {
  /** Whether all fields are complete and valid, so a token can be created. */
  complete: boolean
  /** Whether all fields are empty. */
  empty: boolean
  brand: CardBrand
  /** As what the card is charged. It is missing without the option `funding`. Debit cards pay in one installment only. */
  funding?: Funding
  /** The first error that is visible to the payer, with a message in their language. null if no error is visible. */
  error: { code: CardFieldErrorCode; message: string } | null
}

/** The events of a card element, with the payloads for their listeners. */
export type CardEvents = {
  /** The fields are visible and accept input. */
  ready: undefined
  /** The payer has changed a field. */
  change: CardChange
  /** One of the fields has received the focus. */
  focus: undefined
  /** The focus has left the fields. */
  blur: undefined
}

/** The fields of a card: number, expiry date and security code, in one frame of Vintém's origin. Your page cannot read them. */
export interface CardElement {
  /**
   * Shows the fields in an element of the page. Pass the element or a CSS selector. The event `ready` says that the fields accept input.
   * Throws if the element does not exist or the fields are already mounted.
   */
  mount(place: string | Element): void
  /** Calls the listener for each event of this name. Returns a function that removes the listener. Throws if there is no such event. */
  on<Name extends keyof CardEvents>(event: Name, listener: (payload: CardEvents[Name]) => void): () => void
  /** Changes options. Omitted options stay unchanged. Throws if an option is invalid. */
  update(options: CardOptions): void
  /** Focuses the first field. Does nothing before `ready`. */
  focus(): void
  /** Empties all fields. */
  clear(): void
  /** Removes the fields and their contents from the page. They can be mounted again, empty. */
  unmount(): void
  /** Removes the fields from the page for good. Every later method call throws. */
  destroy(): void
}

/** Creates elements with the same look and language. */
export interface Elements {
  /** Creates the card fields. Throws if an option is invalid. */
  create(type: "card", options?: CardOptions): CardElement
}

/** A token, as the API returns it (`POST /v1/tokens`). Send its `id` to your server. It can be used once, within 15 minutes. */
export type Token = {
  /** `tok_…` */
  id: string
  object: "token"
  livemode: boolean
  type: "card" | "pix" | "boleto" | "pix_automatico" | (string & {})
  /** null for types other than `card`. */
  card: {
    brand: CardBrand
    last4: string
    expMonth: number
    expYear: number
    holderName: string | null
    /** It is missing without the option `funding`. */
    funding?: Funding
  } | null
  used: boolean
  /** ISO 8601. */
  expiresAt: string
  /** ISO 8601. */
  createdAt: string
}

/** The reason why no token was created. */
export type TokenError = {
  /**
   * A type of the API's errors (`card_error`, `invalid_request_error`, `authentication_error`, `permission_error`, `rate_limit_error`,
   * `api_error`), or one of two types of the browser. `validation_error`: the payer must correct a field, which shows the message.
   * `connection_error`: nothing was charged or saved, so try again.
   */
  type: string
  /**
   * A code of the API's errors. For `validation_error`, a {@link CardFieldErrorCode}. For `connection_error`, `frame_not_loaded`,
   * `frame_removed`, `network_error` or `timeout`. If the page called too early or too late, `element_not_mounted`, `element_destroyed` or
   * `request_in_progress`.
   */
  code: string
  /**
   * The problem and its remedy. For the types `validation_error`, `rate_limit_error` and `api_error`, and the codes `network_error` and
   * `timeout`, the message is for the payer and in their language. All other messages are in English and for you.
   */
  message: string
  /** The invalid member of the request, such as `card.number`. */
  param?: string
}

/** The result of `createToken`: `token` or `error`. */
export type TokenResult = { token: Token; error?: undefined } | { token?: undefined; error: TokenError }

/** A payment intent for {@link Vintem.handleNextAction}. Pass the whole payment intent as your server received it. */
export type PaymentIntentWithAction = { id: string; status: string; next_action: { type: string } | null }

/**
 * How the payer's part ended. `dismissed`: the payer closed it, or the page removed it. The payment may still be open. The outcome comes
 * from the browser, so it is no proof of payment. Fulfill the order when your server receives the event `payment_intent.succeeded`.
 */
export type NextActionResult = { outcome: "succeeded" | "failed" | "expired" | "dismissed" }

/** Vintém for one publishable key. */
export interface Vintem {
  /** Sets the language and the look of elements. Throws if an option is invalid. */
  elements(options?: ElementsOptions): Elements
  /**
   * Creates a token from the payer's input. Waits until the fields are ready. A missing or invalid value is shown at its field, and the
   * first such field gets the focus. The promise never rejects, and settles within half a minute, even if the fields cannot load.
   */
  createToken(card: CardElement, details?: { holderName?: string }): Promise<TokenResult>
  /** Creates a token for PIX, boleto or PIX Automático. The promise never rejects, and settles within half a minute. */
  createToken(type: "pix" | "boleto" | "pix_automatico"): Promise<TokenResult>
  /**
   * Shows the payer's next action in `container` (an element or a selector): the 3DS challenge, the PIX code or the boleto.
   * Resolves when it has ended, and restores the container and the focus. If the payment intent has already ended, resolves at once.
   *
   * Rejects with an `Error` if there is no such container, if the payment intent has no next action, if the page does not load within a
   * minute, or if it loads but is not shown, as on an unregistered origin. The payment is then still open.
   */
  handleNextAction(paymentIntent: PaymentIntentWithAction, options: { container: string | Element }): Promise<NextActionResult>
}

/** `window.Vintem` takes a publishable key (`zk_test_…` or `zk_live_…`). Throws for any other key. */
export type VintemFactory = (key: string) => Vintem
