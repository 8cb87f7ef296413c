import { expect } from "chai"
import type { Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import {
  CARDS,
  expectStatus,
  newCustomer,
  newIdempotencyKey,
  newIntent,
  newToken,
  postOnce,
} from "../support/merchants/payments.ts"
import { newRecurringProduct } from "../support/merchants/subscriptions.ts"

/** More than two shared transactions take. */
const MANY = 80

type Made = { id: string; payment_method: string }

describe("Confirms that arrive together", () => {
  let vintem: Running
  let merchant: Merchant
  let customer: string
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT: "100000" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    customer = (await newCustomer(merchant)).id
  })
  after(() => vintem.close())

  const make = async (card?: string, details: object = {}): Promise<Made> => ({
    id: (await newIntent(merchant, { customer, ...details })).id,
    payment_method: (await newToken(merchant, card)).id,
  })
  const confirm = ({ id, payment_method }: Made, idempotencyKey = newIdempotencyKey()) =>
    merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }, { idempotencyKey })
  const outcomeOf = ({ status, body }: Response) =>
    `${status} ${body.error?.code ?? body.last_payment_error?.code ?? body.status}`
  const available = async () => expectStatus(await merchant.request("GET", "/v1/balance"), 200).available
  const eventsOf = async (type: string) =>
    expectStatus(await merchant.request("GET", `/v1/events?limit=100&type=${type}`), 200).data.map(
      ({ data }: { data: { object: { id: string } } }) => data.object.id,
    )

  it("each get their own outcome: paid, refused, not reached, challenged, and of a payment that cannot be confirmed", async () => {
    const canceled = await make()
    await postOnce(merchant, `/v1/payment_intents/${canceled.id}/cancel`, {}, 200)
    const used = await make()
    expectStatus(await confirm(used), 200)
    const kinds: [string, () => Promise<Made>][] = [
      ["200 succeeded", () => make()],
      ["200 card_declined", () => make(CARDS.declined)],
      ["200 insufficient_funds", () => make(CARDS.insufficientFunds)],
      ["503 processing_error", () => make(CARDS.unreachable)],
      ["200 requires_action", () => make(CARDS.threeDs)],
      ["200 processing", () => make(CARDS.processing)],
      ["400 payment_intent_canceled", async () => ({ ...(await make()), id: canceled.id })],
      ["400 token_unusable", async () => ({ ...(await make()), payment_method: used.payment_method })],
      ["404 payment_intent_not_found", async () => ({ ...(await make()), id: "pi_unknown" })],
    ]
    const expected = Array.from({ length: MANY }, (_, i) => kinds[i % kinds.length]!)
    const made = await Promise.all(expected.map(([, prepare]) => prepare()))
    const outcomes = (await Promise.all(made.map((each) => confirm(each)))).map(outcomeOf)
    expect(outcomes).to.deep.equal(expected.map(([outcome]) => outcome))
    const paid = made.filter((_, i) => outcomes[i] === "200 succeeded").map(({ id }) => id)
    // The first one was paid before, and those in processing settle a moment later.
    const settled = made.filter((_, i) => outcomes[i] === "200 processing").map(({ id }) => id)
    const total = (paid.length + settled.length + 1) * 4990
    await until(async () => (await available())[0].amount === total)
    expect((await eventsOf("payment_intent.succeeded")).sort()).to.deep.equal([used.id, ...paid, ...settled].sort())
  })

  it("replay their own response, byte by byte", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, (_, i) => make(i % 3 ? undefined : CARDS.declined)))
    const keys = made.map(() => newIdempotencyKey())
    const first = await Promise.all(made.map((each, i) => confirm(each, keys[i])))
    const again = await Promise.all(made.map((each, i) => confirm(each, keys[i])))
    expect(again.map(({ text }) => text)).to.deep.equal(first.map(({ text }) => text))
    expect(first.map(({ body }) => body.id)).to.deep.equal(made.map(({ id }) => id))
  })

  it("of one payment, or with one token, charge once", async () => {
    const others = await Promise.all(Array.from({ length: 10 }, () => make()))
    const one = await make()
    const tokens = await Promise.all(Array.from({ length: 8 }, () => newToken(merchant)))
    const token = (await newToken(merchant)).id
    const intents = await Promise.all(Array.from({ length: 8 }, () => make()))
    const [beside, same, shared] = await Promise.all([
      Promise.all(others.map((each) => confirm(each))),
      Promise.all(tokens.map(({ id }) => confirm({ ...one, payment_method: id }))),
      Promise.all(intents.map((each) => confirm({ ...each, payment_method: token }))),
    ])
    expect(new Set(beside.map(outcomeOf))).to.deep.equal(new Set(["200 succeeded"]))
    for (const responses of [same, shared]) expect(responses.filter(({ status }) => status === 200)).to.have.length(1)
    expect(new Set(shared.map(outcomeOf))).to.deep.equal(new Set(["200 succeeded", "400 token_unusable"]))
    expect((await available())[0].amount).to.equal(12 * 4990)
  })

  it("may start subscriptions among payments that start none", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const made = await Promise.all(Array.from({ length: 24 }, (_, i) => make(undefined, i % 2 ? {} : { product })))
    const outcomes = (await Promise.all(made.map((each) => confirm(each)))).map(outcomeOf)
    expect(new Set(outcomes)).to.deep.equal(new Set(["200 succeeded"]))
    const { data } = expectStatus(await merchant.request("GET", `/v1/customer_subscriptions?limit=100&customer=${customer}`), 200)
    expect(data).to.have.length(12)
  })
})
