// What must compile with the SDK and what must not. The repository's type check covers this file. The package test also
// compiles it against the packed package, as a user would. Nothing here runs.
import DefaultVintem, {
  CardError,
  type Event,
  type EventOf,
  type LastResponse,
  type Page,
  type PaymentIntent,
  type Refund,
  type UnknownValue,
  Vintem,
  VintemError,
  webhooks,
} from "../../generated/sdk/src/index.ts"

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(value?: T) => value

export const client = async (key: string | undefined) => {
  new DefaultVintem(key)
  new Vintem()
  new Vintem(key, {
    baseUrl: "https://pay.example.com",
    version: "2026-04-27",
    timeout: 1000,
    maxRetries: 0,
    headers: { a: "b" },
  })
  new Vintem(key, { logger: { debug() {}, info() {}, warn() {}, error() {} } })
  new Vintem(key, { logLevel: "warn" })
  const copy: Vintem = new Vintem(key).withOptions({ apiKey: "zsk_test_b", timeout: 5, headers: { a: null } })
  // @ts-expect-error a key for all requests would run the first one only
  copy.withOptions({ idempotencyKey: "…" })
  // @ts-expect-error there is no such level
  new Vintem(key, { logLevel: "verbose" })
  // @ts-expect-error there is no such option
  new Vintem(key, { retries: 3 })
  // @ts-expect-error milliseconds are a number
  new Vintem(key, { timeout: "1s" })
  // @ts-expect-error a logger has four methods
  new Vintem(key, { logger: { debug() {} } })
  holds<Same<typeof DefaultVintem, typeof Vintem>>()
}

export const requests = async (
  vintem: Vintem,
  signal: { aborted: boolean; addEventListener(): void; removeEventListener(): void },
) => {
  const created = await vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: "cus_1" })
  await vintem.paymentIntents.create(
    {
      amount: 4990,
      currency: "brl",
      customer: "cus_1",
      payment_method_types: ["card", "pix"],
      description: null,
      utm: { src: "a" },
    },
    { apiKey: "zsk_test_a", idempotencyKey: "…", version: "2026-04-27", timeout: 5, maxRetries: 1, headers: { a: null }, signal },
  )
  // An optional member may be undefined, even with exactOptionalPropertyTypes.
  const maybe: string | undefined = created.id === "" ? "x" : undefined
  await vintem.paymentIntents.create({ amount: 1, currency: "brl", customer: "cus_1", description: maybe, product: maybe })
  const readonly = ["card", "pix"] as const
  await vintem.paymentIntents.create({ amount: 1, currency: "brl", customer: "cus_1", payment_method_types: readonly })
  await vintem.webhookEndpoints.create({ url: "https://a.b", events: ["*"] as const })
  // A value of a response may be one that requests do not know. It is looked up among those that are meant.
  const known = readonly.find((type) => type === created.payment_method_types[0])
  if (known) await vintem.paymentIntents.create({ amount: 1, currency: "brl", customer: "cus_1", payment_method_types: [known] })
  // @ts-expect-error requests allow the known values only
  await vintem.paymentIntents.list({ status: created.status })
  // @ts-expect-error the customer is missing
  await vintem.paymentIntents.create({ amount: 4990, currency: "brl" })
  // @ts-expect-error an amount is a number of cents
  await vintem.paymentIntents.create({ amount: "49.90", currency: "brl", customer: "cus_1" })
  // @ts-expect-error there is no such member
  await vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: "cus_1", capture: "manual" })
  // @ts-expect-error there is no such payment method
  await vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: "cus_1", payment_method_types: ["cheque"] })
  // @ts-expect-error an amount cannot be null
  await vintem.paymentIntents.create({ amount: null, currency: "brl", customer: "cus_1" })
  // @ts-expect-error options come after the parameters
  await vintem.paymentIntents.create({ amount: 1, currency: "brl", customer: "cus_1" }, { idempotency_key: "…" })

  await vintem.paymentIntents.retrieve("pi_1", { timeout: 10 })
  await vintem.paymentIntents.confirm("pi_1", { payment_method: "tok_1", off_session: false })
  await vintem.paymentIntents.cancel("pi_1")
  await vintem.paymentIntents.cancel("pi_1", { cancellation_reason: "late" }, { maxRetries: 0 })
  await vintem.paymentIntents.cancel("pi_1", null, { maxRetries: 0 })
  // @ts-expect-error a confirmation needs a payment method
  await vintem.paymentIntents.confirm("pi_1")
  await vintem.paymentIntents.capture("pi_1", { amount_to_capture: 990 })
  // @ts-expect-error a payment intent cannot be authorized apart
  await vintem.paymentIntents.authorize("pi_1")
  // @ts-expect-error an id is a string
  await vintem.paymentIntents.retrieve(5)

  await vintem.customers.update("cus_1", { name: null, address: null, email: "a@b.c" })
  // @ts-expect-error the e-mail address cannot be cleared
  await vintem.customers.update("cus_1", { email: null })
  // @ts-expect-error there is no such document type
  await vintem.customers.create({ email: "a@b.c", document: { type: "passport", number: "1" } })

  await vintem.tokens.create({ type: "pix" })
  await vintem.tokens.create({ type: "card", card: { number: "4242", expMonth: 12, expYear: 2030, cvc: "123" } })
  // @ts-expect-error a card token needs a card
  await vintem.tokens.create({ type: "card" })
  // @ts-expect-error tokens are in camelCase
  await vintem.tokens.create({ type: "card", card: { number: "4242", exp_month: 12, exp_year: 2030, cvc: "123" } })

  await vintem.products.setPrice("prd_1", { amount: 100, currency: "brl" })
  await vintem.products.retrievePrice("prd_1")
  await vintem.webhookEndpoints.replay("we_1", "evt_1")
  // @ts-expect-error an event is missing
  await vintem.webhookEndpoints.replay("we_1")
  await vintem.webhookEndpoints.create({ url: "https://a.b", events: ["*"] })
  // @ts-expect-error this type of event is not sent
  await vintem.webhookEndpoints.create({ url: "https://a.b", events: ["customer.renamed"] })
  await vintem.merchantOrigins.delete("https://a.b")
  await vintem.balance.retrieve()
  await vintem.testHelpers.paymentIntents.fail("pi_1", { code: "expired_card" })
  await vintem.testHelpers.clock.advance({ seconds: 60 })
  // @ts-expect-error only a payment creates a subscription
  await vintem.customerSubscriptions.create({})
}

