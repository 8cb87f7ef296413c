// The commands of the model's test: each changes the model and the service, and compares them.
import { expect } from "chai"
import fc from "fast-check"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import type { Json } from "../support/app/client.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Merchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import {
  confirm,
  help,
  newBareToken,
  newOpenIntent,
  perform,
  pressButton,
  refundsOf,
  retrieve,
} from "../support/merchants/rails.ts"
import { applyNews, charge, end, final, type Model, type Payment, REFUSED, refundedOf, refusalOfConfirm } from "./model.ts"

export const COMMANDS = 60

export type Real = { vintem: Running; merchant: Merchant; customers: string[] }
type Command = fc.AsyncCommand<Model, Real>

const command = (name: string, run: (model: Model, real: Real) => Promise<unknown>): Command => ({
  check: () => true,
  run: async (model, real) => void (await run(model, real)),
  toString: () => name,
})

/** Runs a command on one of the eligible payments, if there is one, and compares the result. */
const onPayment = (
  name: string,
  index: number,
  run: (payment: Payment, model: Model, real: Real) => Promise<unknown>,
  eligible: (payment: Payment) => boolean = () => true,
) =>
  command(`${name} #${index}`, async (model, real) => {
    const payments = model.payments.filter(eligible)
    if (payments.length === 0) return
    const payment = payments[index % payments.length]!
    await run(payment, model, real)
    await compare(payment, real)
  })

export async function compare(payment: Payment, { merchant }: Real): Promise<void> {
  const intent = await retrieve(merchant, payment.id)
  expect(intent.status).to.equal(payment.status)
  expect(intent.last_payment_error?.code ?? null).to.equal(payment.error)
  expect(intent.next_action !== null).to.equal(payment.status === "requires_action")
  payment.charge ??= intent.charges.latest
  expect(intent.charges.latest).to.equal(payment.charge)
}

const codeOf = ({ body }: { body: Json }): string | null => body.error?.code ?? null

const create = (customer: number, amount: number) =>
  command(`create of ${amount}`, async (model, real) => {
    await createPayment(model, real, customer, amount)
  })

export async function createPayment(
  model: Model,
  { merchant, customers }: Real,
  customer: number,
  amount: number,
): Promise<void> {
  const { id } = await newOpenIntent(merchant, { customer: customers[customer], amount })
  const fresh = {
    status: "requires_payment_method",
    error: null,
    charge: null,
    page: null,
    expiresAt: null,
    expired: false,
    news: null,
  }
  model.payments.push({ ...fresh, id, customer, amount, refunds: [], everCounted: false, events: [] })
}

const isFresh = ({ status }: Payment) => status === "requires_payment_method"

const pay = (index: number, method: string, offSession: boolean, eligible?: (payment: Payment) => boolean) =>
  onPayment(
    `confirm with ${method}`,
    index,
    async (payment, model, { merchant }) => {
      const isCard = method !== "pix" && method !== "boleto"
      const token = isCard ? await newToken(merchant, method) : await newBareToken(merchant, method)
      const response = await confirm(merchant, payment.id, token.id, { off_session: offSession })
      const refusal = refusalOfConfirm(payment)
      expect(codeOf(response)).to.equal(refusal)
      if (refusal) return
      charge(payment, method, offSession, model.now)
      payment.page = response.body.next_action?.url ?? null
    },
    eligible,
  )

const save = (customer: number, number: string) =>
  command(`save ${number}`, async (model, { merchant, customers }) => {
    const token = await newToken(merchant, number)
    const response = await merchant.request("POST", "/v1/payment_methods", { customer: customers[customer], token: token.id })
    const refusal = number === CARDS.declinedWhenCharged ? null : (REFUSED[number] ?? null)
    expect([response.status, codeOf(response)]).to.deep.equal(refusal ? [402, refusal] : [201, null])
    if (!refusal) model.cards.push({ id: response.body.id, customer, attached: true, number })
  })

const payWithSaved = (index: number, card: number, offSession: boolean) =>
  onPayment(`confirm with saved card ${card}`, index, async (payment, model, { merchant }) => {
    const saved = model.cards[card % Math.max(1, model.cards.length)]
    if (!saved) return
    const response = await confirm(merchant, payment.id, saved.id, { off_session: offSession })
    const usable = saved.attached && saved.customer === payment.customer
    const refusal = refusalOfConfirm(payment) ?? (usable ? null : "payment_method_not_found")
    expect(codeOf(response)).to.equal(refusal)
    if (refusal) return
    charge(payment, saved.number, offSession, model.now)
    payment.page = response.body.next_action?.url ?? null
  })

const detach = (card: number) =>
  command(`detach ${card}`, async (model, { merchant, customers }) => {
    const saved = model.cards[card % Math.max(1, model.cards.length)]
    if (!saved) return
    expectStatus(await merchant.request("POST", `/v1/payment_methods/${saved.id}/detach`), 200)
    saved.attached = false
    const { data } = expectStatus(
      await merchant.request("GET", `/v1/payment_methods?limit=100&customer=${customers[saved.customer]}`),
      200,
    )
    const attached = model.cards.filter(({ customer, attached }) => attached && customer === saved.customer)
    expect(data.map(({ id }: Json) => id)).to.deep.equal(attached.map(({ id }) => id).reverse())
  })

