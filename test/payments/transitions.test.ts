import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { INTENT_TRANSITIONS, type IntentStatus, type IntentTrigger } from "../../src/payments/intents/state.ts"
import { paymentIntents } from "../../src/payments/intents/table.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { testOnly } from "../support/databases/statement.ts"
import { CARDS, expectStatus, newIntent } from "../support/merchants/payments.ts"
import {
  confirmWith,
  eventsOf,
  help,
  newBareToken,
  newOpenIntent,
  perform,
  pressButton,
  retrieve,
} from "../support/merchants/rails.ts"

const putInState = testOnly(paymentIntents.update(["id"], ["status"]))

const CONFIRMED = {
  approved: "succeeded",
  authorized: "requires_capture",
  refused: "canceled",
  action_required: "requires_action",
  pending: "processing",
} as const
const FORCED = { helper_succeed: "succeeded", helper_fail: "canceled", helper_expire: "canceled" } as const

/** The table of docs/states.md, written by hand so that a change of the product's table needs a change here. */
const EDGES: Record<IntentStatus, Partial<Record<IntentTrigger, IntentStatus>>> = {
  requires_payment_method: { ...CONFIRMED, cancel: "canceled", ...FORCED },
  requires_confirmation: { ...CONFIRMED, cancel: "canceled", ...FORCED },
  requires_action: {
    action_required: "requires_action",
    paid: "succeeded",
    authorized: "requires_capture",
    mismatched: "processing",
    failed: "canceled",
    expired: "canceled",
    cancel: "canceled",
    ...FORCED,
  },
  requires_capture: {
    paid: "succeeded",
    capturing: "processing",
    mismatched: "processing",
    released: "canceled",
    cancel: "canceled",
    ...FORCED,
  },
  processing: {
    paid: "succeeded",
    authorized: "requires_capture",
    not_captured: "requires_capture",
    released: "canceled",
    failed: "canceled",
    expired: "canceled",
    withdrawn: "canceled",
    ...FORCED,
  },
  succeeded: {},
  canceled: {},
}

type Result = { status: number; code?: string }
type Payment = { id: string; page?: string }

/** Runs every trigger in every state: through the API, the payer's page, the acquirer and the clock. */
describe("Transitions of a payment intent", () => {
  let vintem: Running
  // There is no scheduler, so nothing happens in the background.
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
    // No operation leads to this state, so the row is updated directly.
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
    requires_capture: async () => {
      const { id } = await newIntent(vintem, { capture_method: "manual" })
      await confirmWith(vintem, id, CARDS.approved)
      return { id }
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
      resultOf(await request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: (await newToken(number)).id }))
  const forceBy =
    (what: "succeed" | "fail" | "expire") =>
    async ({ id }: Payment) =>
      resultOf(await help(vintem, id, what))
  const happens = (work: () => Promise<unknown>) => work().then(() => undefined)

  // Only subscriptions withdraw a payment intent (test/subscriptions). Another amount is paid in other-amounts.test.ts. Later captures are tried
  // in captures.test.ts and unknown-captures.test.ts.
  const TRIGGERS: Record<
    Exclude<IntentTrigger, "withdrawn" | "mismatched" | "authorized" | "capturing" | "not_captured" | "released">,
    (payment: Payment) => Promise<Result | undefined>
  > = {
    approved: confirmWithCard(CARDS.approved),
    refused: confirmWithCard(CARDS.declined),
    action_required: async ({ id }) =>
      resultOf(
        await request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: (await newBareToken(vintem, "pix")).id }),
      ),
    pending: confirmWithCard(CARDS.processing),
    paid: ({ page }) =>
      happens(async () => {
        if (page) await pressButton(page, "authorize")
        await perform(vintem, applyMockNotices, vintem.account)
      }),
    failed: ({ page }) => happens(async () => page && pressButton(page, "fail")),
    expired: () => happens(() => perform(vintem, callAcquirers, vintem.account, 7200)),
    cancel: async ({ id }) => resultOf(await request("POST", `/v1/payment_intents/${id}/cancel`)),
    helper_succeed: forceBy("succeed"),
    helper_fail: forceBy("fail"),
    helper_expire: forceBy("expire"),
  }

  /** openapi.yaml, Webhooks. */
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

  /** Not tested here: an acquirer that later fails a processing payment or never settles it, and an issuer that asks after data alone. */
  const ELSEWHERE = new Set([
    "requires_action action_required",
    "processing failed",
    "processing expired",
    "requires_capture paid",
  ])
  /** An authorization that expires is no payment that failed. */
  const eventsAfter = (state: IntentStatus, trigger: IntentTrigger) =>
    state === "requires_capture" && trigger === "helper_expire" ? ["payment_intent.canceled"] : (EVENTS[trigger] ?? [])

  it("the product's table has exactly these transitions", () => {
    expect(INTENT_TRANSITIONS).to.deep.equal(EDGES)
  })

  for (const state of Object.keys(STATES) as IntentStatus[]) {
    for (const trigger of Object.keys(TRIGGERS) as (keyof typeof TRIGGERS)[]) {
      if (ELSEWHERE.has(`${state} ${trigger}`)) continue
      const next = EDGES[state][trigger]
      it(`${state}, ${trigger.replace("_", " ")}: ${next ?? "no change"}`, async () => {
        const payment = await STATES[state]()
        const before = await retrieve(vintem, payment.id)
        expect(before.status).to.equal(state)
        const eventsBefore = await eventsOf(vintem, payment.id)

        const result = await TRIGGERS[trigger](payment)

        const after = await retrieve(vintem, payment.id)
        expect(after.status).to.equal(next ?? state)
        if (result) expect(result).to.deep.equal(next ? { status: 200 } : { status: 400, code: refusal(state) })
        if (!next) expect(after).to.deep.equal(before)
        const events = await eventsOf(vintem, payment.id)
        expect(events.slice(eventsBefore.length)).to.deep.equal(next ? eventsAfter(state, trigger) : [])
        checkMembers(after)
      })
    }
  }

  it("a confirm after expiry reports payment_intent_expired", async () => {
    const { id } = await newOpenIntent(vintem)
    expectStatus(await help(vintem, id, "expire"), 200)
    const token = await newToken(CARDS.approved)
    const { body } = await request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    expect(body.error.code).to.equal("payment_intent_expired")
    expect((await request("POST", `/v1/payment_intents/${id}/cancel`)).body.error.code).to.equal("payment_intent_canceled")
  })
})

function resultOf({ status, body }: { status: number; body: Json }): Result {
  return status === 200 ? { status } : { status, code: body.error.code }
}

function refusal(state: IntentStatus): string {
  return state === "canceled" ? "payment_intent_canceled" : "payment_intent_unexpected_state"
}

/** Checks what must hold in every state. */
function checkMembers(intent: Json): void {
  expect(intent.next_action !== null, "next_action").to.equal(intent.status === "requires_action")
  if (intent.status === "succeeded") expect(intent).to.deep.include({ last_payment_error: null })
  if (intent.status === "succeeded") expect(intent.charges.latest).to.match(/^ch_/)
}
