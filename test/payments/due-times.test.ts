import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import {
  confirmWith,
  eventsOf,
  newOpenIntent,
  payWith,
  perform,
  pressButton,
  recoverAttempts,
  retrieve,
} from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"
import { mockChargesOf } from "./unknown-outcomes.ts"

const PIX_SECONDS = 1200
const CHALLENGE_SECONDS = 600
const RETURN = "https://shop.example/thanks"

/** There is no scheduler, and time passes only when a test advances it. */
describe("Due times, to the second", () => {
  let vintem: Running
  /** Another process on the same databases. */
  let other: Running
  let merchant: Merchant
  let faults: Faults
  /** Callbacks by checkpoint name. */
  let at: Record<string, () => void> = {}
  const clock = { ms: Date.now(), now: () => clock.ms }
  const pass = (seconds: number) => {
    clock.ms += seconds * 1000
  }
  before(async () => {
    vintem = await startVintem(
      { PIX_TTL_SECONDS: String(PIX_SECONDS), THREEDS_TTL_SECONDS: String(CHALLENGE_SECONDS) },
      {
        role: "api",
        clock,
        checkpoint: (step) => at[step]?.(),
      },
    )
    other = await startVintem({}, { role: "api", clock, databases: vintem.databases })
    faults = vintem.server.modes.test.config.mockFaults
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    delete faults.authorize
    delete faults.finish_challenge
    at = {}
  })
  after(async () => {
    await other.close()
    await vintem.close()
  })

  const expireWhatIsDue = () => perform(vintem, callAcquirers, merchant.account)
  const statusOf = async ({ id }: Json): Promise<string> => (await retrieve(merchant, id)).status
  const challenge = (): Promise<Json> => payWith(merchant, CARDS.threeDs)

  it("a PIX can be paid until the last second, then expires", async () => {
    const intent = await payWith(merchant, "pix")
    expect(intent.next_action.expires_at).to.equal(Math.floor(clock.ms / 1000) + PIX_SECONDS)
    pass(PIX_SECONDS - 1)
    await expireWhatIsDue()
    expect(await statusOf(intent)).to.equal("requires_action")
    pass(1)
    await expireWhatIsDue()
    expect(await statusOf(intent)).to.equal("canceled")
  })

  it("a 3DS challenge can be answered until the last second", async () => {
    const intent = await challenge()
    pass(CHALLENGE_SECONDS - 1)
    await expireWhatIsDue()
    const pressed = await pressButton(intent.next_action.url, "authorize")
    expect(pressed.status).to.equal(303)
    expect(await statusOf(intent)).to.equal("succeeded")
  })

  for (const late of [0, 60]) {
    it(`a 3DS challenge answered ${late} s too late takes no money, even before a tick expires it`, async () => {
      const { id } = await newOpenIntent(merchant)
      const intent = await confirmWith(merchant, id, CARDS.threeDs, { return_url: RETURN })
      pass(CHALLENGE_SECONDS + late)
      const pressed = await pressButton(intent.next_action.url, "authorize")
      expect(pressed.status).to.equal(303)
      expect(pressed.headers.get("location")).to.equal(`${RETURN}?payment_intent=${intent.id}&redirect_status=failed`)
      await expireWhatIsDue()
      const expired = await retrieve(merchant, intent.id)
      expect([expired.status, expired.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
      expect(await eventsOf(merchant, intent.id)).to.deep.equal(["payment_intent.payment_failed", "payment_intent.canceled"])
    })
  }

  it("a 3DS challenge answered in time is not expired by a tick that runs meanwhile", async () => {
    const intent = await challenge()
    pass(CHALLENGE_SECONDS - 1)
    faults.finish_challenge = "slow:1000"
    let ticked: Promise<unknown> | undefined
    at["challenge: attempt written"] = () => {
      pass(2)
      ticked = expireWhatIsDue()
    }
    await pressButton(intent.next_action.url, "authorize")
    expect(await ticked, "payment intents that the tick expired").to.equal(0)
    expect(await statusOf(intent)).to.equal("succeeded")
    expect(await eventsOf(merchant, intent.id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("a 3DS challenge answered in time is not expired by a host whose clock is ahead and that asks the bank meanwhile", async () => {
    const intent = await challenge()
    pass(CHALLENGE_SECONDS - 1)
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const replaced = [
      replaceAcquirer(other, merchant, (bank) => ({
        ...bank,
        lookUp: async (...args) => {
          asked.resolve()
          await answered.promise
          return bank.lookUp(...args)
        },
      })),
      replaceAcquirer(vintem, merchant, (bank) => ({
        ...bank,
        finishChallenge: async (...args) => {
          answered.resolve()
          await ahead
          return bank.finishChallenge!(...args)
        },
      })),
    ]
    const ahead = perform(other, callAcquirers, merchant.account, 2)
    await asked.promise
    await pressButton(intent.next_action.url, "authorize").finally(() => replaced.map(({ restore }) => restore()))
    expect(await statusOf(intent)).to.equal("succeeded")
    expect(await eventsOf(merchant, intent.id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("an attempt that another process holds is left alone, and charged once", async () => {
    let tick: Promise<unknown> | undefined
    Object.assign(faults, { authorize: "slow:500", finish_challenge: "slow:500" })
    const whenSent = () => {
      tick = perform(other, callAcquirers, merchant.account)
    }
    at = { "charge: sent": whenSent }
    const intent = await challenge()
    expect([await tick, intent.status]).to.deep.equal([0, "requires_action"])
    await pressButton(intent.next_action.url, "authorize")
    expect([await tick, await statusOf(intent)]).to.deep.equal([0, "succeeded"])
    expect(await mockChargesOf(vintem, merchant.account)).to.have.lengthOf(1)
    expect(await eventsOf(merchant, intent.id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("an attempt whose process seems dead is taken over and looked up, and charged once when its process answers", async () => {
    let tick: Promise<unknown> | undefined
    faults.authorize = "slow:500"
    const whenSent = () => {
      tick = recoverAttempts(other, merchant.account)
    }
    at = { "charge: sent": whenSent }
    const intent = await payWith(merchant)
    // With an idempotency key, the answer is what the other process has saved.
    expect([await tick, await statusOf(intent)]).to.deep.equal([1, "succeeded"])
    expect(await mockChargesOf(vintem, merchant.account)).to.have.lengthOf(1)
    expect(await eventsOf(merchant, intent.id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("an account's test clock expires no payment of another account", async () => {
    const intent = await payWith(merchant, "pix")
    const other = await newMerchant(vintem)
    const ended = await payWith(other, "pix")
    await advance(other, { seconds: PIX_SECONDS })
    expect((await retrieve(other, ended.id)).status).to.equal("canceled")
    expect(await statusOf(intent)).to.equal("requires_action")
  })

  it("a response is replayed until the last second of 24 hours, then the key is free for another request", async () => {
    const idempotencyKey = newIdempotencyKey()
    const create = (email: string) => merchant.request("POST", "/v1/customers", { email }, { idempotencyKey })
    const first = expectStatus(await create("a@example.com"), 201)
    pass(86_399)
    const second = await create("a@example.com")
    expect([second.body.id, second.headers["idempotent-replayed"]]).to.deep.equal([first.id, "true"])
    expectStatus(await create("b@example.com"), 422)
    pass(1)
    const third = await create("b@example.com")
    expect(expectStatus(third, 201).id).not.to.equal(first.id)
    expect(third.headers).not.to.have.property("idempotent-replayed")
    const fourth = await create("b@example.com")
    expect([fourth.text, fourth.headers["idempotent-replayed"]]).to.deep.equal([third.text, "true"])
  })

  it("the end of one key's 24 hours does not affect a later key", async () => {
    const [early, late] = [newIdempotencyKey(), newIdempotencyKey()]
    const create = (email: string, idempotencyKey: string) =>
      merchant.request("POST", "/v1/customers", { email }, { idempotencyKey })
    expectStatus(await create("a@example.com", early), 201)
    await advance(merchant, { seconds: 43_200 })
    const kept = await create("b@example.com", late)
    await advance(merchant, { seconds: 43_200 })
    expectStatus(await create("c@example.com", early), 201)
    const again = await create("b@example.com", late)
    expect([again.text, again.headers["idempotent-replayed"]]).to.deep.equal([kept.text, "true"])
  })

  it("an account's test clock expires no idempotency key of another account", async () => {
    const idempotencyKey = newIdempotencyKey()
    const create = () => merchant.request("POST", "/v1/customers", { email: "a@example.com" }, { idempotencyKey })
    const first = await create()
    const other = await newMerchant(vintem)
    expectStatus(await other.request("POST", "/v1/customers", { email: "a@example.com" }, { idempotencyKey }), 201)
    await advance(other, { seconds: 2 * 86_400 })
    const second = await create()
    expect([second.text, second.headers["idempotent-replayed"]]).to.deep.equal([first.text, "true"])
  })
})
