import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { REFUSED_FOR_GOOD, withAcquirer } from "../support/banks/acquirer.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { formToken, submit, submitTwice } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent } from "../support/merchants/rails.ts"
import { advance, again, DAY, newRecurringProduct, subscribe, timeOf } from "../support/merchants/subscriptions.ts"

const HOUR = 3600

describe("The dashboard's test clock", () => {
  let vintem: Running
  let operator: Visitor
  before(async () => {
    vintem = await startVintem()
    operator = await signIn(vintem, "operator@example.com", "operator")
  })
  after(() => vintem.close())

  const path = ({ account }: Merchant, rest = "") => `/${account}/test/test-tools${rest}`
  /** A page does not wait for an advance that takes long. */
  const reach = (merchant: Merchant, to: number) => until(async () => (await timeOf(merchant)) >= to || undefined)
  const advances = async () =>
    (await command<{ action: string }[]>(vintem, ["audit", "list"])).filter(({ action }) => action === "clock.advance").length

  /** Of an account that has nothing due itself. Other accounts may. */
  async function expectNothingDueIn(seconds: number): Promise<void> {
    const { html } = await operator.get(path(await newMerchant(vintem), `/advance?seconds=${seconds}`))
    expect(html).to.include("Nothing is known to fall due until then")
  }

  it("says what an advance brings before it happens, and then does it", async () => {
    const merchant = await newMerchant(vintem)
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant, { trialDays: 7 }))
    const pix = await confirmWith(merchant, (await newOpenIntent(merchant)).id, "pix")
    const clock = await operator.get(path(merchant))
    expect(clock.html).to.include(subscription.id).and.include(pix.id).and.include("A trial ends")
    const soon = await operator.get(path(merchant, "/advance?seconds=60"))
    expect(soon.html).to.include("Nothing is known to fall due until then").and.not.include(subscription.id)
    const question = await operator.get(path(merchant, `/advance?seconds=${8 * DAY}`))
    expect(question.html).to.include("<strong>1</strong> end of a trial<").and.include("<strong>1</strong> PIX that expires<")
    await expectNothingDueIn(8 * DAY)
    expect((await again(merchant, subscription)).status).to.equal("TRIALING")
    const to = /name="to" value="(\d+)"/.exec(question.html)![1]!
    const done = await operator.post(path(merchant, "/advance"), { form_token: formToken(question), to })
    expect([done.status, done.location]).to.deep.equal([303, path(merchant)])
    expect((await operator.get(path(merchant))).html).to.match(/The clock (has advanced, and what fell due is done|is advancing)/)
    await reach(merchant, Number(to))
    expect(await timeOf(merchant)).to.be.closeTo(Number(to), 60)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    const expired = await merchant.request("GET", `/v1/payment_intents/${pix.id}`)
    expect(expired.body.status).to.equal("canceled")
  })

  it("tells a renewal, a retry and the end of a subscription apart", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant)
    const unpaid = await subscribe(merchant, product)
    const { restore } = withAcquirer(vintem, merchant, () => ({ ...REFUSED_FOR_GOOD, irreversible: false }))
    await advance(merchant, { to: unpaid.current_period_end }).finally(restore)
    await subscribe(merchant, product)
    const { id } = await subscribe(merchant, product)
    const ending = await merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, { cancel_at_period_end: true })
    expectStatus(ending, 200)
    const { html } = await operator.get(path(merchant, `/advance?seconds=${40 * DAY}`))
    for (const what of ["renewal", "retry of a charge", "end of a subscription"])
      expect(html).to.include(`<strong>1</strong> ${what}<`)
  })

  it("takes a date and a time of Brasília, and goes there once for a form that is sent twice", async () => {
    const merchant = await newMerchant(vintem)
    const time = new Date(((await timeOf(merchant)) + 40 * DAY) * 1000).toISOString().slice(0, 16)
    const [before, to] = [await advances(), Date.parse(`${time}-03:00`) / 1000]
    const from = path(merchant, `/advance?${new URLSearchParams({ until: time })}`)
    expect((await operator.get(from)).html).to.include(`name="to" value="${to}"`)
    const pages = await submitTwice(operator, from, { to: String(to) })
    expect(pages.map(({ location }) => location)).to.deep.equal([path(merchant), path(merchant)])
    expect(await advances()).to.equal(before + 1)
    await reach(merchant, to)
    expect(await timeOf(merchant)).to.be.closeTo(to, 60)
  })

  it("never goes back or too far, and says why", async () => {
    const merchant = await newMerchant(vintem)
    const now = await timeOf(merchant)
    for (const to of [now - 1, now + 800 * DAY]) {
      const page = await submit(operator, path(merchant, `/advance?seconds=${DAY}`), { to: String(to) })
      expect([page.status, page.html.includes(`role="alert"`)], String(to - now)).to.deep.equal([400, true])
    }
    for (const query of ["", "?seconds=soon", "?until=tomorrow", "?seconds=1e9"])
      expect((await operator.get(path(merchant, `/advance${query}`))).status, query).to.equal(404)
    expect(await timeOf(merchant)).to.be.closeTo(now, 60)
    const [, first, last] = /type="datetime-local" min="([^"]+)" max="([^"]+)"/.exec((await operator.get(path(merchant))).html)!
    for (const [text, time] of [
      [first, now],
      [last, now + 731 * DAY],
    ] as const)
      expect(Date.parse(`${text}-03:00`) / 1000).to.be.closeTo(time, 120)
  })

  it("shows an advance that is under way, and one whose process died no more after a few seconds", async () => {
    const merchant = await newMerchant(vintem)
    const { database } = vintem.server.modes.test
    const write = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))
    const [now, lease] = [await timeOf(merchant), Date.now() + 600_000]
    const [from, target] = [now - 4 * DAY, now + 6 * DAY]
    await write(`INSERT INTO clock_turns (account, key, id, begun, target, lease_until_ms)
      VALUES ('${merchant.account}', 'a', 'turn_a', false, NULL, ${lease})`)
    await write(`INSERT INTO clock_turns (account, key, id, begun, began_at, target, lease_until_ms)
      VALUES ('${merchant.account}', 'b', 'turn_b', true, ${from}, ${target}, ${lease})`)
    const page = await operator.get(path(merchant))
    expect(page.html).to.include(new Date(target * 1000).toISOString())
    expect(page.html.match(/Running|Queued/g)).to.deep.equal(["Running", "Queued"])
    expect(page.html)
      .to.match(/<progress max="1" value="0\.[34]\d+"/)
      .and.match(/>(39|40)%</)
    expect(page.html).to.include('<noscript><meta http-equiv="refresh" content="3"></noscript>')
    expect(page.headers.refresh).to.equal(undefined)
    await write(`UPDATE clock_turns SET lease_until_ms = 1 WHERE account = '${merchant.account}'`)
    const after = await operator.get(path(merchant))
    expect([after.html.includes("Queued"), after.html.includes('http-equiv="refresh"')]).to.deep.equal([false, false])
    await submit(operator, path(merchant, `/advance?seconds=${DAY}`), { to: String(target) })
    await reach(merchant, target)
    expect(await timeOf(merchant)).to.be.closeTo(target, 60)
    // The next advance has deleted both. Their processes died long ago.
    const left = sql<{ key: string }>(`SELECT key FROM clock_turns WHERE account = '${merchant.account}' AND key IN ('a', 'b')`)
    expect(await database.all(left, {})).to.deep.equal([])
  })

  it("does two operators' advances one after the other", async () => {
    const merchant = await newMerchant(vintem)
    const now = await timeOf(merchant)
    const other = await signIn(vintem, "other@example.com", "operator")
    const send = (visitor: Visitor, to: number) => submit(visitor, path(merchant, `/advance?seconds=${DAY}`), { to: String(to) })
    const pages = await Promise.all([
      send(operator, now + 3 * DAY),
      send(other, now + 5 * DAY),
      advance(merchant, { seconds: HOUR }),
    ])
    expect(pages.slice(0, 2).map((page) => (page as { status: number }).status)).to.deep.equal([303, 303])
    await reach(merchant, now + 5 * DAY)
    expect(await timeOf(merchant)).to.be.closeTo(now + 5 * DAY, HOUR + 60)
  })

  it("counts many at once without reading all of them", async () => {
    const merchant = await newMerchant(vintem)
    const { database } = vintem.server.modes.test
    const at = (await timeOf(merchant)) + 10 * DAY
    const rows = Array.from(
      { length: 600 },
      (_, i) => `('ch_${i}', '${merchant.account}', 1, 'many-${i}', 'card', 4990, 'brl', 1, 0, 'pending', 'settled', ${at + i})`,
    )
    const columns = "id, account, created, reference, kind, amount, currency, installments, refunded, status, notice, notice_at"
    await database.transaction((tx) => tx.run(sql<void>(`INSERT INTO mock_charges (${columns}) VALUES ${rows}`), {}))
    const { html } = await operator.get(path(merchant, `/advance?seconds=${40 * DAY}`))
    expect(html).to.include("<strong>500+</strong> pending card payments that succeed").and.include("At least 480 more")
    expect(html.match(/A pending card payment succeeds/g)).to.have.length(20)
    await expectNothingDueIn(40 * DAY)
  })

  it("is for operators, in test mode, of the account", async () => {
    const merchant = await newMerchant(vintem)
    const viewer = await signIn(vintem, "viewer@example.com", "viewer")
    const page = await viewer.get(path(merchant))
    expect([page.status, page.html.includes("/advance"), page.html.includes("/console")]).to.deep.equal([200, false, false])
    expect((await viewer.get(path(merchant, `/advance?seconds=${DAY}`))).status).to.equal(403)
    expect((await viewer.post(path(merchant, "/advance"), { to: "1" })).status).to.equal(403)
    const { account } = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", account)
    expect((await stranger.get(path(merchant))).status).to.equal(404)
    expect((await stranger.get(path(merchant, `/advance?seconds=${DAY}`))).status).to.equal(404)
  })
})
