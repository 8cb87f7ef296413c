import { expect } from "chai"
import { webhooks } from "../../src/sdk/runtime/index.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { contract } from "../support/contract/openapi.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { eventsOf, timeOf } from "../support/merchants/subscriptions.ts"
import { type Listener, listenWith, type Shop, startShop } from "./listening.ts"

/** Every type that the contract lists, but the one that stands for all. */
const TYPES: string[] = contract.components.schemas.EventType["x-extensible-enum"]

describe("vintem trigger", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let shop: Shop
  let listener: Listener
  let secret: string
  before(async () => {
    // The command does not know the port that the system has given the server.
    vintem = await startVintem({ BASE_URL: "https://pay.example" })
    merchant = await newMerchant(vintem)
    shop = await startShop()
    secret = (await vintem.cli("listen", "--account", merchant.account, "--print-secret")).stdout.trim()
    listener = await listenWith(
      vintem.databases.env,
      "--account",
      merchant.account,
      "--forward-to",
      shop.url,
      "--events",
      TYPES.join(","),
    )
  })
  after(async () => {
    await listener?.stop()
    await shop?.close()
    await vintem?.close()
  })

  const trigger = (...args: string[]) => vintem.cli("trigger", ...args, "--account", merchant.account)
  /** Triggers an event. Returns what the command printed, and the event that arrived at the developer's server. */
  async function received(type: string, ...options: string[]): Promise<{ played: Json; event: Json }> {
    const { json: played, stderr } = await trigger(type, ...options, "--json")
    expect(played, stderr).to.be.an("object")
    await shop.has((await eventsOf(merchant)).length)
    const { id } = played.events.find((event: Json) => event.type === type)
    const arrived = shop.arrived.filter(({ body }) => JSON.parse(body.toString()).id === id)
    expect(arrived).to.have.length(1)
    const { headers, body } = arrived[0]!
    return { played, event: webhooks.constructEvent(body, String(headers["service-signature"]), secret) }
  }

  for (const type of TYPES) {
    it(`makes ${type} happen, which arrives at the developer's server`, async () => {
      const { played, event } = await received(type)
      const { payment_intent: intent } = played
      const { object } = event.data
      // A payout takes all that the account has, and is about no single payment.
      const isPayout = type.startsWith("payout.")
      if (isPayout) expect(object.amount % 4990).to.equal(0)
      else expect([event.type, object.amount ?? 4990]).to.deep.equal([type, 4990])
      if (type !== "payment_method.detached" && !isPayout)
        expect([object.id, object.customer, object.payment_intent]).to.include.oneOf([intent.id, intent.customer])
      const now = (await merchant.request("GET", `/v1/payment_intents/${intent.id}`)).body
      // The acquirer decides about a processing payment a moment later.
      if (intent.status === "processing") expect(now.id).to.equal(intent.id)
      else expect(now).to.deep.equal(intent)
      const all = await eventsOf(merchant)
      expect(all.filter(({ id }) => played.events.some((each: Json) => each.id === id))).to.deep.equal(played.events)
    })
  }

  for (const method of ["pix", "boleto"]) {
    it(`plays a payment by ${method} to each of its ends`, async () => {
      const ends = {
        "payment_intent.succeeded": "succeeded",
        "payment_intent.payment_failed": "canceled",
        "payment_intent.canceled": "canceled",
      }
      for (const [type, status] of Object.entries(ends)) {
        const { object } = (await received(type, "--method", method)).event.data
        expect([object.payment_method_types, object.status]).to.deep.equal([[method], status])
      }
      const disputed = await trigger("charge.dispute.created", "--method", method)
      expect([disputed.status, disputed.stderr]).to.satisfy(
        ([status, stderr]: [number, string]) => status === 2 && stderr.includes(`does not happen with ${method}`),
      )
    })
  }

  it("takes the amount and the metadata, and leaves the account's clock alone", async () => {
    const options = ["--amount", "129900", "--metadata", "order=1042", "--metadata", "note=a=b"]
    const { object } = (await received("payment_intent.succeeded", ...options)).event.data
    expect([object.amount, object.currency]).to.deep.equal([129_900, "brl"])
    expect(object.metadata).to.deep.equal({ order: "1042", note: "a=b" })
    expect(await timeOf(merchant)).to.be.closeTo(Date.now() / 1000, 60)
  })

  it("sets members of the payment intent and of its customer", async () => {
    const members = [
      "metadata.order=1042",
      "metadata.shop.name=Centro=1",
      "description=Um livro",
      "amount=129900",
      "utm.utm_source=news",
    ]
    const payer = ["customer.email=bia@example.com", "customer.address.city=Olinda", "customer.metadata.tier=gold"]
    const options = [...members, ...payer].flatMap((each) => ["--set", each])
    const { object } = (await received("payment_intent.succeeded", "--method", "pix", ...options)).event.data
    expect(object).to.include({ description: "Um livro", amount: 129_900 })
    expect(object.metadata).to.deep.equal({ order: "1042", "shop.name": "Centro=1" })
    expect(object.utm).to.include({ utm_source: "news" })
    const { body: customer } = await merchant.request("GET", `/v1/customers/${object.customer}`)
    expect(customer).to.deep.include({ email: "bia@example.com", name: "Ana Souza", metadata: { tier: "gold" } })
    expect(customer.address).to.include({ line1: "Rua das Flores", city: "Olinda" })
    const again = await received("payment_intent.canceled", "--set", `customer=${customer.id}`)
    expect(again.event.data.object.customer).to.equal(customer.id)
  })

  it("pays also where the account's clock is decades ahead", async () => {
    const ahead = await newMerchant(vintem)
    for (let i = 0; i < 6; i++)
      expectStatus(await ahead.request("POST", "/v1/test_helpers/clock/advance", { seconds: 2 * 365 * 86_400 }), 200)
    const { status, stdout } = await vintem.cli("trigger", "payment_intent.succeeded", "--account", ahead.account)
    expect([status, (await eventsOf(ahead)).map(({ type }) => type)]).to.deep.equal([
      0,
      ["customer.created", "payment_intent.succeeded"],
    ])
    expect(stdout).to.match(
      /^Played in acct_\w+: a card is charged\. pi_\w+ is succeeded\.\npayment_intent\.succeeded {2}evt_\w+\n$/,
    )
  })

  it("a dispute that it opens is in the audit log", async () => {
    const { played } = await received("charge.dispute.created")
    const { json: entries } = await vintem.cli("audit", "list", "--account", merchant.account, "--json")
    expect(entries.map(({ action, target }: Json) => `${action} ${target}`)).to.include(
      `dispute.open ${played.payment_intent.id}`,
    )
  })

  it("lists every type of the contract, with what is played", async () => {
    const { json: list } = await vintem.cli("trigger", "--list", "--json")
    expect(list.map(({ type }: Json) => type)).to.deep.equal(TYPES)
    const { stdout } = await vintem.cli("trigger", "--list")
    for (const { type, played } of list) expect(stdout).to.match(new RegExp(`^${type} +${played}$`, "m"))
  })

  it("wrong usage has exit status 2, makes nothing, and names what can be used", async () => {
    const before = (await eventsOf(merchant)).length
    const set = (member: string) => ["payment_intent.succeeded", "--set", member]
    const wrong: [string[], string][] = [
      [["payment_intent.paid"], "Must be one of payment_intent.succeeded, "],
      [[], "name an event, or list them with --list"],
      [["payment_intent.succeeded", "--amount", "49.90"], "Must be a whole number of cents"],
      [["payment_intent.succeeded", "--metadata", "order"], "Must be like order=1042."],
      [["payment_intent.succeeded", "--set", "order"], "Must be like metadata.order=1042 or customer.name=Ana."],
      [set("metdata.order=1"), "--set: 'metdata' is not a parameter of this endpoint. Did you mean 'metadata'?"],
      [set("customer.emial=a@b.co"), "--set: customer: 'emial' is not a parameter of this endpoint. Did you mean 'email'?"],
      [set("amount=49.90"), "--set: 'amount' must be"],
      [set("payment_method_types=pix"), "--method says how the payer pays"],
      [set("__proto__.x=1"), "--set: '__proto__' is not a parameter of this endpoint."],
      [["payment_intent.succeeded", "--mode", "live"], "works in test mode only"],
    ]
    for (const [args, message] of wrong) {
      const { status, stdout, stderr } = await trigger(...args)
      expect([status, stdout], stderr).to.deep.equal([2, ""])
      expect(stderr).to.contain(message)
    }
    expect((await eventsOf(merchant)).length).to.equal(before)
  })
})