export const results = async (vintem: Vintem) => {
  const intent = await vintem.paymentIntents.retrieve("pi_1")
  const last: LastResponse = intent.lastResponse
  holds<Same<typeof last.status, number>>()
  holds<Same<typeof last.requestId, string | undefined>>()
  const plain: PaymentIntent = intent
  // @ts-expect-error the last response is read-only
  intent.lastResponse = last
  // @ts-expect-error a payment intent's customer is an id
  plain.customer.email

  // A status is a known one or a future one.
  if (plain.status === "succeeded" || plain.status === "some_future_status") return
  const status: string = plain.status
  const token = await vintem.tokens.create({ type: "pix" })
  const expires: string = token.expiresAt
  // @ts-expect-error there may be no card
  token.card.last4
  const endpoint = await vintem.webhookEndpoints.create({ url: "https://a.b", events: ["*"] })
  const secret: string = endpoint.secret
  // @ts-expect-error the secret is shown on creation and rotation only
  ;(await vintem.webhookEndpoints.retrieve("we_1")).secret
  const { deleted } = await vintem.webhookEndpoints.delete("we_1")
  holds<Same<typeof deleted, true>>()
  return [status, expires, secret]
}

export const nextAction = (intent: PaymentIntent): string | number | null => {
  const action = intent.next_action
  // @ts-expect-error there may be nothing to do
  action.type
  if (!action) return null
  // @ts-expect-error only a PIX has a code
  action.qr_code_data
  switch (action.type) {
    case "pix_display_qr_code":
      return action.qr_code_data
    case "boleto_display_details":
      return action.line_code
    case "redirect_to_url":
      // @ts-expect-error a redirection has no line code
      action.line_code
      return action.url
    default:
      // Only the name of a future type is known.
      holds<Same<typeof action.type, UnknownValue>>()
      return action.type
  }
}

export const exhaustive = (intent: PaymentIntent) => {
  if (intent.next_action?.type === "pix_display_qr_code") return intent.next_action.expires_at
  // @ts-expect-error no action has this type
  if (intent.next_action?.type === "pix_display_qr_kode") return 0
  return undefined
}

