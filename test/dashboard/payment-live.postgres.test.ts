import { expect } from "chai"
import { scriptedAcquirer, took } from "../attention/scripted.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { refundsOf } from "../support/merchants/rails.ts"

describe("What an operator does with a live payment", function () {
  this.timeout(120_000)
  const { acquirer, answer } = scriptedAcquirer()
  let vintem: Running
  let merchant: Merchant
  let operator: Visitor
  let paid: Json
  before(async () => {
    vintem = await startVintem({}, { live: true })
    Object.assign(vintem.server.modes.live!, {
      routingOf: async () => ({ own: { acquirer, drained: false } }),
      acquirerOfAttempt: async () => acquirer,
    })
    merchant = await newMerchant(vintem, "live")
    operator = await signIn(vintem, "live@example.com", "operator")
    answer({ authorize: took(4990), refund: { result: "refunded" } })
    paid = await payOne(merchant)
  })
  after(() => vintem.close())

  const path = (action = "") => `/${merchant.account}/live/payments/${paid.id}${action}`
  const provedAgo = (seconds: number) =>
    vintem.server.modes.live!.database.transaction((tx) =>
      tx.run(sql<void>(`UPDATE sessions SET proved_ms = ${Date.now() - seconds * 1000}`), {}),
    )

  it("is nothing in a session that only a link has opened", async () => {
    expect((await operator.get(path())).html).to.not.include(path("/refund"))
    for (const action of ["/refund", "/cancel", "/dispute"]) {
      expect((await operator.get(path(action))).status).to.equal(403)
      expect((await operator.post(path(action), { form_token: "A".repeat(22), amount: "49,90" })).status).to.equal(403)
    }
  })

  it("asks who it is again before a refund, and not before it shows the payment", async () => {
    await provedAgo(3600)
    expect((await operator.get(path())).html).to.include(path("/refund"))
    for (const page of [
      await operator.get(path("/refund")),
      await operator.post(path("/refund"), { form_token: "A".repeat(22), amount: "49,90" }),
    ])
      expect([page.status, page.location]).to.deep.equal([303, `/prove?${new URLSearchParams({ to: path("/refund") })}`])
    expect(await refundsOf(merchant, paid.id)).to.deep.equal([])
    await provedAgo(10)
    expect((await submit(operator, path("/refund"), { amount: "49,90" })).location).to.equal(path())
    expect((await refundsOf(merchant, paid.id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
  })

  it("asks who it is again before money is sent back or recorded by hand", async () => {
    await provedAgo(3600)
    for (const what of ["refunds/re_1", "reversals/att_1", "charges/att_1"]) {
      const settle = `/${merchant.account}/live/payments/${what}/settle`
      expect((await operator.get(settle)).location).to.equal(`/prove?${new URLSearchParams({ to: settle })}`)
    }
  })

  it("is not offered to a viewer, who is not asked who it is either", async () => {
    const viewer = await signIn(vintem, "reads@example.com", "viewer")
    const refused = await viewer.get(path("/refund"))
    expect([refused.status, refused.html.includes("/prove")]).to.deep.equal([403, false])
  })

  it("has no test payments", async () => {
    for (const action of ["/pay", "/fail", "/expire"]) expect((await operator.get(path(action))).status).to.equal(404)
  })
})
