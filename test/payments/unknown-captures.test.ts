import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { captureCharge, releaseCharge } from "../../src/acquirers/mock/ledger.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { balanceIn, codeOf, confirm, confirmWith, eventsOf, help, perform, retrieve } from "../support/merchants/rails.ts"
import { clearFaults, mockChargesOf } from "./unknown-outcomes.ts"

const DAY = 24 * 3600

/** Money is captured once or not at all, and what was captured for nothing goes back. */
describe("When the outcome of a capture is unknown", () => {
  let vintem: Running
  let merchant: Merchant
  let faults: Faults
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    faults = vintem.server.modes.test.config.mockFaults
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => clearFaults(faults))
  after(() => vintem.close())

  const authorized = async (card = CARDS.approved): Promise<Json> =>
    confirmWith(merchant, (await newIntent(merchant, { capture_method: "manual" })).id, card)
  const capture = (id: string, body: object = {}, options?: object) =>
    merchant.request("POST", `/v1/payment_intents/${id}/capture`, body, options)
  const cancel = (id: string) => merchant.request("POST", `/v1/payment_intents/${id}/cancel`)
  const poll = (later: number) => perform(vintem, callAcquirers, merchant.account, later)
  const charges = () => mockChargesOf(vintem, merchant.account)
  /** Somebody captures in the acquirer's portal. */
  const captureInPortal = async (amount: number) => {
    const { database } = vintem.server.modes.test
    const charge = (await charges())[0]!.id
    await database.transaction((tx) => captureCharge(tx, { account: merchant.account, charge, amount, now: 0 }))
    return charge
  }

  it("a capture that was made is found, and the payment succeeds with what was captured", async () => {
    const { id } = await authorized()
    faults.capture = "timeout_after"
    const idempotencyKey = newIdempotencyKey()
    const open = expectStatus(await capture(id, { amount_to_capture: 990 }, { idempotencyKey }), 200)
    expect(open).to.deep.include({ status: "processing", amount: 4990, amount_capturable: 0, amount_received: 0 })
    expect(open.capture_before).to.be.a("number")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 990 })
    await poll(1)
    expect(await retrieve(merchant, id)).to.deep.include({ status: "succeeded", amount: 4990, amount_received: 990 })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 990, pending: 0 })
    expect((await eventsOf(merchant, id)).filter((type) => type === "payment_intent.succeeded")).to.have.lengthOf(1)
    expect((await capture(id, { amount_to_capture: 990 }, { idempotencyKey })).body).to.deep.equal(open)
    await poll(3600)
    expect((await charges()).map(({ captured }) => captured)).to.deep.equal([990])
  })

  for (const fault of ["timeout_before", "server_error"] as const) {
    it(`${fault}: after 15 minutes of look-ups that show nothing captured, it can be captured again`, async () => {
      const { id } = await authorized()
      faults.capture = fault
      expectStatus(await capture(id, { amount_to_capture: 990 }), 200)
      for (let later = 1; later < 880; later += 30) await poll(later)
      expect((await retrieve(merchant, id)).status).to.equal("processing")
      await poll(901)
      await poll(905)
      expect(await retrieve(merchant, id)).to.deep.include({ status: "requires_capture", amount_capturable: 4990 })
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
      const { data } = expectStatus(await merchant.request("GET", "/v1/events"), 200)
      expect(data.map(({ type }: Json) => type)).to.deep.equal([
        "payment_intent.amount_capturable_updated",
        "payment_intent.processing",
        "payment_intent.amount_capturable_updated",
        "customer.created",
      ])
      clearFaults(faults)
      expect(expectStatus(await capture(id), 200)).to.deep.include({ status: "succeeded", amount_received: 4990 })
    })
  }

  it("a confirm, a capture, a cancel and a helper wait, and are then refused", async () => {
    const { id } = await authorized()
    faults.capture = "timeout_before"
    expectStatus(await capture(id), 200)
    const token = await newToken(merchant)
    const refused = await Promise.all([
      codeOf(capture(id)),
      codeOf(cancel(id)),
      codeOf(confirm(merchant, id, token.id)),
      codeOf(help(merchant, id, "fail")),
    ])
    expect(refused).to.deep.equal(Array(4).fill("payment_intent_locked"))
  })

  it("the time to capture waits for the outcome, and does not cancel what was captured", async () => {
    const { id } = await authorized()
    faults.capture = "timeout_after"
    faults.look_up = "timeout_before"
    expectStatus(await capture(id), 200)
    for (const later of [60, 6 * DAY + 1, 6 * DAY + 100]) await poll(later)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    delete faults.look_up
    await poll(6 * DAY + DAY)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    await poll(8 * DAY)
    expect((await charges()).map(({ captured, refunded }) => ({ captured, refunded }))).to.deep.equal([
      { captured: 4990, refunded: 0 },
    ])
  })

  it("a capture in the acquirer's portal is found by a notification, with its amount", async () => {
    const { id } = await authorized()
    const charge = await captureInPortal(1990)
    await noteNotification(vintem.server.modes.test, { acquirer: "mock", charge, chargeback: false })
    await poll(2)
    expect(await retrieve(merchant, id)).to.deep.include({ status: "succeeded", amount_received: 1990 })
  })

  it("a capture in the portal succeeds the payment when its time to capture ends", async () => {
    const { id } = await authorized()
    await captureInPortal(4990)
    await poll(6 * DAY + 1)
    expect(await retrieve(merchant, id)).to.deep.include({ status: "succeeded", amount_received: 4990 })
    await poll(6 * DAY + 3600)
    expect((await charges())[0]).to.deep.include({ captured: 4990, refunded: 0 })
  })

  it("a capture of what was captured in the portal succeeds with what the acquirer shows", async () => {
    const { id } = await authorized()
    await captureInPortal(1990)
    expect(expectStatus(await capture(id), 200)).to.deep.include({ status: "succeeded", amount_received: 1990 })
  })

  for (const [name, fault] of [
    ["a look-up that finds the capture", "timeout_after"],
    ["the answer to the capture", undefined],
  ] as const)
    it(`money that goes back in the portal while ${name} is on its way is booked`, async () => {
      const { id } = await authorized()
      const charge = (await charges())[0]!.id
      let gone_back = 0
      const { restore } = replaceAcquirer(vintem, merchant, (bank) => {
        const refundBefore = async <T>(answer: Promise<T>) => {
          const told = await answer
          gone_back = 1500
          await noteNotification(vintem.server.modes.test, { acquirer: "mock", charge, chargeback: false })
          return told
        }
        return {
          ...bank,
          capture: (...args) => (fault ? bank.capture!(...args) : refundBefore(bank.capture!(...args))),
          lookUp: (...args) => refundBefore(bank.lookUp(...args)),
          holds: async () => ({ captured: 4990, gone_back, charged_back: 0 }),
        }
      })
      if (fault) faults.capture = fault
      expectStatus(await capture(id), 200)
      await poll(2)
      expect((await retrieve(merchant, id)).status).to.equal("succeeded")
      for (const later of [120, 3600]) await poll(later)
      restore()
      expect(await retrieve(merchant, id)).to.include({ amount_received: 4990, amount_refunded: 1500 })
    })

  it("a capture of what was released in the portal is refused, and the payment is canceled soon after", async () => {
    const { id } = await authorized()
    const charge = (await charges())[0]!.id
    await vintem.server.modes.test.database.transaction((tx) => releaseCharge(tx, merchant.account, charge))
    expect(await codeOf(capture(id))).to.equal("processing_error")
    await poll(2)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    expect(await codeOf(capture(id))).to.equal("payment_intent_unexpected_state")
  })

  it("an authorization is not given up while the acquirer cannot be asked", async () => {
    const { id } = await authorized()
    faults.look_up = "timeout_before"
    await poll(6 * DAY + 1).catch(() => undefined)
    expect((await retrieve(merchant, id)).status).to.equal("requires_capture")
    delete faults.look_up
    await poll(6 * DAY + 120)
    expect((await retrieve(merchant, id)).last_payment_error.code).to.equal("capture_expired")
  })

  it("what is captured in the portal after a cancel goes back, once", async () => {
    const { id } = await authorized()
    faults.release = "timeout_before"
    expectStatus(await cancel(id), 200)
    await captureInPortal(1990)
    delete faults.release
    for (const later of [1, 5, 60, 3600]) await poll(later)
    expect((await charges())[0]).to.deep.include({ captured: 1990, refunded: 1990 })
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    expect(await balanceIn(merchant)).to.equal(undefined)
  })

  for (const fault of ["timeout_before", "timeout_after", "server_error"] as const) {
    it(`${fault}: the release of a canceled payment is repeated until nothing is held`, async () => {
      const { id } = await authorized()
      faults.release = fault
      expectStatus(await cancel(id), 200)
      await poll(1).catch(() => undefined)
      clearFaults(faults)
      for (const later of [30, 60, 600]) await poll(later)
      expect((await charges())[0]).to.deep.include({ status: "refused", captured: 0, refunded: 0 })
    })
  }

  it("an authorization that turns up after it was given up is released", async () => {
    const { id } = await newIntent(merchant, { capture_method: "manual" })
    faults.authorize = "timeout_after"
    faults.look_up = "timeout_before"
    expect((await confirmWith(merchant, id, CARDS.approved)).status).to.equal("processing")
    expect(await balanceIn(merchant), "what may be authorized is not pending").to.equal(undefined)
    expectStatus(await help(merchant, id, "expire"), 200)
    clearFaults(faults)
    for (const later of [2, 5, 60, 600]) await poll(later)
    expect((await charges()).every(({ status }) => status === "refused")).to.equal(true)
  })

  for (const [decision, end] of [
    ["--accept", { status: "succeeded", amount_received: 990 }],
    ["--not-made", { status: "requires_capture", amount_capturable: 4990 }],
  ] as const) {
    it(`a person ends a capture that the acquirer never tells about: ${decision}`, async () => {
      const { id } = await authorized()
      faults.capture = "timeout_before"
      faults.look_up = "timeout_before"
      expectStatus(await capture(id, { amount_to_capture: 990 }), 200)
      const { account } = merchant
      expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 1000 }), 200)
      const listed = (await vintem.cli("attention", "list", "--account", account, "--json")).json
      const item = listed.find(({ payment_intent }: Json) => payment_intent === id)
      expect(item).to.deep.include({ kind: "outcome_unknown", amount: 990 })
      expect(item.message).to.include(`vintem charges settle ${item.id} ${decision}`)
      const settled = (await vintem.cli("charges", "settle", item.id, decision, "--json")).json
      expect(settled).to.deep.include(end)
      expect(await retrieve(merchant, id)).to.deep.include(end)
    })
  }

  it("an authorization whose answer was lost is found", async () => {
    const { id } = await newIntent(merchant, { capture_method: "manual" })
    faults.authorize = "timeout_after"
    expect((await confirmWith(merchant, id, CARDS.approved)).status).to.equal("processing")
    clearFaults(faults)
    await poll(1)
    expect(await retrieve(merchant, id)).to.deep.include({ status: "requires_capture", amount_capturable: 4990 })
    expectStatus(await capture(id), 200)
  })
})
