import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { createPlan, type PlanChange, updatePlan } from "../../src/billing/plans.ts"
import type { PlanRow } from "../../src/billing/tables.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIntent } from "../support/merchants/payments.ts"
import { confirmWith, help } from "../support/merchants/rails.ts"
import { again, cyclesOf, newPayer, newRecurringProduct, subscribe, subscriptionsOf } from "../support/merchants/subscriptions.ts"
import { stepsWith } from "./steps.ts"

const YEARLY = ["--name", "Anual", "--interval", "YEAR", "--count", "2", "--trial-days", "7"]

describe("vintem plans update", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let product: string
  let plan: Json
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    product = await newRecurringProduct(vintem, merchant)
    plan = (await plansNow())[0]
  })
  after(() => vintem.close())

  const { toEnd } = stepsWith(() => ({ vintem, merchant }))
  const run = (...args: string[]) => vintem.cli("plans", ...args, "--json")
  const plansNow = async (): Promise<Json[]> => (await run("list", "--account", merchant.account)).json
  const update = async (...args: string[]): Promise<Json> => {
    const { status, stderr, json } = await run("update", plan.id, ...args)
    expect(status, stderr).to.equal(0)
    return json
  }
  const isRecurring = async () => expectStatus(await merchant.request("GET", `/v1/products/${product}`), 200).recurring
  const change = async (id: string, wanted: PlanChange) => {
    const { database } = vintem.server.modes.test
    return (await database.transaction((tx) => updatePlan(tx, { account: merchant.account, id, product }, wanted))).plan
  }
  const addInactivePlan = async (name: string): Promise<PlanRow> => {
    const { test } = vintem.server.modes
    const scope = await scopeOf(test.database, test, merchant.account)
    const terms = { product, name, interval: "WEEK", interval_count: 1, trial_days: 0 } as const
    const { id } = await test.database.transaction((tx) => createPlan(tx, scope, terms))
    return change(id, { is_active: false })
  }

  it("changes what it names, and nothing else", async () => {
    const updates: [args: string[], changed: object][] = [
      [["--name", "Mensal"], { name: "Mensal" }],
      [["--interval", "WEEK", "--count", "2"], { billingInterval: "WEEK", billingIntervalCount: 2 }],
      [["--trial-days", "14"], { trialPeriodDays: 14, trialEnabled: true }],
      [["--trial-days", "none"], { trialPeriodDays: 0, trialEnabled: false }],
      [["--active"], {}],
      [["--inactive"], { isActive: false }],
      [["--inactive", "--name", "Antigo"], { name: "Antigo" }],
      [["--active", "--trial-days", "1"], { isActive: true, trialPeriodDays: 1, trialEnabled: true }],
    ]
    let expected = plan
    for (const [args, changed] of updates) {
      expected = { ...expected, ...changed }
      expect(await update(...args), args.join(" ")).to.deep.equal(expected)
      expect([await plansNow(), await isRecurring()]).to.deep.equal([[expected], expected.isActive])
    }
  })

  it("refuses wrong arguments with 2, and an unknown plan with 1", async () => {
    const wrong = [
      ...[[], ["--interval", "YEAR"], ["--count", "2"], ["--active", "--inactive"], ["--name", ""]],
      ...[
        ["--interval", "HOUR", "--count", "1"],
        ["--interval", "DAY", "--count", "366"],
      ],
      ...[
        ["--trial-days", "731"],
        ["--trial-days", "some"],
      ],
    ]
    for (const args of wrong) {
      const { status, stdout } = await run("update", plan.id, ...args)
      expect([status, stdout], args.join(" ")).to.deep.equal([2, ""])
    }
    const unknown = await run("update", "plan_0000000000000000000000000", "--active")
    expect([unknown.status, unknown.stdout]).to.deep.equal([1, ""])
    expect(unknown.stderr).to.include("No such plan")
    expect(await plansNow()).to.deep.equal([plan])
  })

  it("lets a subscription renew with the terms that it began with, and a new one begin with the new terms", async () => {
    const subscription = await subscribe(merchant, product)
    await update(...YEARLY)
    const { plan: terms, current_period_end } = await again(merchant, subscription)
    expect([terms, current_period_end]).to.deep.equal([subscription.plan, subscription.current_period_end])
    await toEnd(subscription)
    const renewed = await again(merchant, subscription)
    expect(renewed.plan).to.deep.equal(subscription.plan)
    expect((renewed.current_period_end - subscription.current_period_end) / 86_400).to.be.within(28, 31)
    expect((await cyclesOf(merchant, subscription)).map(({ amount, status }) => [amount, status])).to.deep.equal([
      [4990, "succeeded"],
    ])
    const { plan: fresh, status } = await subscribe(merchant, product)
    expect([fresh, status]).to.deep.equal([
      { ...subscription.plan, name: "Anual", interval: "YEAR", interval_count: 2 },
      "TRIALING",
    ])
  })

  for (const method of ["pix", "boleto"])
    it(`leaves a ${method} that is confirmed the terms of its confirm, also if the plan is inactive when it is paid`, async () => {
      const customer = await newPayer(merchant)
      const payment = { amount: 4990, customer, product, payment_method_types: [method] }
      const intents = [(await newIntent(merchant, payment)).id, (await newIntent(merchant, payment)).id]
      for (const id of intents) await confirmWith(merchant, id, method)
      await update(...YEARLY)
      expectStatus(await help(merchant, intents[0], "succeed"), 200)
      await update("--inactive")
      expectStatus(await help(merchant, intents[1], "succeed"), 200)
      const subscriptions = await subscriptionsOf(merchant, customer)
      expect(
        subscriptions.map(({ plan: { name, interval, interval_count }, trial_end }) => [
          ...[name, interval, interval_count, trial_end],
        ]),
      ).to.deep.equal([
        ["Clube", "MONTH", 1, null],
        ["Clube", "MONTH", 1, null],
      ])
    })

  it("activates a plan again, which sells subscriptions again", async () => {
    await update("--inactive")
    expect(await subscribe(merchant, product)).to.equal(undefined)
    await update("--active")
    expect((await subscribe(merchant, product)).plan.id).to.equal(plan.id)
  })

  it("refuses a second active plan of a product, and changes nothing", async () => {
    await update("--inactive")
    const other = await addInactivePlan("Semanal")
    await change(other.id, { is_active: true })
    const { status, stdout, stderr } = await run("update", plan.id, "--active", "--name", "Outro")
    expect([status, stdout]).to.deep.equal([1, ""])
    expect(stderr).to.include(`already has the active plan ${other.id}: deactivate that plan first`)
    expect((await plansNow()).map(({ name, isActive }) => [name, isActive])).to.deep.equal([
      ["Semanal", true],
      ["Clube", false],
    ])
    await update("--inactive", "--name", "Velho")
    expect(await isRecurring()).to.equal(true)
  })

  it("activates one plan if two commands activate two at once", async () => {
    await update("--inactive")
    const other = await addInactivePlan("Semanal")
    const both = await Promise.all([plan.id, other.id].map((id) => run("update", id, "--active")))
    expect(both.map(({ status }) => status).sort()).to.deep.equal([0, 1])
    expect(both.map(({ stderr }) => stderr).join("")).to.include("deactivate that plan first")
    expect((await plansNow()).filter(({ isActive }) => isActive)).to.have.length(1)
  })

  it("activates one plan of many whose activations overlap", async () => {
    await change(plan.id, { is_active: false })
    const ids = [plan.id]
    for (const name of ["A", "B", "C"]) ids.push((await addInactivePlan(name)).id)
    const results = await Promise.allSettled(ids.map((id) => change(id, { is_active: true })))
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []))
    expect(refused).to.deep.equal(["parameter_invalid", "parameter_invalid", "parameter_invalid"])
    expect([(await plansNow()).filter(({ isActive }) => isActive).length, await isRecurring()]).to.deep.equal([1, true])
  })

  it("keeps both of two changes that overlap", async () => {
    await Promise.all([
      change(plan.id, { name: "Mensal" }),
      change(plan.id, { trial_days: 5 }),
      change(plan.id, { is_active: false }),
    ])
    expect(await plansNow()).to.deep.equal([{ ...plan, name: "Mensal", trialPeriodDays: 5, trialEnabled: true, isActive: false }])
    expect(await isRecurring()).to.equal(false)
  })
})
