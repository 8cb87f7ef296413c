import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { readHtml } from "../support/bytes/html.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm, submit } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { again, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const MARKUP = `"><img src=x onerror=alert(1)>'&`

describe("The dashboard's products", () => {
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  let operator: Visitor
  let viewer: Visitor
  before(async () => {
    vintem = await startVintem()
    owner = await signIn(vintem, "owner@example.com", "owner")
    operator = await signIn(vintem, "operator@example.com", "operator")
    viewer = await signIn(vintem, "viewer@example.com", "viewer")
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const at = (path: string) => `/${merchant.account}/test/products${path}`
  const newProduct = async (body: object = {}) =>
    expectStatus(await merchant.request("POST", "/v1/products", { name: "Café", ...body }), 201)
  const retrieve = async (id: string) => expectStatus(await merchant.request("GET", `/v1/products/${id}`), 200)
  const priceOf = (id: string) => merchant.request("GET", `/v1/products/${id}/price`)
  const plans = async () =>
    command<{ id: string; name: string; isActive: boolean }[]>(vintem, [
      "plans",
      "list",
      "--mode",
      "test",
      "--account",
      merchant.account,
    ])
  const planForm = { name: "Mensal", interval: "MONTH", count: "1", trial_days: "7" }

  it("are listed with their price and status, page by page and by status", async () => {
    for (let i = 0; i < 26; i++) await newProduct({ name: `Produto ${i}.`, status: i % 2 ? "ACTIVE" : "INACTIVE" })
    const { html } = await viewer.get(at(""))
    expect(html).to.include("Produto 25.").and.not.include("Produto 0.")
    const older = /href="([^"]+)">Older/.exec(html)![1]!.replaceAll("&amp;", "&")
    expect((await viewer.get(older)).html)
      .to.include("Produto 0.")
      .and.not.include("Produto 1.")
    const inactive = await viewer.get(at("?status=INACTIVE"))
    expect(inactive.html).to.include("Produto 24.").and.not.include("Produto 25.")
    expect((await viewer.get(at("?status=constructor"))).html).to.include("Produto 25.")
  })

  it("are created, edited and priced as the API does it, once for a form that is sent twice", async () => {
    const form = await openForm(operator, at("/new"))
    const filled = { name: "Clube", description: "Um pacote\r\npor mês", metadata_name: ["sku"], metadata_value: ["7"] }
    await Promise.all([form.send(filled), form.send(filled)])
    const { data } = expectStatus(await merchant.request("GET", "/v1/products"), 200)
    expect(data).to.have.length(1)
    const { id } = data[0]
    expect(data[0]).to.deep.include({
      name: "Clube",
      description: "Um pacote\npor mês",
      status: "ACTIVE",
      metadata: { sku: "7" },
    })
    const edits = [await openForm(operator, at(`/${id}/edit`)), await openForm(operator, at(`/${id}/edit`))]
    await edits[0]!.send({ name: "Clube do Café" })
    await edits[1]!.send({ status: "INACTIVE" })
    expect(await retrieve(id)).to.deep.include({ name: "Clube do Café", description: "Um pacote\npor mês", status: "INACTIVE" })
    const price = await submit(operator, at(`/${id}/price`), { amount: "1.234,56", currency: "BRL" })
    expect([price.status, price.location]).to.deep.equal([303, at(`/${id}`)])
    expect((await priceOf(id)).body).to.include({ amount: 123456, currency: "brl" })
    await submit(operator, at(`/${(await newProduct()).id}/price`), { amount: "98,76" })
    expect(readHtml((await viewer.get(at(`/${id}`))).html).text)
      .to.include("1,234.56")
      .and.not.include("98.76")
  })

  it("take a price as people write it, and refuse what is no amount or no currency", async () => {
    const { id } = await newProduct()
    const amounts = { "49,90": 4990, "49.9": 4990, "50": 5000, "1,234.56": 123456, "1.234": 123400, "R$ 10,00": 1000 }
    for (const [amount, cents] of Object.entries(amounts)) {
      await submit(operator, at(`/${id}/price`), { amount })
      expect((await priceOf(id)).body.amount, amount).to.equal(cents)
    }
    const wrong = [
      { amount: "-1" },
      { amount: "0" },
      { amount: "1.234.56" },
      { amount: "4,999,9" },
      { amount: "" },
      { amount: "1e3" },
    ]
    for (const fields of [...wrong, { amount: "1", currency: "xyz" }, { amount: "1", currency: "r$" }]) {
      const page = await submit(operator, at(`/${id}/price`), fields)
      expect([page.status, (await priceOf(id)).body.amount], JSON.stringify(fields)).to.deep.equal([400, 1000])
    }
  })

  it("show their plans, the newest first", async () => {
    const { id } = await newProduct()
    for (const name of ["Anterior", "Atual"]) {
      for (const { id: active } of (await plans()).filter(({ isActive }) => isActive))
        await command(vintem, ["plans", "deactivate", active])
      await submit(owner, at(`/${id}/plans/new`), { ...planForm, name })
    }
    expect(readHtml((await viewer.get(at(`/${id}`))).html).text).to.match(/Atual.*Anterior/s)
  })

  it("get a plan from an owner, one at a time, also from two owners at once", async () => {
    const { id } = await newProduct()
    const forms = [await openForm(owner, at(`/${id}/plans/new`)), await openForm(owner, at(`/${id}/plans/new`))]
    const sent = await Promise.all(forms.flatMap((form) => [form.send(planForm), form.send(planForm)]))
    expect(sent.map(({ status }) => status).sort()).to.deep.equal([303, 303, 400, 400])
    expect(await plans()).to.have.length(1)
    expect(sent.find(({ status }) => status === 400)!.html).to.include("already has the active plan")
    expect((await retrieve(id)).recurring).to.equal(true)
    const [plan] = await plans()
    const { text } = readHtml((await owner.get(at(`/${id}`))).html)
    expect(text).to.include("Mensal").and.include("every month").and.include("7 days").and.not.include("New plan")
    for (const wrong of [{ count: "0" }, { count: "366" }, { count: "x" }, { trial_days: "731" }, { name: "" }])
      expect((await submit(owner, at(`/${id}/plans/new`), { ...planForm, ...wrong })).status).to.equal(400)
    const [one, two] = await Promise.all([1, 2].map(() => openForm(owner, at(`/${id}/plans/${plan!.id}/deactivate`))))
    await Promise.all([one!.send(), two!.send()])
    expect((await retrieve(id)).recurring).to.equal(false)
    await submit(owner, at(`/${id}/plans/new`), { ...planForm, name: "Anual", interval: "YEAR" })
    await submit(owner, at(`/${id}/plans/${plan!.id}/deactivate`))
    expect((await retrieve(id)).recurring, "a plan that was inactive already").to.equal(true)
    expect((await plans()).map(({ name, isActive }) => [name, isActive])).to.deep.equal([
      ["Anual", true],
      ["Mensal", false],
    ])
  })

  it("have plans that an owner renames, changes, deactivates and activates again", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const [plan] = await plans()
    const of = (change: string) => at(`/${product}/plans/${plan!.id}/${change}`)
    const stored = async () => (await plans()).find(({ id }) => id === plan!.id)
    const forms = await Promise.all([1, 2, 3].map(() => openForm(owner, of("edit"))))
    const edits: Record<string, string>[] = [{ name: "Mensal" }, { count: "3", interval: "WEEK" }, { trial_days: "7" }]
    const saved = await Promise.all(forms.map((form, i) => form.send(edits[i])))
    expect(saved.map(({ status, location }) => [status, location])).to.deep.equal(edits.map(() => [303, at(`/${product}`)]))
    const changed = { name: "Mensal", billingInterval: "WEEK", billingIntervalCount: 3, trialPeriodDays: 7, isActive: true }
    expect(await stored()).to.include(changed)
    const invalid: Record<string, string>[] = [{ count: "0" }, { count: "" }, { trial_days: "731" }, { name: "" }]
    for (const wrong of [...invalid, { name: "4242 4242 4242 4242" }])
      expect((await submit(owner, of("edit"), wrong)).status, JSON.stringify(wrong)).to.equal(400)
    await submit(owner, of("edit"))
    expect(await stored()).to.include(changed)
    await submit(owner, of("deactivate"))
    expect((await owner.get(at(`/${product}`))).html).to.include(`"${of("activate")}"`)
    const activation = await openForm(owner, of("activate"))
    await Promise.all([activation.send(), activation.send()])
    expect([await stored(), (await retrieve(product)).recurring]).to.deep.equal([
      { ...plan, ...changed, trialEnabled: true },
      true,
    ])
    expect((await owner.get(at(`/${product}`))).html).to.not.include(`"${of("activate")}"`)
    const log = ["audit", "list", "--account", merchant.account]
    const entries = await command<{ action: string; target: string; outcome: string }[]>(vintem, log)
    const ofPlan = entries.filter(({ target }) => target === plan!.id)
    expect(ofPlan.map(({ action, outcome }) => `${action} ${outcome}`)).to.deep.equal([
      "plan.update done",
      "plan.deactivate done",
      "plan.update refused: parameter_invalid",
      ...edits.map(() => "plan.update done"),
    ])
  })

  it("refuse to activate a plan beside another, also for two owners at once", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    await submit(owner, at(`/${product}/plans/${(await plans())[0]!.id}/deactivate`))
    await submit(owner, at(`/${product}/plans/new`), { ...planForm, name: "Anual", interval: "YEAR" })
    await submit(owner, at(`/${product}/plans/${(await plans())[0]!.id}/deactivate`))
    const paths = (await plans()).map(({ id }) => at(`/${product}/plans/${id}/activate`))
    const forms = await Promise.all(paths.map((path) => openForm(owner, path)))
    const sent = await Promise.all(forms.map((form) => form.send()))
    expect(sent.map(({ status }) => status).sort()).to.deep.equal([303, 400])
    expect(sent.find(({ status }) => status === 400)?.html).to.include("already has the active plan")
    expect((await plans()).filter(({ isActive }) => isActive)).to.have.length(1)
  })

  it("keep their subscriptions when a plan ends, and list them", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const subscription = await subscribe(merchant, product)
    const { id: plan } = subscription.plan
    await submit(owner, at(`/${product}/plans/${plan}/deactivate`))
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect((await viewer.get(at(`/${product}`))).html).to.include(`/subscriptions?plan=${plan}"`)
    const list = await viewer.get(`/${merchant.account}/test/subscriptions?plan=${plan}`)
    expect(list.html).to.include(`/subscriptions/${subscription.id}"`)
    const actions = await command<{ action: string }[]>(vintem, ["audit", "list", "--account", merchant.account])
    expect(actions.map(({ action }) => action)).to.include("plan.deactivate")
  })

  it("are changed by operators and their plans by owners, and nobody sees those of another account", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const [plan] = await plans()
    const forOperators = ["/new", `/${product}/edit`, `/${product}/price`].map(at)
    const changes = ["edit", "activate", "deactivate"].map((change) => `/${product}/plans/${plan!.id}/${change}`)
    const forOwners = [`/${product}/plans/new`, ...changes].map(at)
    const refused = async (visitor: Visitor, paths: string[]) => {
      const { html } = await visitor.get(at(`/${product}`))
      for (const path of paths) {
        expect(html).to.not.include(`"${path}"`)
        expect([(await visitor.get(path)).status, (await visitor.post(path)).status], path).to.deep.equal([403, 403])
      }
    }
    await refused(viewer, [...forOperators, ...forOwners])
    await refused(operator, forOwners)
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, `${other.account}@example.com`, "owner", other.account)
    for (const path of [at(""), at(`/${product}`), ...forOperators, ...forOwners]) {
      expect((await stranger.get(path)).status, path).to.equal(404)
      const own = path.replace(merchant.account, other.account)
      if (path.includes(product)) expect((await stranger.get(own)).status, own).to.equal(404)
    }
    const theirs = expectStatus(await other.request("POST", "/v1/products", { name: "X" }), 201)
    const mixed = `/${other.account}/test/products/${theirs.id}/plans/${plan!.id}/deactivate`
    expect((await stranger.get(mixed)).status).to.equal(404)
  })

  it("show markup in every field as text", async () => {
    const product = await newProduct({ name: MARKUP, description: MARKUP, metadata: { "<b>": MARKUP } })
    await submit(owner, at(`/${product.id}/plans/new`), { ...planForm, name: MARKUP })
    const [plan] = await plans()
    for (const path of [
      "",
      `/${product.id}`,
      `/${product.id}/edit`,
      `/${product.id}/price`,
      `/${product.id}/plans/${plan!.id}/edit`,
      `/${product.id}/plans/${plan!.id}/activate`,
      `/${product.id}/plans/${plan!.id}/deactivate`,
    ]) {
      const { html } = await owner.get(at(path))
      expect(html, path).to.include("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;")
      expect(html, path).to.not.include("<img").and.not.include("<b>")
    }
  })
})
