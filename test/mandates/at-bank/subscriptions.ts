// Live subscriptions by PIX Automático at a simulated bank.
import { scopeOf } from "../../../src/accounts/scope.ts"
import type { Interval } from "../../../src/billing/calendar.ts"
import { createPlan } from "../../../src/billing/plans.ts"
import { checkLedger } from "../../../src/cli/check-ledger.ts"
import type { Json } from "../../support/app/client.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { newPayer } from "../../support/merchants/rails.ts"
import { cyclesOf, subscriptionsOf } from "../../support/merchants/subscriptions.ts"
import { type LiveBank, liveOf, type Options, withLiveBank } from "./live-bank.ts"

export const PRICE = 4990
/** A bank that tells of everything, and one that does not. */
export const TOLD = [
  { isTold: true, told: "" },
  { isTold: false, told: ", of which no bank tells" },
] as const

type Plan = { interval?: Interval; trialDays?: number; first?: number }
/** A first payment whose code is shown. */
export type Begun = { intent: Json; customer: string; code: string }
/** A subscription whose payer has agreed. `mandate`: the bank's id of what he agreed to. */
export type Subscribed = Begun & { subscription: Json; mandate: string }

export type WithSubscriptions = LiveBank & {
  /** Makes a product and a customer, and the first payment, which is not confirmed. */
  unpaid(plan?: Plan): Promise<Json>
  /** The same, and confirms it. */
  begin(plan?: Plan): Promise<Begun>
  /** The same, and the payer pays and agrees. */
  subscribe(plan?: Plan): Promise<Subscribed>
  post(path: string, body?: object, status?: number): Promise<Json>
  /** Reads an intent, a subscription or a method again. */
  look(thing: { id: string }): Promise<Json>
  subscriptionOf(customer: string): Promise<Json>
  /** The cycles of a subscription, the oldest first: what each takes, and its status. */
  cycles(subscription: Json): Promise<string[]>
  /** The newest charge under a mandate, as the bank has it. */
  charge(mandate: string): ReturnType<LiveBank["bank"]["recurring"]>
  /** The mandates of the merchant to which a payer can agree, or has agreed. */
  living(): string[]
  /** What the bank has received for the merchant and what has gone back, in cents, the oldest first. */
  money(): [received: number, back: number][]
  /** What is wrong in the books. */
  wrong(): ReturnType<typeof checkLedger>
}

/** Live subscriptions for the tests of a `describe`. */
export function withSubscriptions(options: Options = {}): WithSubscriptions {
  const on = withLiveBank(options) as WithSubscriptions
  const get = async (path: string) => expectStatus(await on.merchant.request("GET", path), 200)
  on.post = async (path, body = {}, status = 200) => expectStatus(await on.merchant.request("POST", path, body), status)
  on.look = ({ id }) => get(`/v1/${COLLECTIONS[id.split("_")[0]!]}/${id}`)
  on.subscriptionOf = async (customer) => (await subscriptionsOf(on.merchant, customer))[0]
  on.cycles = async (subscription) =>
    (await cyclesOf(on.merchant, subscription)).map(({ payment_method_types: [type], status }) => `${type} ${status}`)
  on.charge = (mandate) => on.bank.chargesUnder(mandate).at(-1)!
  on.money = () =>
    on.bank
      .ledger()
      .filter(({ cnpj }) => cnpj === on.account.account.cnpj)
      .map(({ received, returned, byMed }) => [received, returned + byMed])
  on.living = () => on.bank.livingMandates(on.account.account.cnpj)
  on.wrong = () => checkLedger(liveOf(on).database, on.merchant.account)
  on.unpaid = async ({ first = PRICE, ...plan } = {}) => {
    const product = await newProduct(on, plan)
    const { id: customer } = await newPayer(on.merchant)
    const details = { amount: first, currency: "brl", customer, product, payment_method_types: ["pix_automatico"] }
    return on.post("/v1/payment_intents", details, 201)
  }
  on.begin = async (plan) => {
    const { id, customer } = await on.unpaid(plan)
    const token = await on.post("/v1/tokens", { type: "pix_automatico" }, 201)
    const intent = await on.post(`/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    return { intent, customer, code: intent.next_action.qr_code_data }
  }
  on.subscribe = async (plan) => {
    const begun = await on.begin(plan)
    const { idRec: mandate } = on.bank.mandate(begun.code)
    if (plan?.first === 0) on.bank.agree(begun.code)
    else on.bank.payAndAgree(begun.code)
    await on.goTo(on.clock.ms / 1000 + 180)
    return { ...begun, mandate, subscription: await on.subscriptionOf(begun.customer) }
  }
  return on
}

const COLLECTIONS: Record<string, string> = { pi: "payment_intents", csub: "customer_subscriptions", pm: "payment_methods" }

async function newProduct(on: WithSubscriptions, { interval = "MONTH", trialDays = 0 }: Plan): Promise<string> {
  const product = await on.post("/v1/products", { name: "Clube do Café" }, 201)
  await on.post(`/v1/products/${product.id}/price`, { amount: PRICE, currency: "brl" }, 201)
  const { database } = liveOf(on)
  const scope = await scopeOf(database, liveOf(on), on.merchant.account)
  const plan = { product: product.id, name: "Clube", interval, interval_count: 1, trial_days: trialDays }
  await database.transaction((tx) => createPlan(tx, scope, plan))
  return product.id
}
