import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { readHtml } from "../support/bytes/html.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm, submit } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  subscribeBy,
} from "../support/merchants/subscriptions.ts"

const MARKUP = `"><img src=x onerror=alert(1)>'&`

describe("The dashboard's subscriptions", () => {
  let vintem: Running
  let merchant: Merchant
  let operator: Visitor
  let viewer: Visitor
  before(async () => {
    vintem = await startVintem()
    operator = await signIn(vintem, "operator@example.com", "operator")
    viewer = await signIn(vintem, "viewer@example.com", "viewer")
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const at = (path: string) => `/${merchant.account}/test/subscriptions${path}`
  const started = async (plan = {}) => subscribe(merchant, await newRecurringProduct(vintem, merchant, plan))
  const textOf = async (path: string) => readHtml((await viewer.get(at(path))).html).text.replace(/\s+/g, " ")
  const inBrasilia = (seconds: number) =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "America/Sao_Paulo" }).format(
      seconds * 1000,
    )

  it("are listed by status and by customer, page by page", async () => {
    const active = await started()
    const canceled = await started()
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${canceled.id}/cancel`, {}), 200)
    const shown = async (query: string) => {
      const { html } = await viewer.get(at(query))
      return [active, canceled].filter(({ id }) => html.includes(`/subscriptions/${id}"`)).map(({ id }) => id)
    }
    expect(await shown("")).to.deep.equal([active.id, canceled.id])
    expect(await shown("?status=ACTIVE")).to.deep.equal([active.id])
    expect(await shown("?status=CANCELED")).to.deep.equal([canceled.id])
    expect(await shown(`?status=CANCELED&customer=${active.customer}`)).to.deep.equal([])
    expect(await shown(`?customer=${canceled.customer}`)).to.deep.equal([canceled.id])
    expect(await shown("?status=PAST_DUE&customer=%27")).to.deep.equal([])
    expect(await shown(`?before=${canceled.id}`)).to.deep.equal([active.id])
  })

  it("say what is charged next, when, and on which card", async () => {
    const subscription = await started({ amount: 4990 })
    const text = await textOf(`/${subscription.id}`)
    expect(text).to.include(`R$49.90, charged on ${inBrasilia(subscription.next_charge_at)}`)
    expect(text).to.include("Visa •••• 4242").and.include("every month").and.include("Paid by the first payment")
    const trial = await started({ trialDays: 7, interval: "WEEK", count: 2 })
    const inTrial = await textOf(`/${trial.id}`)
    expect(inTrial).to.include("In trial").and.include("every 2 weeks").and.include("Covered by the trial")
    expect(inTrial).to.include(inBrasilia(trial.trial_end))
  })

  it("show each period with its charges and retries, and when a failed charge is made again", async () => {
    const subscription = await started()
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    const due = subscription.current_period_end
    await advance(merchant, { to: due + DAY + 60 })
    const cycles = await cyclesOf(merchant, subscription)
    const page = await viewer.get(at(`/${subscription.id}`))
    for (const { id } of cycles) expect(page.html).to.include(`/payments/${id}"`)
    const text = await textOf(`/${subscription.id}`)
    expect(text).to.include("Past due").and.include("Retry 1 R$49.90 Failed card_declined").and.include("Renewal R$49.90 Failed")
    const first = cycles[0]!.created
    expect(text)
      .to.include(`Retry 2: ${inBrasilia(first + 3 * DAY)}`)
      .and.include(`Retry 4: ${inBrasilia(first + 7 * DAY)} the last one`)
    expect(text).to.not.include("Retry 1: ")
    await advance(merchant, { to: due + 8 * DAY })
    expect(await textOf(`/${subscription.id}`))
      .to.include("Unpaid")
      .and.include("so did every retry")
      .and.include("charge None")
  })

  it("show many periods a dozen at a time", async () => {
    const subscription = await started({ interval: "DAY" })
    await advance(merchant, { seconds: 14 * DAY + 60 })
    const cycles = await cyclesOf(merchant, subscription)
    const { html } = await viewer.get(at(`/${subscription.id}`))
    const has = (text: string, index: number) => text.includes(`/payments/${cycles.at(index).id}"`)
    expect([has(html, -1), has(html, -12), has(html, 0)]).to.deep.equal([true, true, false])
    const earlier = await viewer.get(/href="([^"]+)">Earlier periods/.exec(html)![1]!)
    expect([has(earlier.html, -1), has(earlier.html, 0)]).to.deep.equal([false, true])
    expect(readHtml(earlier.html).text).to.include("Paid by the first payment")
  })

  it("are charged on the card that an operator chooses, and have metadata, and only what was edited changes", async () => {
    const subscription = await started()
    const chosen = await saveNewCard(merchant, subscription.customer, "5555555555554444")
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    const path = at(`/${subscription.id}/edit`)
    const late = await openForm(operator, path)
    expect(late.page.html).to.include("The customer&#39;s newest card").and.include("Mastercard •••• 4444")
    await submit(operator, path, { payment_method: chosen, metadata_name: ["contract", ""], metadata_value: ["118", ""] })
    const named = { payment_method: chosen, metadata: { contract: "118" } }
    const { payment_method, metadata } = await again(merchant, subscription)
    expect({ payment_method, metadata }).to.deep.equal(named)
    expect(await textOf(`/${subscription.id}`))
      .to.include("Mastercard •••• 4444 chosen")
      .and.include("Metadata: contract 118")
    await late.send({ metadata_name: ["seller"], metadata_value: ["Ana"] })
    expect(await again(merchant, subscription)).to.deep.include({ ...named, metadata: { contract: "118", seller: "Ana" } })
    expect((await late.send()).status).to.equal(303)
    const refused = await submit(operator, path, { payment_method: "pm_unknown" })
    expect([refused.status, refused.html.includes("No such payment method")]).to.deep.equal([400, true])
    await submit(operator, path, { payment_method: "" })
    expect((await again(merchant, subscription)).payment_method).to.equal(null)
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {}), 200)
    expect((await operator.get(path)).html).to.not.include('name="payment_method"')
  })

  it("are paused until a time or until they are resumed, and say what is charged then", async () => {
    const subscription = await started()
    const path = at(`/${subscription.id}/pause`)
    await submit(operator, path, { resumes_at: "2030-01-02T03:04" })
    const until = Date.parse("2030-01-02T06:04:00Z") / 1000
    expect((await again(merchant, subscription)).paused.resumes_at).to.equal(until)
    expect(await textOf(`/${subscription.id}`)).to.include(`Paused until ${inBrasilia(until)}`)
    expect((await viewer.get(at(""))).html).to.include("Paused until")
    await submit(operator, path)
    expect((await again(merchant, subscription)).paused.resumes_at).to.equal(null)
    expect(await textOf(`/${subscription.id}`)).to.include("Next charge None")
    expect((await submit(operator, path, { resumes_at: "2020-01-02T03:04" })).status).to.equal(400)
    const resume = at(`/${subscription.id}/resume`)
    expect((await operator.get(resume)).html).to.not.include("A new one begins now")
    await advance(merchant, { to: subscription.current_period_end + DAY })
    const form = await openForm(operator, resume)
    expect(form.page.html).to.include("A new one begins now, with a charge of R$49.90")
    expect((await form.send()).status).to.equal(303)
    expect((await again(merchant, subscription)).paused).to.equal(null)
    expect((await operator.get(at(`/${subscription.id}`))).html).to.not.include("/resume")
    expect((await viewer.get(path)).status).to.equal(403)
    expect((await viewer.get(resume)).status).to.equal(403)
  })

  it("are canceled at the end of their period, and then at once, with the events of the API", async () => {
    const subscription = await started()
    const path = at(`/${subscription.id}/cancel`)
    const form = await openForm(operator, path)
    expect(form.page.html).to.include("Nothing is refunded").and.include("Maria da Silva pays R$49.90 every month")
    await form.send({ reason: "Mudou de cidade" })
    expect(await again(merchant, subscription)).to.include({
      status: "ACTIVE",
      cancel_at_period_end: true,
      cancellation_reason: "Mudou de cidade",
    })
    expect(await textOf(`/${subscription.id}`)).to.include(`Will be canceled ${inBrasilia(subscription.current_period_end)}`)
    expect((await operator.get(at(`/${subscription.id}`))).html).to.include("Change the cancellation")
    const now = await openForm(operator, path)
    const sent = await Promise.all([now.send({ when: "now" }), now.send({ when: "now" })])
    expect(sent.map(({ status }) => status)).to.deep.equal([303, 303])
    expect(await again(merchant, subscription)).to.include({
      status: "CANCELED",
      cancel_at_period_end: false,
      next_charge_at: null,
    })
    const late = await submit(operator, path, { when: "now" })
    expect([late.status, late.html.includes("is already canceled")]).to.deep.equal([400, true])
    expect((await operator.get(at(`/${subscription.id}`))).html).to.not.include("/cancel")
    const entries = await command<{ action: string; outcome: string; target: string }[]>(vintem, [
      "audit",
      "list",
      "--account",
      merchant.account,
    ])
    const cancellations = entries.filter(({ action, target }) => action === "subscription.cancel" && target === subscription.id)
    expect(cancellations.map(({ outcome }) => outcome)).to.deep.equal(["refused: subscription_canceled", "done", "done"])
  })

  it("are canceled with their open charge, which cannot be paid any more", async () => {
    const subscription = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    await advance(merchant, { to: subscription.current_period_end + 60 })
    const [open] = await cyclesOf(merchant, subscription)
    expect(await textOf(`/${subscription.id}`))
      .to.include("A charge is waiting")
      .and.include(open!.id)
    await submit(operator, at(`/${subscription.id}/cancel`), { when: "now" })
    expect(expectStatus(await merchant.request("GET", `/v1/payment_intents/${open!.id}`), 200).status).to.equal("canceled")
  })

  it("are canceled by operators only, and nobody sees those of another account", async () => {
    const subscription = await started()
    const path = at(`/${subscription.id}/cancel`)
    expect((await viewer.get(at(`/${subscription.id}`))).html).to.not.include('/cancel"')
    expect([(await viewer.get(path)).status, (await viewer.post(path, { when: "now" })).status]).to.deep.equal([403, 403])
    expect((await viewer.get(at(`/${subscription.id}/edit`))).status).to.equal(403)
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, `${other.account}@example.com`, "owner", other.account)
    for (const rest of ["", `/${subscription.id}`, `/${subscription.id}/cancel`, `/${subscription.id}/edit`]) {
      expect((await stranger.get(at(rest))).status, rest).to.equal(404)
      if (rest) expect((await stranger.get(`/${other.account}/test/subscriptions${rest}`)).status, rest).to.equal(404)
    }
    const list = await stranger.get(`/${other.account}/test/subscriptions?plan=${subscription.plan.id}`)
    expect(list.html).to.not.include(subscription.id)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
  })

  it("show markup in names and reasons as text", async () => {
    const subscription = await started()
    await merchant.request("POST", `/v1/customers/${subscription.customer}`, { name: MARKUP })
    await submit(operator, at(`/${subscription.id}/cancel`), { reason: MARKUP })
    for (const rest of [`/${subscription.id}`, `/${subscription.id}/cancel`]) {
      const { html } = await operator.get(at(rest))
      expect(html).to.include("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;").and.not.include("<img")
    }
  })
})
