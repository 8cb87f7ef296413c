import { expect } from "chai"
import { statement } from "../../src/db/statement.ts"
import { expireIntents } from "../../src/payments/intents/expire.ts"
import { INTENT_TRANSITIONS, type IntentStatus, type IntentTrigger } from "../../src/payments/intents/state.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import type { Json } from "../support/client.ts"
import { CARDS, expectStatus } from "../support/payments.ts"
import { confirmWith, eventsOf, help, newBareToken, newOpenIntent, perform, pressButton, retrieve } from "../support/rails.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const putInState = statement<void>((k, p) => k("payment_intents").where({ id: p.id }).update({ status: p.status }))

const CONFIRMED = {
  approved: "succeeded",
  refused: "canceled",
  action_required: "requires_action",
  pending: "processing",
} as const
const FORCED = { helper_succeed: "succeeded", helper_fail: "canceled", helper_expire: "canceled" } as const

/** Specification, States and transitions, written out by hand: whoever changes the product's table has to change this one. */
const EDGES: Record<IntentStatus, Partial<Record<IntentTrigger, IntentStatus>>> = {
  requires_payment_method: { ...CONFIRMED, cancel: "canceled", ...FORCED },
  requires_confirmation: { ...CONFIRMED, cancel: "canceled", ...FORCED },
  requires_action: { paid: "succeeded", failed: "canceled", expired: "canceled", cancel: "canceled", ...FORCED },
  processing: { paid: "succeeded", failed: "canceled", expired: "canceled", withdrawn: "canceled", ...FORCED },
  succeeded: {},
  canceled: {},
}

type Answer = { status: number; code?: string }
type Payment = { id: string; page?: string }

