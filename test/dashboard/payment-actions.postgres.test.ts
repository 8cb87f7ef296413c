import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { command, signIn, type Visitor, visit } from "../support/dashboard/dashboard.ts"
import { formToken, submit, submitTwice } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, newIntent } from "../support/merchants/payments.ts"
import {
  confirm,
  confirmWith,
  eventsOf,
  newBareToken,
  newOpenIntent,
  payWith,
  recoverAttempts,
  refundsOf,
  retrieve,
} from "../support/merchants/rails.ts"

const WHOLE = { amount: "49,90", reason: "" }

describe("What an operator does with a payment in the dashboard", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let ana: Visitor
  let bruno: Visitor
  let viewer: Visitor
  before(async () => {
    vintem = await startVintem()
    ana = await signIn(vintem, "ana@example.com", "operator")
    bruno = await signIn(vintem, "bruno@example.com", "operator")
    viewer = await signIn(vintem, "viewer@example.com", "viewer")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const pathOf = ({ id }: Json, action = "") => `/${merchant.account}/test/payments/${id}${action}`

  /** Creates a payment intent that waits for a PIX. */
  async function waiting(): Promise<Json> {
    const { id } = await newOpenIntent(merchant)
    return (await confirm(merchant, id, (await newBareToken(merchant, "pix")).id)).body
  }

  it("refunds a payment after saying what will happen, and the audit log has who did it", async () => {
    const paid = await payWith(merchant)
    expect((await ana.get(pathOf(paid))).html).to.include(`href="${pathOf(paid, "/refund")}"`)
    const question = (await ana.get(pathOf(paid, "/refund"))).html
    expect(question).to.include("$49.90".replace("$", "R$")).and.include("Ana Souza (ana@example.com)")
    expect(question).to.include("•••• 4242").and.include("cannot be undone").and.include("$VINTEM_KEY")
    expect(question).to.not.include(merchant.key)

    const done = await submit(ana, pathOf(paid, "/refund"), { amount: "49,90", reason: "duplicate" })
    expect([done.status, done.location]).to.deep.equal([303, pathOf(paid)])
    const [refund, ...others] = await refundsOf(merchant, paid.id)
    expect(others).to.deep.equal([])
    expect(refund).to.include({ amount: 4990, status: "succeeded", reason: "duplicate" })
    const page = (await ana.get(pathOf(paid))).html
    expect(page).to.include(refund!.id)
    expect(page).to.not.include(pathOf(paid, "/refund"))
    const entries = await command<Json[]>(vintem, ["audit", "list", "--account", merchant.account])
    const entry = entries.find(({ action }) => action === "refund.create")!
    expect(entry).to.include({ target: paid.id, outcome: "done", source: "127.0.0.1" })
    expect(entry.actor).to.match(/^user:usr_/)
  })

  it("refunds a part as it is typed, and shows what is wrong above what was typed", async () => {
    const paid = await payWith(merchant, CARDS.approved, { amount: 123_456 })
    for (const amount of ["", "0", "abc", "-1", "1.234,57", "999999999999999999"]) {
      const refused = await submit(ana, pathOf(paid, "/refund"), { amount, reason: "fraudulent" })
      expect(refused.status, amount).to.equal(400)
      expect(refused.html).to.match(/class="error" role="alert">[^<]+/)
      expect(refused.html).to.include(`name="amount" type="text" value="${amount}"`)
      expect(refused.html).to.match(/<option value="fraudulent"\s+selected>/)
    }
    expect(await refundsOf(merchant, paid.id)).to.deep.equal([])
    expect((await submit(ana, pathOf(paid, "/refund"), { amount: "1.234,5" })).status).to.equal(303)
    expect((await retrieve(merchant, paid.id)).amount_refunded).to.equal(123_450)
  })

  it("refunds a payment in several parts, proposes what is left, and shows each of them", async () => {
    const paid = await payWith(merchant)
    expect((await submit(ana, pathOf(paid, "/refund"), { amount: "10,00" })).status).to.equal(303)
    const question = (await ana.get(pathOf(paid, "/refund"))).html
    expect(question).to.include('name="amount" type="text" value="39.90"').and.include("At most R$39.90. R$10.00 has gone back")
    expect((await submit(ana, pathOf(paid, "/refund"), { amount: "39,91" })).html).to.include("exceeds what is left")
    expect((await submit(ana, pathOf(paid, "/refund"), { amount: "15,00" })).status).to.equal(303)
    expect((await submit(ana, pathOf(paid, "/refund"))).status).to.equal(303)
    const refunds = await refundsOf(merchant, paid.id)
    expect(refunds.map(({ amount, status }) => [amount, status])).to.deep.equal(
      [2490, 1500, 1000].map((amount) => [amount, "succeeded"]),
    )
    const page = (await ana.get(pathOf(paid))).html
    for (const { id } of refunds) expect(page).to.include(id)
    expect(page).to.not.include(pathOf(paid, "/refund"))
    expect(page).to.include(pathOf(paid, "/dispute"))
  })

  it("refunds once where a form is sent twice at the same moment, and where two operators refund at once", async () => {
    const twice = await payWith(merchant, CARDS.approved, { amount: 41_001 })
    const sent = await submitTwice(ana, pathOf(twice, "/refund"), { amount: "410,01" })
    expect(sent.map(({ status, location }) => [status, location])).to.deep.equal(Array(2).fill([303, pathOf(twice)]))

    const both = await payWith(merchant, CARDS.approved, { amount: 41_002 })
    const pages = await Promise.all([ana, bruno].map((each) => each.get(pathOf(both, "/refund"))))
    const results = await Promise.all(
      [ana, bruno].map((each, i) =>
        each.post(pathOf(both, "/refund"), { form_token: formToken(pages[i]!), left: "41002", amount: "200,00" }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).to.deep.equal([303, 400])
    expect(results.find(({ status }) => status === 400)!.html).to.include("R$210.02 is left now")

    for (const [{ id, amount }, sum] of [
      [twice, 41_001],
      [both, 20_000],
    ] as [Json, number][]) {
      expect((await refundsOf(merchant, id)).map((refund) => refund.amount)).to.deep.equal([sum])
      expect(await mockCharges(vintem, amount))
        .to.have.lengthOf(1)
        .and.to.have.nested.property("[0].refunded", sum)
    }
  })

  it("says that a refund is under way where the acquirer gives no answer, and finishes it by itself", async () => {
    const paid = await payWith(merchant)
    const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      refund: async (...args) => {
        await acquirer.refund(...args)
        throw new Error("the connection was lost")
      },
      lookUpRefund: () => Promise.reject(new Error("the connection was lost")),
    }))
    const done = await submit(ana, pathOf(paid, "/refund"), WHOLE)
    expect(done.location).to.equal(pathOf(paid))
    expect(decodeURIComponent(String(done.headers["set-cookie"]))).to.include("is under way")
    const page = (await ana.get(pathOf(paid))).html
    expect(page).to.include("has not said whether the refund")
    restore()
    // The worker of this process may be asking the acquirer just now.
    const statuses = await until(async () => {
      await recoverAttempts(vintem, merchant.account, 3600)
      const found = (await refundsOf(merchant, paid.id)).map(({ status }) => status)
      return !found.includes("pending") && found
    })
    expect(statuses).to.deep.equal(["succeeded"])
  })

  for (const [i, step] of ["refund: attempt written", "refund: sent", "refund: acquirer answered"].entries()) {
    it(`loses no refund, and makes none twice, where the process dies at "${step}"`, async () => {
      const amount = 42_000 + i
      // The acquirer may have it, so it is looked up until a person settles it.
      const isLost = step === "refund: sent"
      const paid = await payWith(merchant, CARDS.approved, { amount })
      const victim: Spawned = await spawnVintem({ LOG_LEVEL: "silent" }, { databases: vintem.databases })
      try {
        const browser = visit(victim)
        browser.cookie = ana.cookie
        const form = { form_token: formToken(await browser.get(pathOf(paid, "/refund"))), amount: String(amount / 100) }
        await victim.ask("dieAt", step)
        expect(await browser.post(pathOf(paid, "/refund"), form).catch(() => undefined)).to.equal(undefined)
        await victim.exited
        const again = await ana.post(pathOf(paid, "/refund"), form)
        expect([again.status, again.location]).to.deep.equal([303, pathOf(paid)])
      } finally {
        await victim.close()
      }
      const refunds = await until(async () => {
        const all = await refundsOf(merchant, paid.id)
        return all[0]?.status === (isLost ? "pending" : "succeeded") && all
      })
      expect(refunds.map((refund) => refund.amount)).to.deep.equal([amount])
      expect(await mockCharges(vintem, amount)).to.have.nested.property("[0].refunded", isLost ? 0 : amount)
    })
  }

  it("cancels what is not paid, with a reason, and says why where it cannot", async () => {
    const open = await newOpenIntent(merchant)
    const done = await submit(ana, pathOf(open, "/cancel"), { reason: "Ordered twice" })
    expect([done.status, done.location]).to.deep.equal([303, pathOf(open)])
    expect(await retrieve(merchant, open.id)).to.include({ status: "canceled", cancellation_reason: "Ordered twice" })
    expect(await eventsOf(merchant, open.id)).to.deep.equal(["payment_intent.canceled"])
    const paid = await payWith(merchant)
    const refused = await submit(ana, pathOf(paid, "/cancel"))
    expect([refused.status, refused.html.includes("does not allow")]).to.deep.equal([400, true])
    expect((await retrieve(merchant, paid.id)).status).to.equal("succeeded")
  })

  it("captures a part of what is authorized, and says how long that is possible", async () => {
    const { id } = await newIntent(merchant, { capture_method: "manual" })
    const held = await confirmWith(merchant, id, CARDS.approved)
    const page = (await ana.get(pathOf(held))).html
    expect(page).to.include(pathOf(held, "/capture")).and.include(pathOf(held, "/cancel")).and.include("6 days left")
    expect((await ana.get(`/${merchant.account}/test/payments?state=requires_capture`)).html).to.include(id)
    const done = await submit(ana, pathOf(held, "/capture"), { amount: "9.90" })
    expect([done.status, done.location]).to.deep.equal([303, pathOf(held)])
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount: 4990, amount_received: 990 })
    const again = await submit(ana, pathOf(held, "/capture"), { amount: "9.90" })
    expect([again.status, again.html.includes("does not allow")]).to.deep.equal([400, true])
    const declined = await confirmWith(
      merchant,
      (await newIntent(merchant, { capture_method: "manual" })).id,
      CARDS.declinedAtCapture,
    )
    expect((await submit(ana, pathOf(declined, "/capture"), { amount: "49.90" })).html).to.include("Nothing was captured")
    expect((await retrieve(merchant, declined.id)).status).to.equal("requires_capture")
  })

  it("pays, fails and expires what waits for a payer in test mode", async () => {
    const ends: Record<string, [string, string]> = {
      pay: ["succeeded", "payment_intent.succeeded"],
      fail: ["canceled", "payment_intent.payment_failed"],
      expire: ["canceled", "payment_intent.payment_failed"],
    }
    for (const [action, [status, event]] of Object.entries(ends)) {
      const intent = await waiting()
      expect((await ana.get(pathOf(intent))).html).to.include(intent.next_action.qr_code_data)
      const done = await submit(ana, pathOf(intent, `/${action}`), { code: "insufficient_funds" })
      expect([done.status, done.location], action).to.deep.equal([303, pathOf(intent)])
      const after = await retrieve(merchant, intent.id)
      expect(after.status).to.equal(status)
      if (action === "fail") expect(after.last_payment_error.code).to.equal("insufficient_funds")
      expect((await eventsOf(merchant, intent.id))[0]).to.equal(event)
    }
  })

  it("is offered to no viewer, and refused to one who tries", async () => {
    const paid = await payWith(merchant)
    const open = await waiting()
    for (const [intent, actions] of [
      [paid, ["refund", "dispute"]],
      [open, ["cancel", "pay", "fail", "expire"]],
    ] as [Json, string[]][]) {
      const page = (await viewer.get(pathOf(intent))).html
      for (const action of actions) {
        expect(page, action).to.not.include(pathOf(intent, `/${action}`))
        expect((await viewer.get(pathOf(intent, `/${action}`))).status, action).to.equal(403)
        const token = { form_token: "A".repeat(22) }
        expect((await viewer.post(pathOf(intent, `/${action}`), { ...token, ...WHOLE })).status, action).to.equal(403)
      }
      expect((await retrieve(merchant, intent.id)).status).to.equal(intent.status)
    }
    expect(await refundsOf(merchant, paid.id)).to.deep.equal([])
  })

  it("reaches no payment and no refund of another account", async () => {
    const paid = await payWith(merchant)
    await submit(ana, pathOf(paid, "/refund"), WHOLE)
    const [refund] = await refundsOf(merchant, paid.id)
    const other = `/${vintem.account}/test/payments`
    for (const path of ["", "/refund", "/cancel", "/dispute", "/pay", "/fail", "/expire"])
      for (const send of ["get", "post"] as const) {
        if (path === "" && send === "post") continue
        expect((await ana[send](`${other}/${paid.id}${path}`)).status, `${send} ${path}`).to.equal(404)
      }
    expect((await ana.get(`${other}/refunds/${refund!.id}/settle`)).status).to.equal(404)
    expect((await ana.get(`${other}/refunds`)).html)
      .to.not.include(refund!.id)
      .and.not.include(paid.id)
  })
})
