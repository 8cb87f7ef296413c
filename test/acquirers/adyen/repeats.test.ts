// What is sent to Adyen again when its answer was lost, and what is not: the key is the only look-up, and has a life.
import { expect } from "chai"
import pino from "pino"
import { MockAgent } from "undici"
import { adyenKind } from "../../../src/acquirers/adyen/adyen.ts"
import { noticesOf } from "../../../src/acquirers/notices.ts"
import type { CardSale, RefundOrder } from "../../../src/acquirers/sale.ts"
import { randomBase62 } from "../../../src/base/ids.ts"
import { readConfig } from "../../../src/config/config.ts"
import { CARDS } from "../../adyen/cards.ts"
import { never, PAYER } from "../payer.ts"
import { actsOf, DAY, MINUTE } from "./acts.ts"
import { membersFor, withAdyen } from "./at-adyen.ts"

describe("What is sent to Adyen again", () => {
  const on = withAdyen()
  const { control } = actsOf(on)

  const account = () => on.merchant.account
  const newSale = (more: Partial<CardSale> = {}): CardSale => ({
    ...{ reference: randomBase62(20), account: account(), amount: 4990, currency: "brl", payer: PAYER },
    ...{ statement_descriptor: null, card_on_file: null, installments: 1, capture_later: false, three_d_secure: "automatic" },
    card: {
      ...{ number: CARDS.visa, cvc: "737", brand: "visa", funding: "credit", exp_month: 3, exp_year: 2030 },
      holder_name: "ANA LIMA",
    },
    ...more,
  })
  const lost = (call: Promise<unknown>) => call.then(() => "answered").catch(() => "lost")
  const losing = (operation: "payments" | "refunds" | "captures") =>
    control().setFaults({ operation, fault: "cut_after", every: 1 })
  const calls = async () => (await control().calls()).length
  /** The result of a call, and how often Adyen was asked for it. */
  async function asking<T>(call: () => Promise<T>): Promise<[T, number]> {
    const before = await calls()
    return [await call(), (await calls()) - before]
  }
  /** A payment at Adyen, of which nothing was told. */
  async function sold(more: Partial<CardSale> = {}): Promise<string> {
    await control().hold()
    return ((await on.acquirer.authorize(newSale(more), never)) as { charge: string }).charge
  }
  const refundOf = (charge: string): RefundOrder => ({
    ...{ reference: randomBase62(20), account: account(), charge, type: "card", amount: 1000, gone_back_before: 0 },
  })
  /** The same account with another merchant account at Adyen. */
  async function atAnotherMerchant() {
    const { account: merchant_account, apiKey: api_key } = await control().newMerchant()
    const members = { ...membersFor(on.adyen), merchant_account, api_key }
    const addresses = { ...readConfig({}), adyenCheckoutUrl: on.adyen.urls.checkout }
    return open(members, addresses)
  }
  function open(members: object, addresses: object, options: object = {}) {
    const notices = noticesOf(on.vintem.server.modes.test.database, { account: account(), acquirer: "adyen" })
    const credentials = { id: "cred_2", account: account(), members, renewed: async () => undefined } as never
    return adyenKind(options).open(credentials, addresses as never, pino({ enabled: false }), notices)
  }

  it("is no sale whose key is six days old, however often it was sent again before", async () => {
    await control().hold()
    await losing("payments")
    const sale = newSale()
    expect(await lost(on.acquirer.authorize(sale, never))).to.equal("lost")
    await on.poll(5 * DAY)
    expect(await lost(on.acquirer.repeat!(sale, never))).to.equal("lost")
    await on.poll(6 * DAY + MINUTE)
    await control().setFaults()
    expect(await asking(() => on.acquirer.repeat!(sale, never))).to.deep.equal([{ result: "unknown" }, 0])
  })

  it("is no sale to another merchant account, which does not know its key", async () => {
    await control().hold()
    await losing("payments")
    const sale = newSale()
    expect(await lost(on.acquirer.authorize(sale, never))).to.equal("lost")
    await control().setFaults()
    const other = await atAnotherMerchant()
    expect(await asking(() => other.repeat!(sale, never))).to.deep.equal([{ result: "unknown" }, 0])
    await other.close!()
  })

  it("is a sale that may be under way: that is no answer", async () => {
    await control().setFaults({ operation: "payments", fault: "slow:1500", every: 1 })
    const sale = newSale()
    const outcomes = await Promise.all([on.acquirer.authorize(sale, never), on.acquirer.repeat!(sale, never)])
    expect(outcomes.map(({ result }) => result).sort()).to.deep.equal(["approved", "unknown"])
  })

  it("is no refund whose key is six days old, and none to another merchant account", async () => {
    const order = refundOf(await sold())
    await losing("refunds")
    expect(await lost(on.acquirer.refund(order, never))).to.equal("lost")
    await control().setFaults()
    const other = await atAnotherMerchant()
    expect(await asking(() => other.lookUpRefund(order, never))).to.deep.equal([undefined, 0])
    await other.close!()
    await on.poll(6 * DAY + MINUTE)
    expect(await asking(() => on.acquirer.lookUpRefund(order, never))).to.deep.equal([undefined, 0])
  })

  it("is a refund of which a second try says nothing, if Adyen takes no calls now", async () => {
    const order = refundOf(await sold())
    await losing("refunds")
    expect(await lost(on.acquirer.refund(order, never))).to.equal("lost")
    await control().setFaults({ operation: "refunds", fault: "too_many", times: 1 })
    expect(await asking(() => on.acquirer.lookUpRefund(order, never))).to.deep.equal([{ result: "unknown" }, 1])
    expect(await asking(() => on.acquirer.lookUpRefund(order, never))).to.deep.equal([{ result: "pending" }, 1])
  })

  it("is a capture with the key that it had, and a try in vain says nothing", async () => {
    const charge = await sold({ capture_later: true })
    const order = { account: account(), charge, amount: 3000 }
    await losing("captures")
    expect(await lost(on.acquirer.capture!(order, never))).to.equal("lost")
    await control().setFaults({ operation: "captures", fault: "too_many", times: 1 })
    expect(await asking(() => on.acquirer.lookUpCapture!(order, never))).to.deep.equal([{ result: "unknown" }, 1])
    expect(await asking(() => on.acquirer.lookUpCapture!(order, never))).to.deep.equal([{ result: "pending" }, 1])
    const keys = (await control().calls()).filter(({ path }) => path.includes(charge)).map(({ key }) => key)
    expect([keys.length, new Set(keys).size]).to.deep.equal([3, 1])
  })

  it("is no capture while one may be made: neither of another amount, nor after six days", async () => {
    const charge = await sold({ capture_later: true })
    const order = { account: account(), charge, amount: 3000 }
    await losing("captures")
    expect(await lost(on.acquirer.capture!(order, never))).to.equal("lost")
    await control().setFaults()
    const less = { ...order, amount: 2000 }
    expect(await asking(() => on.acquirer.capture!(less, never))).to.deep.equal([{ result: "unknown" }, 0])
    await on.poll(6 * DAY + MINUTE)
    expect(await asking(() => on.acquirer.lookUpCapture!(order, never))).to.deep.equal([undefined, 0])
  })

  it("is no release of what was captured", async () => {
    const charge = await sold({ capture_later: true })
    await control().release()
    await on.acquirer.capture!({ account: account(), charge, amount: 4990 }, never)
    await on.told()
    const order = { account: account(), charge }
    expect(await asking(() => on.acquirer.release!(order, never))).to.deep.equal([{ result: "refused" }, 0])
  })

  it("is a sale whose answer is of another payment: that answer decides nothing", async () => {
    const agent = new MockAgent()
    agent.disableNetConnect()
    const answer = { pspReference: "OTHER00000000082", resultCode: "Authorised", merchantReference: randomBase62(20) }
    agent.get("https://adyen.example").intercept({ path: "/payments", method: "POST" }).reply(200, answer)
    const addresses = { ...readConfig({}), adyenCheckoutUrl: "https://adyen.example" }
    const acquirer = open(membersFor(on.adyen), addresses, { connections: agent })
    const sale = newSale()
    expect(await lost(acquirer.authorize(sale, never))).to.equal("lost")
    expect(await acquirer.lookUp(account(), sale.reference, never)).to.equal(undefined)
    await agent.close()
  })
})
