// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Merchant, newEndpoint, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import { payWith, retrieve } from "../support/merchants/rails.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"
import { ask, claimsOf, moveTo, runMove } from "./moves.ts"
import { startOnTwo, type Two } from "./two-databases.ts"

/** A merchant who sends each request again, with its key, until it is answered. */
function patient(shop: Merchant): Merchant {
  return {
    ...shop,
    request: (method, path, body, options) => {
      const idempotencyKey = options?.idempotencyKey ?? newIdempotencyKey()
      const once = () => shop.request(method, path, body, { ...options, ...(method === "POST" && { idempotencyKey }) })
      return until(async () => {
        const answer = await once()
        const isUnderWay = answer.body?.error?.code === "idempotency_request_in_progress"
        return answer.status === 503 || isUnderWay ? undefined : answer
      }, 120_000)
    },
  }
}

describe("An account that moves while it is paid and refunds", function () {
  this.timeout(600_000)
  let two: Two
  let sink: Sink
  let shop: Merchant
  let other: Merchant
  before(async () => {
    await trustTestAuthority()
    two = await startOnTwo({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    sink = await startSink((_request, response) => response.writeHead(200).end())
    shop = patient(await two.newShop("main"))
    other = await two.newShop("main")
    await newEndpoint(shop, sink.url)
  })
  after(async () => {
    await two?.close()
    await sink?.close()
  })

  it("loses nothing and does nothing twice, and another account of its database notices nothing", async () => {
    let isMoving = true
    const paid: Json[] = []
    const refunded: Json[] = []
    let others = 0
    const sell = async () => {
      while (isMoving) {
        const payment = await payWith(shop)
        paid.push(payment)
        const refund = await shop.request("POST", "/v1/refunds", { payment_intent: payment.id, amount: payment.amount })
        refunded.push(expectStatus(refund, 201))
      }
    }
    const sellBeside = async () => {
      // payWith throws if a request is refused.
      for (; isMoving; others++) await payWith(other)
    }
    const selling = Promise.all([sell(), sell(), sellBeside()])
    try {
      await until(async () => refunded.length > 2)
      await moveTo(two, shop.account, "east")
      const sold = refunded.length
      await until(async () => refunded.length > sold + 2)
      expect((await runMove(two, "clean", shop.account, "--yes")).stderr).to.equal("")
      await moveTo(two, shop.account, "main")
    } finally {
      isMoving = false
    }
    await selling
    expect(await claimsOf(two, shop.account)).to.deep.equal({ claims: ["main"], refusing: ["east"] })
    expect(others).to.be.above(0)

    for (const { id, amount } of paid) {
      const payment = await until(async () => {
        const now = await retrieve(shop, id)
        return now.amount_refunded === amount && now
      })
      expect(payment.status).to.equal("succeeded")
    }
    const events = `SELECT count(*)::int AS all, count(seq)::int AS listed, coalesce(max(seq), 0)::int AS last FROM events WHERE account = '${shop.account}'`
    const [list] = await until(async () => {
      const rows = await ask<{ all: number; listed: number; last: number }>(two, "main", events)
      return rows[0]?.all === rows[0]?.listed && rows
    })
    expect(list?.last, "the list of events has no gap").to.equal(list?.all)
    await until(async () => two.bank.refunds(shop.account).length >= refunded.length)
    expect(two.bank.sales(shop.account), "sales at the acquirer").to.have.length(paid.length)
    expect(two.bank.refunds(shop.account), "refunds at the acquirer").to.have.length(refunded.length)
    const told = () => paid.filter(({ id }) => sink.received.some(({ body }) => body.toString().includes(id)))
    await until(async () => told().length === paid.length)
  })
})