const cancel = (index: number) =>
  onPayment("cancel", index, async (payment, _, { merchant }) => {
    const response = await merchant.request("POST", `/v1/payment_intents/${payment.id}/cancel`)
    const stuck = payment.status === "succeeded" || payment.status === "processing"
    const refusal = payment.status === "canceled" ? "payment_intent_canceled" : stuck ? "payment_intent_unexpected_state" : null
    expect(codeOf(response)).to.equal(refusal)
    if (!refusal) end(payment, "canceled", null, "canceled")
  })

const press = (index: number, action: "authorize" | "fail") =>
  onPayment(
    `press ${action}`,
    index,
    async (payment) => {
      await pressButton(payment.page!, action)
      if (action === "authorize") end(payment, "succeeded", null, "succeeded")
      else end(payment, "canceled", "authentication_failed", "payment_failed")
    },
    ({ page }) => page !== null,
  )

const force = (index: number, what: "succeed" | "fail" | "expire") =>
  onPayment(what, index, async (payment, _, { merchant }) => {
    const response = await help(merchant, payment.id, what)
    const refusal = payment.status === "canceled" ? "payment_intent_canceled" : "payment_intent_unexpected_state"
    expect(codeOf(response)).to.equal(final(payment) ? refusal : null)
    if (final(payment)) return
    payment.news = null
    if (what === "succeed") end(payment, "succeeded", null, "succeeded")
    else if (what === "fail") end(payment, "canceled", "card_declined", "payment_failed")
    else expire(payment)
  })

function expire(payment: Payment): void {
  payment.expired = true
  end(payment, "canceled", payment.page ? "authentication_failed" : "payment_intent_expired", "payment_failed", "canceled")
}

const refund = (index: number, amount: number | undefined) =>
  onPayment(`refund of ${amount ?? "all"}`, index, async (payment, _, { merchant }) => {
    const response = await merchant.request("POST", "/v1/refunds", { payment_intent: payment.id, ...(amount ? { amount } : {}) })
    const left = payment.amount - refundedOf(payment)
    const refusal =
      payment.status !== "succeeded"
        ? "payment_intent_unexpected_state"
        : left === 0
          ? "payment_intent_already_refunded"
          : (amount ?? 0) > left
            ? "parameter_invalid"
            : null
    expect(codeOf(response)).to.equal(refusal)
    if (!refusal) payment.refunds.unshift(amount ?? left)
    expect((await refundsOf(merchant, payment.id)).map((each) => each.amount)).to.deep.equal(payment.refunds)
  })

const tick = command("tick", async (model, { vintem, merchant }) => {
  await perform(vintem, applyMockNotices, merchant.account)
  applyNews(model)
})

const advance = (seconds: number) =>
  command(`advance ${seconds} s`, async (model, { merchant }) => {
    expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds }), 200)
    model.now += seconds
    applyNews(model)
    const over = ({ expiresAt }: Payment) => expiresAt !== null && expiresAt <= model.now
    for (const payment of model.payments.filter(over)) expire(payment)
  })

const checkBalance = command("balance", (model, real) => compareBalance(model, real))

export async function compareBalance(model: Model, { merchant }: Real): Promise<void> {
  const { available, pending } = expectStatus(await merchant.request("GET", "/v1/balance"), 200)
  const sum = (payments: Payment[], of: (payment: Payment) => number) => payments.reduce((total, each) => total + of(each), 0)
  const of = (status: string) => model.payments.filter((payment) => payment.status === status)
  const expected = sum(of("succeeded"), (payment) => payment.amount - refundedOf(payment))
  const known = model.payments.some(({ everCounted }) => everCounted)
  const inBrl = (amount: number) => (known ? [{ amount, currency: "brl" }] : [])
  expect(available).to.deep.equal(inBrl(expected))
  expect(pending).to.deep.equal(inBrl(sum(of("processing"), ({ amount }) => amount)))
}

const index = fc.nat(9)
const customer = fc.nat(1)
const off = fc.boolean()
const numbers = fc.constantFrom(
  ...[CARDS.approved, CARDS.approved, CARDS.declined, CARDS.insufficientFunds, CARDS.threeDs, CARDS.disputed],
  ...[CARDS.declinedWhenCharged, CARDS.processing],
)
const methods = fc.oneof(numbers, fc.constantFrom("pix", "boleto", CARDS.threeDs))

export const commands = fc.commands(
  [
    fc.tuple(customer, fc.integer({ min: 1, max: 100_000 })).map((args) => create(...args)),
    fc.tuple(index, methods, off).map((args) => pay(...args)),
    fc.tuple(index, methods, off).map((args) => pay(...args, isFresh)),
    fc.tuple(index, methods, fc.constant(false)).map((args) => pay(...args, isFresh)),
    fc.tuple(customer, numbers).map((args) => save(...args)),
    fc.tuple(index, index, off).map((args) => payWithSaved(...args)),
    index.map(detach),
    index.map(cancel),
    fc.tuple(index, fc.constantFrom("authorize" as const, "fail" as const)).map((args) => press(...args)),
    fc.tuple(index, fc.constantFrom("succeed" as const, "fail" as const, "expire" as const)).map((args) => force(...args)),
    fc.tuple(index, fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined })).map((args) => refund(...args)),
    fc.constant(tick),
    fc.constantFrom(700, 4000).map(advance),
    fc.constant(checkBalance),
  ],
  { maxCommands: COMMANDS, size: "max" },
)