export const events = (event: Event): string => {
  const id: string = event.id
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
      holds<Same<typeof event.data.object, PaymentIntent>>()
      return event.data.object.last_payment_error?.code ?? id
    case "payment_intent.canceled":
      return event.data.object.cancellation_reason ?? id
    case "charge.dispute.created":
      // @ts-expect-error a dispute has no state
      event.data.object.state
      return event.data.object.refund ?? event.data.object.status
    default: {
      const type: string = event.type
      // @ts-expect-error the object of a future event is unknown
      event.data.object.refund
      return type
    }
  }
}

export const eventsOfOneType = (paid: EventOf<"payment_intent.succeeded">, dispute: EventOf<"charge.dispute.created">) => {
  holds<Same<typeof paid.data.object, PaymentIntent>>()
  const on = <Type extends Vintem.EventType>(_type: Type, handle: (event: EventOf<Type>) => void) => handle
  on("charge.dispute.created", (event) => event.data.object.refund?.toLowerCase())
  // @ts-expect-error there is no such type of event
  const unknown: EventOf<"payment_intent.succeded"> | undefined = undefined
  return [paid.type, dispute.data.object.refund, unknown]
}

export const lists = async (vintem: Vintem) => {
  const page: Page<Refund> = await vintem.refunds.list({ payment_intent: "pi_1", limit: 3 })
  const more: boolean = page.has_more
  for (const refund of page.data) refund.amount.toFixed()
  for await (const refund of page) holds<Same<typeof refund, Refund>>()
  for await (const refund of vintem.refunds.list()) refund.amount.toFixed()
  const all: Refund[] = await vintem.refunds.list().toArray({ limit: 100 })
  const some: Refund[] = await page.toArray()
  const next: Page<Refund> | undefined = await page.nextPage()
  await vintem.customers.list({ email: "a@b.c", starting_after: "cus_1" }, { apiKey: "zsk_test_a" })
  await vintem.webhookEndpoints.listDeliveries("we_1", { limit: 1 })
  for await (const { origin } of vintem.merchantOrigins.list()) origin.toLowerCase()
  // @ts-expect-error a customer is required
  await vintem.paymentMethods.list()
  // @ts-expect-error refunds cannot be filtered by customer
  await vintem.refunds.list({ customer: "cus_1" })
  // @ts-expect-error a product has one of two statuses
  await vintem.products.list({ status: "active" })
  // @ts-expect-error the list must be awaited
  vintem.refunds.list().data
  return [more, all, some, next, page.lastResponse.status]
}

export const named = (intent: Vintem.PaymentIntent, event: Vintem.Event, error: Vintem.CardError) => {
  holds<Same<typeof intent, PaymentIntent>>()
  holds<Same<typeof event, Event>>()
  holds<Same<typeof error, CardError>>()
}

export const failures = (error: unknown) => {
  if (error instanceof Vintem.CardError) {
    const code: string | undefined = error.code
    if (error.code === "card_declined" || error.code === "a_code_to_come") return code
  }
  if (error instanceof CardError || error instanceof VintemError) {
    holds<Same<typeof error.status, number | undefined>>()
    const retry: string | null | undefined = error.headers?.get("retry-after")
    // @ts-expect-error errors are read-only
    error.code = "card_declined"
    return retry
  }
  // @ts-expect-error the error may be anything
  return error.code
}

export const webhook = (body: string, bytes: Uint8Array, header: string | string[] | undefined) => {
  const event: Event = Vintem.webhooks.constructEvent(body, header, "whsec_a", 60)
  const later: Promise<Event> = webhooks.constructEventAsync(bytes, header, "whsec_a")
  const testHeader: string = new Vintem().webhooks.generateTestHeader({ payload: body, secret: "whsec_a", timestamp: 5 })
  webhooks.constructEvent(body, header, ["whsec_new", "whsec_old"])
  webhooks.constructEvent(body, header, undefined as string | undefined)
  // @ts-expect-error a parsed body cannot be verified
  webhooks.constructEvent({ id: "evt_1" }, header, "whsec_a")
  // @ts-expect-error the secret is missing
  webhooks.constructEvent(body, header)
  return [event, later, testHeader]
}
