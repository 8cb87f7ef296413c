import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { activePlanOf, createPlan, updatePlan } from "../../src/billing/plans.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, again, cyclesOf, subscribe } from "../support/merchants/subscriptions.ts"

describe("vintem plans", () => {
  let vintem: Running
  let product: string
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    product = expectStatus(await vintem.request("POST", "/v1/products", { name: "Clube" }), 201).id
  })
  after(() => vintem.close())

  const create = (...more: string[]) =>
    vintem.cli("plans", "create", "--mode", "test", "--product", product, "--name", "Mensal", "--json", ...more)
  const recurring = async () => expectStatus(await vintem.request("GET", `/v1/products/${product}`), 200).recurring

  const makePlan = async (name: string) => {
    const { test } = vintem.server.modes
    const scope = await scopeOf(test.database, test, vintem.account)
    const terms = { product, name, interval: "MONTH", interval_count: 1, trial_days: 0 } as const
    return test.database.transaction((tx) => createPlan(tx, scope, terms))
  }
  const endPlan = (id: string) =>
    vintem.server.modes.test.database.transaction((tx) =>
      updatePlan(tx, { account: vintem.account, id, product }, { is_active: false }),
    )

  it("creates, lists and deactivates a plan of a product", async () => {
    const older = await makePlan("Mensal")
    await endPlan(older.id)
    expect(await recurring()).to.equal(false)
    const { json: plan } = await create("--interval", "WEEK", "--count", "2", "--trial-days", "1")
    expect(plan).to.deep.equal({
      id: plan.id,
      productId: product,
      name: "Mensal",
      billingInterval: "WEEK",
      billingIntervalCount: 2,
      trialEnabled: true,
      trialPeriodDays: 1,
      daysAhead: 0,
      isActive: true,
    })
    expect(await recurring()).to.equal(true)
    const { json: plans } = await vintem.cli("plans", "list", "--json")
    expect(plans[0]).to.deep.equal(plan)
    expect(plans.map(({ id }: Json) => id)).to.include(older.id)
    const { json: ended } = await vintem.cli("plans", "deactivate", plan.id, "--json")
    expect(ended).to.deep.equal({ ...plan, isActive: false })
    expect(await recurring()).to.equal(false)
  })

  it("allows one active plan per product", async () => {
    expect((await create("--interval", "MONTH")).json).to.include({
      trialEnabled: false,
      trialPeriodDays: 0,
      daysAhead: 0,
      billingIntervalCount: 1,
    })
    const second = await create("--interval", "YEAR")
    expect([second.status, second.stdout]).to.deep.equal([1, ""])
    expect(second.stderr).to.contain("deactivate")
  })

  it("deactivates an inactive plan without touching the product's active one", async () => {
    const first = await makePlan("Mensal")
    await endPlan(first.id)
    const second = await makePlan("Novo")
    expect((await vintem.cli("plans", "deactivate", first.id, "--json")).json).to.include({ id: first.id, isActive: false })
    expect(await recurring()).to.equal(true)
    const { database } = vintem.server.modes.test
    expect((await activePlanOf(database, vintem.account, product))?.id).to.equal(second.id)
  })

  it("keeps existing subscriptions when a plan is deactivated", async () => {
    const plan = await makePlan("Mensal")
    const subscription = await subscribe(vintem, product)
    await endPlan(plan.id)
    expect(await subscribe(vintem, product)).to.equal(undefined)
    await advance(vintem, { to: subscription.current_period_end })
    expect((await cyclesOf(vintem, subscription)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect((await again(vintem, subscription)).status).to.equal("ACTIVE")
  })

  it("rejects invalid arguments", async () => {
    const wrong: [string[], number][] = [
      [["create", "--mode", "test", "--product", "prd_0000000000000000000000000", "--name", "N", "--interval", "DAY"], 1],
      [["create", "--mode", "test", "--product", product, "--name", "N", "--interval", "HOUR"], 2],
      [["create", "--mode", "test", "--product", product, "--name", "N", "--interval", "DAY", "--count", "0"], 2],
      [["create", "--mode", "test", "--product", product, "--name", "N"], 2],
      [["deactivate", "plan_0000000000000000000000000"], 1],
    ]
    const results = await Promise.all(wrong.map(([args]) => vintem.cli("plans", ...args, "--json")))
    expect(results.map(({ status }) => status)).to.deep.equal(wrong.map(([, status]) => status))
    for (const { stdout, stderr } of results) {
      expect(stdout).to.equal("")
      expect(stderr).not.to.equal("")
    }
  })

  it("finds account and mode by the product, and lists the plans of one account", async () => {
    const other = await vintem.newAccount()
    const plan = ["--product", product, "--name", "Anual", "--interval", "YEAR"]
    expect((await vintem.cli("plans", "create", "--account", other, ...plan)).stderr).to.contain("No such product")
    expect((await vintem.cli("plans", "create", "--json", ...plan)).json).to.include({ productId: product, isActive: true })
    expect(await recurring()).to.equal(true)
    const productsOf = async (account: string) =>
      (await vintem.cli("plans", "list", "--account", account, "--json")).json.map(({ productId }: Json) => productId)
    expect(await productsOf(other)).to.deep.equal([])
    expect(await productsOf(vintem.account)).to.include(product)
  })
})