/** Every state with everything that can happen in it, by way of the API, the payer's page, the acquirer and the clock. */
describe("Every state of a payment intent and every trigger", () => {
  let vintem: Running
  // Nothing happens by itself here: there is no scheduler.
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  const request = (method: string, path: string, body?: object) => vintem.request(method, path, body)
  const newToken = async (number: string) =>
    expectStatus(
      await request("POST", "/v1/tokens", { type: "card", card: { number, expMonth: 12, expYear: 2034, cvc: "123" } }),
      201,
    )

  const STATES: Record<IntentStatus, () => Promise<Payment>> = {
    requires_payment_method: async () => newOpenIntent(vintem),
    // No operation leads there, so the row is put there.
    requires_confirmation: async () => {
      const { id } = await newOpenIntent(vintem)
      const { database } = vintem.server.modes.test
      await database.transaction((tx) => tx.run(putInState, { id, status: "requires_confirmation" }))
      return { id }
    },
    requires_action: async () => {
      const { id } = await newOpenIntent(vintem)
      return { id, page: (await confirmWith(vintem, id, CARDS.threeDs)).next_action.url }
    },
    processing: async () => {
      const { id } = await newOpenIntent(vintem)
      await confirmWith(vintem, id, CARDS.processing)
      return { id }
    },
    succeeded: async () => {
      const { id } = await newOpenIntent(vintem)
      const page = (await confirmWith(vintem, id, CARDS.threeDs)).next_action.url
      await pressButton(page, "authorize")
      return { id, page }
    },
    canceled: async () => {
      const { id } = await newOpenIntent(vintem)
      const page = (await confirmWith(vintem, id, CARDS.threeDs)).next_action.url
      expectStatus(await request("POST", `/v1/payment_intents/${id}/cancel`), 200)
      return { id, page }
    },
  }

  const confirmWithCard =
    (number: string) =>
    async ({ id }: Payment) =>
      answer(await request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: (await newToken(number)).id }))
  const forceBy =
    (what: "succeed" | "fail" | "expire") =>
    async ({ id }: Payment) =>
      answer(await help(vintem, id, what))
  const happens = (work: () => Promise<unknown>) => work().then(() => undefined)

  // Subscriptions withdraw theirs: see test/subscriptions.
  const TRIGGERS: Record<Exclude<IntentTrigger, "withdrawn">, (payment: Payment) => Promise<Answer | undefined>> = {
    approved: confirmWithCard(CARDS.approved),
    refused: confirmWithCard(CARDS.declined),
    action_required: async ({ id }) =>
      answer(
        await request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: (await newBareToken(vintem, "pix")).id }),
      ),
    pending: confirmWithCard(CARDS.processing),
    paid: ({ page }) =>
      happens(async () => {
        if (page) await pressButton(page, "authorize")
        await perform(vintem, applyMockNotices, vintem.account)
      }),
    failed: ({ page }) => happens(async () => page && pressButton(page, "fail")),
    expired: () => happens(() => perform(vintem, expireIntents, vintem.account, 7200)),
    cancel: async ({ id }) => answer(await request("POST", `/v1/payment_intents/${id}/cancel`)),
    helper_succeed: forceBy("succeed"),
    helper_fail: forceBy("fail"),
    helper_expire: forceBy("expire"),
  }

  /** Specification, Event mapping. */
  const EVENTS: Partial<Record<IntentTrigger, string[]>> = {
    approved: ["payment_intent.succeeded"],
    paid: ["payment_intent.succeeded"],
    helper_succeed: ["payment_intent.succeeded"],
    refused: ["payment_intent.payment_failed"],
    failed: ["payment_intent.payment_failed"],
    helper_fail: ["payment_intent.payment_failed"],
    cancel: ["payment_intent.canceled"],
    expired: ["payment_intent.payment_failed", "payment_intent.canceled"],
    helper_expire: ["payment_intent.payment_failed", "payment_intent.canceled"],
  }

  /** What this test has no way to bring about: an acquirer that fails or never settles what it has taken. */
  const ELSEWHERE = new Set(["processing failed", "processing expired"])

  it("the product's table has these edges and no others", () => {
    expect(INTENT_TRANSITIONS).to.deep.equal(EDGES)
  })

  for (const state of Object.keys(STATES) as IntentStatus[]) {
    for (const trigger of Object.keys(TRIGGERS) as (keyof typeof TRIGGERS)[]) {
      if (ELSEWHERE.has(`${state} ${trigger}`)) continue
      const next = EDGES[state][trigger]
      it(`${state}, ${trigger.replace("_", " ")}: ${next ?? "stays"}`, async () => {
        const payment = await STATES[state]()
        const before = await retrieve(vintem, payment.id)
        expect(before.status).to.equal(state)
        const told = await eventsOf(vintem, payment.id)

        const answered = await TRIGGERS[trigger](payment)

        const after = await retrieve(vintem, payment.id)
        expect(after.status).to.equal(next ?? state)
        if (answered) expect(answered).to.deep.equal(next ? { status: 200 } : { status: 400, code: refusal(state) })
        if (!next) expect(after).to.deep.equal(before)
        const events = await eventsOf(vintem, payment.id)
        expect(events.slice(told.length)).to.deep.equal(next ? (EVENTS[trigger] ?? []) : [])
        checkMembers(after)
      })
    }
  }

  it("a confirm after an expiry says that it expired", async () => {
    const { id } = await newOpenIntent(vintem)
    expectStatus(await help(vintem, id, "expire"), 200)
    const token = await newToken(CARDS.approved)
    const { body } = await request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    expect(body.error.code).to.equal("payment_intent_expired")
    expect((await request("POST", `/v1/payment_intents/${id}/cancel`)).body.error.code).to.equal("payment_intent_canceled")
  })
})

function answer({ status, body }: { status: number; body: Json }): Answer {
  return status === 200 ? { status } : { status, code: body.error.code }
}

function refusal(state: IntentStatus): string {
  return state === "canceled" ? "payment_intent_canceled" : "payment_intent_unexpected_state"
}

/** What has to hold in every state. */
function checkMembers(intent: Json): void {
  expect(intent.next_action !== null, "next_action").to.equal(intent.status === "requires_action")
  if (intent.status === "succeeded") expect(intent).to.deep.include({ last_payment_error: null })
  if (intent.status === "succeeded") expect(intent.charges.latest).to.match(/^ch_/)
}
