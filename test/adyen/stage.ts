import { type Adyen, type Start, startAdyen } from "./adyen.ts"
import { CARDS } from "./cards.ts"
import { type Listener, startListener } from "./listener.ts"
import type { Json } from "./types.ts"

/** Noon in Brasília on a Friday. */
export const NOON = Date.parse("2026-11-20T15:00:00Z")

/** An answer, with its body as JSON where it is. */
export type Answer = { status: number; headers: Headers; body: Json }

export type Stage = {
  adyen: Adyen
  listener: Listener
  /** Posts to Checkout with the merchant's API key. The key of a request is new unless given; `null` sends none. */
  post(path: string, body: unknown, key?: string | null, headers?: Record<string, string>): Promise<Answer>
  /** Posts to the Disputes API. */
  dispute(path: string, body: object): Promise<Answer>
  /** Pays by card, 157.00 unless told otherwise. */
  pay(more?: object, card?: object, key?: string | null): Promise<Answer>
  /** The same. Returns the pspReference of an authorised payment. */
  paid(more?: object, card?: object): Promise<string>
  /** Asks for a capture, a refund and so on of a payment. */
  modify(what: string, pspReference: string, more?: object, key?: string): Promise<Answer>
  /** Waits until no webhook is under way. Returns what came, as `CODE success`. */
  told(): Promise<string[]>
}

let count = 0

/** Another reference each time. */
export function newReference(): string {
  return `pay-${++count}`
}

/** Starts a simulator on 2026-11-20 and an endpoint of webhooks for each test. Call it in a `describe`. */
export function stage(start: Start = {}): Stage {
  const on = {
    post: (path, body, key, headers) => post(on.adyen, on.adyen.urls.checkout + path, body, key, headers),
    dispute: (path, body) =>
      post(on.adyen, on.adyen.urls.disputes + path, { merchantAccountCode: on.adyen.merchant.account, ...body }),
    pay: (more, card, key) => on.post("/payments", paymentOf(on.adyen, more, card), key),
    async paid(more, card) {
      const { status, body } = await on.pay(more, card)
      if (body.resultCode !== "Authorised") throw new Error(`not authorised: ${status} ${JSON.stringify(body)}`)
      return body.pspReference
    },
    modify: (what, pspReference, more, key) =>
      on.post(`/payments/${pspReference}/${what}`, { merchantAccount: on.adyen.merchant.account, ...more }, key),
    async told() {
      await on.adyen.control.settled()
      return on.listener.received.flatMap(({ items }) => items.map(({ eventCode, success }) => `${eventCode} ${success}`))
    },
  } as Stage
  beforeEach(async () => {
    on.adyen = await startAdyen({ clock: () => NOON, ...start })
    on.listener = await startListener()
    await on.adyen.control.setWebhook({ url: on.listener.url })
  })
  afterEach(async () => {
    await on.listener.close()
    await on.adyen.close()
  })
  return on
}

async function post(
  { merchant }: Adyen,
  url: string,
  body: unknown,
  key: string | null = `key-${++count}`,
  headers = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      ...{ "x-api-key": merchant.apiKey, "content-type": "application/json" },
      ...(key !== null && { "idempotency-key": key }),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get("content-type") ?? "")
  return { status: response.status, headers: response.headers, body: isJson && text !== "" ? JSON.parse(text) : text }
}

/** The body of a payment by card. */
export function paymentOf({ merchant }: Pick<Adyen, "merchant">, more: object = {}, card: object = {}): Json {
  return {
    merchantAccount: merchant.account,
    reference: newReference(),
    amount: brl(15700),
    paymentMethod: {
      ...{ type: "scheme", number: CARDS.visa, expiryMonth: "03", expiryYear: "2030", cvc: "737", holderName: "Ana Lima" },
      ...card,
    },
    shopperInteraction: "Ecommerce",
    returnUrl: "https://shop.example/back?order=1",
    ...more,
  }
}

export function brl(value: number): { currency: "BRL"; value: number } {
  return { currency: "BRL", value }
}

/** What a payment needs beside the card where its payer is authenticated in a browser. */
export const BROWSER = {
  ...{ channel: "Web", origin: "https://shop.example", shopperIP: "192.0.2.1" },
  browserInfo: {
    ...{ acceptHeader: "*/*", colorDepth: 24, javaEnabled: false, language: "pt-BR", userAgent: "Mozilla/5.0" },
    ...{ screenHeight: 900, screenWidth: 1600, timeZoneOffset: 180 },
  },
} as const

/** Who pays by PIX or boleto. */
export const PAYER = {
  shopperName: { firstName: "Ana", lastName: "Lima" },
  socialSecurityNumber: "52998224725",
  countryCode: "BR",
  billingAddress: {
    ...{ street: "Rua Um", houseNumberOrName: "1", city: "Barueri", postalCode: "06454000" },
    ...{ stateOrProvince: "SP", country: "BR" },
  },
} as const
