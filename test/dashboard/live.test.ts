import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { request } from "undici"
import { newPaidOut } from "../payouts/merchant.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor, visit } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { cancelOne, type Merchant, newEndpoint, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { advance } from "../support/merchants/subscriptions.ts"

type Marks = Record<"events" | "refunds" | "payouts" | "deliveries" | "requests" | "clock", string>

type Listening = { status: number; told: Marks[]; hasEnded: () => boolean; leave(): void }

describe("A page that is open", () => {
  let vintem: Running
  let merchant: Merchant
  const open: Listening[] = []

  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    for (const stream of open.splice(0)) stream.leave()
  })
  after(() => vintem.close())

  const change = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(text), {}))

  async function listen(visitor: Visitor, account = merchant.account, service = vintem): Promise<Listening> {
    const address = service.server.dashboardOrigin!.replace("localhost", "127.0.0.1")
    const headers = { accept: "text/event-stream", cookie: visitor.cookie }
    const { statusCode, body } = await request(`${address}/${account}/test/changes`, { headers })
    const told: Marks[] = []
    let ended = false
    body.on("data", (chunk) => {
      for (const [, data] of String(chunk).matchAll(/^data: (.*)$/gm)) told.push(JSON.parse(data!))
    })
    body.on("end", () => (ended = true)).on("error", () => (ended = true))
    const stream = { status: statusCode, told, hasEnded: () => ended, leave: () => body.destroy() }
    open.push(stream)
    return stream
  }

  /** The marks that the page itself has. */
  async function marksOf(visitor: Visitor): Promise<Marks> {
    const { html } = await visitor.get(`/${merchant.account}/test/payments`)
    return JSON.parse(/data-marks="([^"]+)"/.exec(html)![1]!.replaceAll("&quot;", '"'))
  }

  it("hears of each payment, request and advance of the clock, and of those since it was drawn", async () => {
    const ana = await signIn(vintem, "ana@example.com", "viewer")
    const drawn = await marksOf(ana)
    await cancelOne(merchant)
    const stream = await listen(ana)
    // An event has its place in the list a moment after it was made.
    const first = await until(async () => stream.told.find(({ events }) => events !== drawn.events))
    await cancelOne(merchant)
    await until(async () => stream.told.some(({ events }) => ![drawn.events, first.events].includes(events)))
    await until(async () => stream.told.some(({ requests }) => requests !== first.requests))
    await advance(merchant, { seconds: 60 })
    // A second of real time may pass during the advance, so the clock is then 60 seconds ahead at most.
    // The clock is another one while it moves.
    const moved = await until(async () => {
      const { clock } = await marksOf(ana)
      return clock !== first.clock && Number.isFinite(Number(clock)) && stream.told.at(-1)!.clock === clock ? clock : undefined
    })
    expect(Number(moved)).to.be.within(59, 60)
  })

  it("hears of a refund, which has no event", async () => {
    const eva = await signIn(vintem, "eva@example.com", "viewer")
    const { id: payment_intent } = await payOne(merchant)
    const stream = await listen(eva)
    const first = await until(async () => stream.told[0])
    await merchant.request("POST", "/v1/refunds", { payment_intent })
    await until(async () => stream.told.some(({ refunds }) => refunds !== first.refunds))
  })

  it("hears of a payout that is sent to the bank, which has no event", async () => {
    const paid = await newPaidOut(vintem)
    const rui = await signIn(vintem, "rui@example.com", "viewer")
    await payOne(paid)
    const stream = await listen(rui, paid.account)
    await until(async () => stream.told[0])
    const { id } = (await paid.run("payouts", "create", "--json")).json
    const { html } = await rui.get(`/${paid.account}/test/balance/payouts/${id}`)
    expect(/data-of="([^"]+)"/.exec(html)![1]!.split(" ")).to.include("payouts")
    await until(async () => (await paid.payouts())[0]!.status === "in_transit")
    await until(async () => stream.told.at(-1)!.payouts === `${id}.0`)
  })

  it("hears of the attempts of a delivery", async () => {
    const bob = await signIn(vintem, "bob@example.com", "viewer")
    await newEndpoint(merchant, "https://no-such-host.invalid/", ["payment_intent.canceled"])
    const stream = await listen(bob)
    const first = await until(async () => stream.told[0])
    await cancelOne(merchant)
    await until(async () =>
      stream.told.some(({ deliveries }) => deliveries !== first.deliveries && deliveries.startsWith("1.1.")),
    )
  })

  it("hears nothing of other accounts, and none without a session", async () => {
    const own = await signIn(vintem, "own@example.com", "owner", merchant.account)
    const other = await newMerchant(vintem)
    const stream = await listen(own)
    await until(async () => stream.told[0])
    const before = stream.told.length
    await cancelOne(other)
    await cancelOne(merchant)
    await until(async () => stream.told.length > before)
    expect((await listen(own, other.account)).status).to.equal(404)
    expect((await listen(visit(vintem))).status).to.equal(401)
  })

  it("hears no more once its session has ended, or its user was removed", async () => {
    const ends: Record<string, (visitor: Visitor) => Promise<unknown>> = {
      "out@example.com": async (visitor) => {
        await visitor.get(`/${merchant.account}/test/payments`)
        await visitor.post("/sign-out")
      },
      "gone@example.com": () => vintem.cli("users", "remove", "gone@example.com"),
    }
    const hearNoMore = async ([email, end]: [string, (visitor: Visitor) => Promise<unknown>]) => {
      const visitor = await signIn(vintem, email, "viewer")
      const stream = await listen(visitor)
      await until(async () => stream.told[0])
      await end(visitor)
      const ended = performance.now()
      await until(async () => {
        await cancelOne(merchant)
        return stream.hasEnded()
      })
      expect(performance.now() - ended, email).to.be.below(8000)
      const told = stream.told.length
      await cancelOne(merchant)
      expect(stream.told.length, email).to.equal(told)
    }
    await Promise.all(Object.entries(ends).map(hearNoMore))
  })

  it("does not keep its session from ending, nor takes a notice, when it updates itself", async () => {
    const idle = await signIn(vintem, "idle@example.com", "viewer")
    const path = `/${merchant.account}/test/payments`
    for (let i = 0; i < 2; i++) {
      await change("UPDATE sessions SET seen_ms = seen_ms - 1000000")
      const updated = await idle.get(path, { "vintem-update": "1", cookie: `${idle.cookie}; vintem_notice=Saved` })
      const cookies = String(updated.headers["set-cookie"])
      expect([updated.status, updated.html.includes("Saved"), cookies]).to.deep.equal(
        i === 0 ? [200, false, "undefined"] : [303, false, "undefined"],
      )
    }
  })

  it("does not keep its session from ending by listening", async () => {
    const away = await signIn(vintem, "away@example.com", "viewer")
    for (let i = 0; i < 2; i++) {
      expect((await listen(away)).status).to.equal(200)
      await change("UPDATE sessions SET seen_ms = seen_ms - 1000000")
    }
    expect((await listen(away)).status).to.equal(401)
  })

  it("can be open in a dozen tabs of one user, and no more at one process", async () => {
    const many = await signIn(vintem, "many@example.com", "viewer")
    for (let i = 0; i < 12; i++) expect((await listen(many)).status).to.equal(200)
    expect((await listen(many)).status).to.equal(503)
    expect((await listen(await signIn(vintem, "another@example.com", "viewer"))).status).to.equal(200)
    open[0]!.leave()
    await until(async () => (await listen(many)).status === 200)
  })

  it("does not keep a process from stopping", async () => {
    const stopping = await startVintem()
    const visitor = await signIn(stopping, "stop@example.com", "viewer")
    const stream = await listen(visitor, stopping.account, stopping)
    await until(async () => stream.told[0])
    const closed = stopping.close()
    expect(await Promise.race([closed.then(() => "closed"), pause(20_000, "still open", { ref: false })])).to.equal("closed")
    await until(async () => stream.hasEnded())
  })
})
