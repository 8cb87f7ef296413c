// Recurring products, subscribers and the test clock.
import { scopeOf } from "../../../src/accounts/scope.ts"
import type { Interval } from "../../../src/billing/calendar.ts"
import { createPlan } from "../../../src/billing/plans.ts"
import type { Json } from "../app/client.ts"
import type { Running } from "../app/vintem.ts"
import { type Merchant, OUTCOMES } from "./merchant.ts"
import { cardBody, expectStatus } from "./payments.ts"

export const DAY = 86_400

export type PlanTerms = { interval?: Interval; count?: number; trialDays?: number; daysAhead?: number; name?: string }
export type PlanOf = PlanTerms & { amount?: number | null; currency?: string }

/** Creates a product with a plan, and with a price unless `amount` is null. Returns its id. */
export async function newRecurringProduct(
  vintem: Running,
  merchant: Merchant,
  { amount = 4990, currency = "brl", ...terms }: PlanOf = {},
): Promise<string> {
  const product = expectStatus(await merchant.request("POST", "/v1/products", { name: "Clube do Café" }), 201)
  if (amount) expectStatus(await merchant.request("POST", `/v1/products/${product.id}/price`, { amount, currency }), 201)
  await newPlan(vintem, merchant, product.id, terms)
  return product.id
}

/** Creates the active plan of a product that has none. */
export async function newPlan(
  vintem: Running,
  { account }: Merchant,
  product: string,
  { interval = "MONTH", count = 1, trialDays = 0, daysAhead = 0, name = "Clube" }: PlanTerms = {},
): Promise<void> {
  if (process.env.VINTEM_TEST_BALANCED) {
    const named = ["--mode", "test", "--product", product, "--name", name, "--interval", interval]
    await command(
      vintem,
      "create",
      ...named,
      "--count",
      String(count),
      ...["--trial-days", String(trialDays), "--days-ahead", String(daysAhead)],
    )
    return
  }
  const { test } = vintem.server.modes
  const scope = await scopeOf(test.database, test, account)
  const plan = { product, name, interval, interval_count: count, trial_days: trialDays, days_ahead: daysAhead }
  await test.database.transaction((tx) => createPlan(tx, scope, plan))
}

/** Deactivates the plan of a product, as its operator does. */
export async function endPlanOf(vintem: Running, { account }: Merchant, product: string): Promise<void> {
  const plans: Json[] = await command(vintem, "list", "--mode", "test", "--account", account)
  for (const { id } of plans.filter(({ productId, isActive }) => productId === product && isActive))
    await command(vintem, "deactivate", id)
}

async function command(vintem: Running, ...args: string[]): Promise<Json> {
  const { status, stderr, json } = await vintem.cli("plans", ...args, "--json")
  if (status !== 0) throw new Error(stderr)
  return json
}

export async function newPayer(merchant: Merchant): Promise<string> {
  const customer = await merchant.request("POST", "/v1/customers", {
    email: "maria@example.com",
    name: "Maria da Silva",
    document: { type: "cpf", number: "11144477735" },
    address: { line1: "Rua das Flores", number: "1", city: "Recife", state: "PE", postal_code: "50000000", country: "BR" },
  })
  return expectStatus(customer, 201).id
}

/** Pays for a recurring product by card. Returns the new subscription, or undefined if there is none. */
export async function subscribe(
  merchant: Merchant,
  product: string,
  { card, customer }: { card?: string; customer?: string } = {},
) {
  const payer = customer ?? (await newPayer(merchant))
  const intent = await newCharge(merchant, product, payer)
  const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(card)), 201)
  expectStatus(await merchant.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id }), 200)
  const [subscription] = await subscriptionsOf(merchant, payer)
  return subscription
}

/** Pays for a recurring product by PIX or boleto, with the test helper. Returns the new subscription. */
export async function subscribeBy(type: "pix" | "boleto", merchant: Merchant, product: string): Promise<Json> {
  const payer = await newPayer(merchant)
  const intent = await newCharge(merchant, product, payer, type)
  const token = expectStatus(await merchant.request("POST", "/v1/tokens", { type }), 201)
  expectStatus(await merchant.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id }), 200)
  expectStatus(await merchant.request("POST", `/v1/test_helpers/payment_intents/${intent.id}/succeed`, {}), 200)
  const [subscription] = await subscriptionsOf(merchant, payer)
  return subscription
}

async function newCharge(merchant: Merchant, product: string, customer: string, type = "card"): Promise<Json> {
  const details = { amount: 4990, currency: "brl", customer, product, payment_method_types: [type] }
  return expectStatus(await merchant.request("POST", "/v1/payment_intents", details), 201)
}

/** Saves a card for a customer, which is charged from now on. Returns its id. */
export async function saveNewCard(merchant: Merchant, customer: string, card?: string): Promise<string> {
  const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(card)), 201)
  return expectStatus(await merchant.request("POST", "/v1/payment_methods", { token: token.id, customer }), 201).id
}

export async function subscriptionsOf(merchant: Merchant, customer: string): Promise<Json[]> {
  return expectStatus(await merchant.request("GET", `/v1/customer_subscriptions?customer=${customer}`), 200).data
}

export async function again(merchant: Merchant, subscription: { id: string }): Promise<Json> {
  return expectStatus(await merchant.request("GET", `/v1/customer_subscriptions/${subscription.id}`), 200)
}

/** Advances the merchant's clock. Returns its new time. */
export async function advance(merchant: Merchant, by: { seconds: number } | { to: number }): Promise<number> {
  return expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", by), 200).now
}

export async function timeOf(merchant: Merchant): Promise<number> {
  return expectStatus(await merchant.request("GET", "/v1/test_helpers/clock"), 200).now
}

/** Returns the charges of a subscription, oldest first. */
export async function cyclesOf(merchant: Merchant, { id, customer }: { id: string; customer: string }): Promise<Json[]> {
  const intents = await everyItem(merchant, `/v1/payment_intents?customer=${customer}`)
  return intents.filter((intent) => intent.subscription === id).reverse()
}

/** Returns all events of a merchant, oldest first. */
export async function eventsOf(merchant: Merchant): Promise<Json[]> {
  return (await everyItem(merchant, "/v1/events?")).reverse()
}

/** Returns the events of a merchant that tell what became of payments, oldest first. */
export async function outcomesOf(merchant: Merchant): Promise<Json[]> {
  return (await eventsOf(merchant)).filter(({ type }) => OUTCOMES.includes(type))
}

async function everyItem(merchant: Merchant, path: string): Promise<Json[]> {
  const items: Json[] = []
  for (let more = true; more; ) {
    const after = items.length > 0 ? `&starting_after=${items.at(-1).id}` : ""
    const page = expectStatus(await merchant.request("GET", `${path}&limit=100${after}`.replace("?&", "?")), 200)
    items.push(...page.data)
    more = page.has_more
  }
  return items
}
