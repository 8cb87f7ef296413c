// What on call sees of the acquirers, where the connection to Cielo or Cielo itself fails. There is no scheduler: the tests run its jobs.
import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Cielo, startCielo } from "../cielo/cielo.ts"
import { cardFor } from "../cielo/outcomes.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newToken } from "../support/merchants/payments.ts"
import {
  confirm,
  mayFail,
  newBareToken,
  newOpenIntent,
  newPayer,
  payWith,
  perform,
  retrieve,
} from "../support/merchants/rails.ts"
import { openCielo } from "./cielo/open.ts"

const APPROVED = cardFor("Visa")

describe("The metric of the calls to acquirers", function () {
  this.timeout(60_000)
  let cielo: Cielo
  let vintem: Running
  let merchant: Merchant
  let earlier: Record<string, number>
  const atMock = new Set<string>()
  before(async () => {
    cielo = await startCielo({ voidGapMs: 0 })
    const acquirer = { ...openCielo(cielo).acquirer, refundGapMs: 0 }
    const acquirerOf = (account: string) => (atMock.has(account) ? undefined : acquirer)
    vintem = await startVintem({}, { role: "api", acquirerOf, callDeadlineMs: 3000 })
  })
  beforeEach(async () => {
    await cielo.control.reset()
    merchant = await newMerchant(vintem)
    earlier = await counts()
  })
  after(async () => {
    await vintem.close()
    await cielo.close()
  })

  /** The calls since the process began, as `live cielo authorize refused`. */
  async function counts({ metricsUrl } = vintem): Promise<Record<string, number>> {
    const text = await (await fetch(metricsUrl)).text()
    const label = (labels: string, name: string) => new RegExp(`${name}="([\\w-]+)"`).exec(labels)![1]
    return Object.fromEntries(
      [...text.matchAll(/^vintem_acquirer_calls_total\{(.*)\} (\d+)$/gm)].map(([, labels, value]) => [
        ["mode", "acquirer", "operation", "outcome"].map((name) => label(labels!, name)).join(" "),
        Number(value),
      ]),
    )
  }
  /** The calls since the test began. */
  async function counted(): Promise<Record<string, number>> {
    const grown = Object.entries(await counts()).map(([call, count]) => [call, count - (earlier[call] ?? 0)] as const)
    return Object.fromEntries(grown.filter(([, count]) => count > 0))
  }
  const poll = (later: number) => perform(vintem, callAcquirers, merchant.account, later)
  /** Returns the status of the response. */
  const tryToPay = async (method: string) => {
    const { id } = await newOpenIntent(merchant)
    const token = await (method === "pix" ? newBareToken(merchant, "pix") : newToken(merchant, method))
    return (await confirm(merchant, id, token.id)).status
  }
  const refund = async (payment_intent: string) =>
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent }), 201)

  it("shows that the acquirer refuses every payment, although each is answered with 200", async () => {
    await cielo.control.setFaults(
      { operation: "card", fault: "error_before:400" },
      { operation: "pix", fault: "error_before:400" },
    )
    for (const method of [APPROVED, APPROVED, APPROVED, "pix", "pix", "pix"])
      expect((await payWith(merchant, method)).last_payment_error.code).to.equal("processing_error")
    expect(await counted()).to.deep.equal({ "test cielo authorize refused": 3, "test cielo create_pix refused": 3 })
  })

  it("shows that the acquirer refuses an account's credentials: for payments, saved cards, refunds and look-ups", async () => {
    const { id } = await payWith(merchant, APPROVED)
    await payWith(merchant, "pix")
    const customer = (await newCustomer(merchant)).id
    await cielo.control.setFaults({ fault: "error_before:401" })
    expect(await tryToPay(APPROVED)).to.equal(503)
    expect(await tryToPay("pix")).to.equal(503)
    const { id: token } = await newToken(merchant, APPROVED)
    expectStatus(await merchant.request("POST", "/v1/payment_methods", { token, customer }), 503)
    await mayFail(poll(70))
    expect((await refund(id)).status).to.equal("pending")
    const { "test cielo authorize accepted": card, "test cielo create_pix accepted": pix, ...refused } = await counted()
    expect([card, pix]).to.deep.equal([1, 1])
    expect(Object.keys(refused)).to.have.members(
      ["authorize", "create_pix", "verify", "holds", "look_up"].map((operation) => `test cielo ${operation} refused`),
    )
  })

  it("does not take a card that its issuer declines, or cannot process, for one that the acquirer refuses", async () => {
    await payWith(merchant, cardFor("Visa", "51"))
    const unprocessed = cardFor("Diners", "91")
    expect(await tryToPay(unprocessed)).to.equal(503)
    const customer = (await newPayer(merchant)).id
    const { id: token } = await newToken(merchant, unprocessed)
    const method = expectStatus(await merchant.request("POST", "/v1/payment_methods", { token, customer }), 201).id
    const { id } = await newOpenIntent(merchant, { customer })
    expect(expectStatus(await confirm(merchant, id, method, { off_session: true }), 200).status).to.equal("canceled")
    expect(await counted()).to.deep.equal({
      "test cielo authorize declined": 2,
      "test cielo authorize unavailable": 1,
      "test cielo verify accepted": 1,
    })
  })

  it("has what the acquirer did: charged a card, made and took back a PIX, refunded, and found what was asked for", async () => {
    const { id } = await payWith(merchant, APPROVED)
    await refund(id)
    const pix = await payWith(merchant, "pix")
    await poll(60)
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${pix.id}/cancel`), 200)
    await poll(1)
    const { "test cielo look_up accepted": lookUps, ...others } = await counted()
    expect(lookUps).to.be.above(0)
    expect(others).to.deep.equal({
      "test cielo authorize accepted": 1,
      "test cielo holds accepted": 1,
      "test cielo refund accepted": 1,
      "test cielo create_pix accepted": 1,
      "test cielo void_pix accepted": 1,
    })
  })

  it("shows lost answers as unknown, and the look-ups without an answer as well", async () => {
    await cielo.control.setFaults(
      { operation: "card", fault: "cut_after" },
      { operation: "query_order", fault: "error_before:500" },
    )
    const { id } = await payWith(merchant, APPROVED)
    await poll(2)
    expect(await counted()).to.deep.equal({ "test cielo authorize unknown": 1, "test cielo look_up unknown": 1 })
    await cielo.control.setFaults()
    await poll(10)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect(await counted()).to.include({ "test cielo look_up accepted": 1 })
  })

  it("counts a call once whose answer comes when its time is over", async () => {
    atMock.add(merchant.account)
    vintem.server.modes.test.config.mockFaults[`account:${merchant.account}/authorize`] = "slow:4000"
    const { id, status } = await payWith(merchant)
    expect(status).to.equal("processing")
    await until(async () => (await retrieve(merchant, id)).status === "succeeded")
    expect(await counted()).to.deep.equal({ "test mock authorize unknown": 1 })
  })

  it("begins at zero in live mode, so that an alert sees the first call that is refused", async () => {
    const live = await startVintem({}, { live: true, role: "api" })
    const begun = await counts(live)
    await live.close()
    for (const outcome of ["refused", "unknown"])
      for (const operation of ["authorize", "create_pix", "create_boleto", "look_up"])
        expect(begun[`live cielo ${operation} ${outcome}`], `${operation} ${outcome}`).to.equal(0)
  })
})
