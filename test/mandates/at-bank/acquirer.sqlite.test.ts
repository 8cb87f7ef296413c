// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { withSubscriptions } from "./subscriptions.ts"

describe("A bank with mandates of PIX Automático", function () {
  this.timeout(60_000)
  const on = withSubscriptions({ tests: 2 })
  const acquirer = (command: string) => on.vintem.cli("acquirer", command, "--account", on.merchant.account)

  it("that is drained takes no new mandates, and goes on charging those that it has", async () => {
    const { subscription } = await on.subscribe()
    expect((await acquirer("drain")).status).to.equal(0)
    const { id } = await on.unpaid()
    const token = await on.post("/v1/tokens", { type: "pix_automatico" }, 201)
    const refused = await on.merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    expect([refused.status, refused.body.error.code]).to.deep.equal([503, "not_ready"])
    await on.goTo("2027-04-02T12:00")
    expect(await on.cycles(subscription)).to.deep.equal(["pix_automatico succeeded"])
  })

  it("is removed once they have ended there, and not before", async () => {
    const { subscription, mandate } = await on.subscribe()
    const { payment_method } = await on.look(subscription)
    const refused = await acquirer("remove")
    expect([refused.status, refused.stderr]).to.satisfy(
      ([status, text]: [number, string]) => status === 1 && text.includes(payment_method),
    )
    await on.post(`/v1/payment_methods/${payment_method}/detach`)
    const early = await acquirer("remove")
    expect([early.status, early.stderr.includes("has not confirmed that yet")]).to.deep.equal([1, true])
    await on.goTo(on.clock.ms / 1000 + 120)
    expect(on.bank.mandate(mandate).status).to.equal("CANCELADA")
    const removed = await acquirer("remove")
    expect(removed.status, removed.stderr).to.equal(0)
  })
})
