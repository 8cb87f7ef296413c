import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { readHtml } from "../support/bytes/html.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm, submit } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer } from "../support/merchants/payments.ts"
import { newRecurringProduct, saveNewCard, subscribe, subscribeBy } from "../support/merchants/subscriptions.ts"

const CPF = "11144477735"
const MARKUP = `"><img src=x onerror=alert(1)>'&`

describe("The dashboard's customers", () => {
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

  const at = (path: string) => `/${merchant.account}/test/customers${path}`
  const retrieve = async (id: string) => expectStatus(await merchant.request("GET", `/v1/customers/${id}`), 200)
  const all = async () => expectStatus(await merchant.request("GET", "/v1/customers"), 200).data
  const audited = async () =>
    command<{ action: string; target: string }[]>(vintem, ["audit", "list", "--account", merchant.account])

  it("are listed newest first, page by page", async () => {
    for (let i = 0; i < 27; i++) await newCustomer(merchant, { name: `Cliente ${i}.` })
    const first = await viewer.get(at(""))
    expect(first.html).to.include("Cliente 26.").and.include("Cliente 2.").and.not.include("Cliente 1.")
    const older = /href="([^"]+)">Older/.exec(first.html)![1]!.replaceAll("&amp;", "&")
    expect((await viewer.get(older)).html)
      .to.include("Cliente 1.")
      .and.include("Cliente 0.")
      .and.not.include("Cliente 2.")
    expect((await viewer.get(at("?before=cus_00000000000000000000000000"))).status).to.equal(400)
  })

  it("are found by id, by e-mail address, by document as people write it, and by the beginning of the name", async () => {
    const ana = await newCustomer(merchant, {
      email: "Ana.S@example.com",
      name: "Ana Souza",
      document: { type: "cpf", number: CPF },
    })
    const bia = await newCustomer(merchant, { email: "bia@example.com", name: "Beatriz 100%_" })
    const angela = await newCustomer(merchant, { name: "Ângela da Conceição" })
    const loud = await newCustomer(merchant, { name: "ÂNGELA CONCEIÇÃO" })
    const found = async (q: string) => {
      const { html } = await viewer.get(at(`?q=${encodeURIComponent(q)}`))
      return [ana, bia, angela, loud].filter(({ id }) => html.includes(`/customers/${id}"`))
    }
    for (const q of [ana.id, "ana.s@EXAMPLE.com", CPF, "111.444.777-35", "ana", "ANA SOU"])
      expect(await found(q), q).to.deep.equal([ana])
    for (const q of ["b", "beatriz 100%_"]) expect(await found(q), q).to.deep.equal([bia])
    for (const q of ["ângela", "Ângela", "ÂNGELA"]) expect(await found(q), q).to.deep.equal([angela, loud])
    expect(await found("ângela conceição")).to.deep.equal([loud])
    for (const q of ["souza", "%", "_", "cus_x", "s@example.com", "52998224725", "\u{10ffff}", "'"])
      expect(await found(q), q).to.deep.equal([])
    const other = await newMerchant(vintem)
    const elsewhere = await viewer.get(`/${other.account}/test/customers?q=${ana.id}`)
    expect(elsewhere.html).to.include("No customer matches")
  })

  it("have a page with their data, cards, subscriptions, payments and requests", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const subscription = await subscribe(merchant, product)
    // Requests are written a moment after their response.
    const page = await until(async () => {
      const found = await viewer.get(at(`/${subscription.customer}`))
      return found.html.includes("/requests/req_") && found
    })
    expect(page.html).to.include(`/subscriptions/${subscription.id}"`)
    expect(page.html).to.include(`/payments/${subscription.latest_payment_intent}"`)
    expect(page.html).to.include(`/requests?about=${subscription.customer}"`)
    const { text } = readHtml(page.html)
    for (const shown of ["Maria da Silva", "CPF ***.444.777-**", "Rua das Flores, 1", "Recife – PE", "•••• 4242", "12/2034"])
      expect(text).to.include(shown)
    expect(page.html).to.not.include(CARDS.approved)
  })

  it("are created as the API creates them, once for a form that is sent twice", async () => {
    const form = await openForm(operator, at("/new"))
    const filled = {
      email: "  nova@example.com ",
      name: "Nova Cliente",
      document: "11.222.333/0001-81",
      phone: "+55 (11) 98765-4321",
      ...{ line1: "Rua A", number: "10", city: "Recife", state: "PE", postal_code: "50000-000" },
      metadata_name: ["pedido", "vazio", ""],
      metadata_value: ["1042", "", ""],
    }
    const sent = await Promise.all([form.send(filled), form.send(filled)])
    expect(sent.map(({ status }) => status)).to.deep.equal([303, 303])
    const [customer, ...others] = await all()
    expect(others).to.deep.equal([])
    expect(sent.map(({ location }) => location)).to.include(at(`/${customer.id}`))
    expect(customer).to.deep.include({
      email: "nova@example.com",
      name: "Nova Cliente",
      phone: "+5511987654321",
      document: { type: "cnpj", number: "11222333000181" },
      metadata: { pedido: "1042" },
    })
    expect(customer.address).to.include({ line1: "Rua A", number: "10", district: null, country: "BR" })
    expect((await audited()).filter(({ action }) => action === "customer.create").map(({ target }) => target)).to.deep.equal([
      customer.id,
    ])
  })

  it("are refused where the API refuses them, with the field's name and what was typed", async () => {
    const wrong: [Record<string, string>, string][] = [
      [{ email: "nobody" }, "E-mail"],
      [{ document: "111.444.777-36" }, "The CPF is invalid"],
      [{ phone: "11 98765" }, "Phone has the wrong form"],
      [{ line1: "Rua A" }, "City"],
      [{ name: "x".repeat(256) }, "Name"],
      [{ name: "12345" }, "Name has the wrong form. Send a name with at least one letter"],
      [{ name: "Ana\u200b" }, "Name has the wrong form. Send a name with at least one letter"],
      [{ metadata_name: "y".repeat(41), metadata_value: "1" }, "40 characters"],
    ]
    for (const [fields, error] of wrong) {
      const page = await submit(operator, at("/new"), { email: "a@example.com", name: "Fica aqui", ...fields })
      expect([page.status, page.html.includes(error)], JSON.stringify(fields)).to.deep.equal([400, true])
      if (!fields.name) expect(page.html).to.include('value="Fica aqui"')
    }
    expect(await all()).to.deep.equal([])
  })

  it("change only in what their form changed, so that two people who edit at once both have their change", async () => {
    const address = { line1: "Rua A", city: "Recife", state: "PE", postal_code: "50000000" }
    const { id } = await newCustomer(merchant, { document: { type: "cpf", number: CPF }, address, metadata: { a: "1", b: "2" } })
    const [one, other] = [await openForm(operator, at(`/${id}/edit`)), await openForm(operator, at(`/${id}/edit`))]
    await one.send({ name: "Novo Nome", metadata_name: ["a", "c"], metadata_value: ["1", "3"] })
    await other.send({ email: "novo@example.com", city: "Olinda" })
    const changed = await retrieve(id)
    expect(changed).to.deep.include({ name: "Novo Nome", email: "novo@example.com", metadata: { a: "1", c: "3" } })
    expect(changed.address).to.include({ line1: "Rua A", city: "Olinda" })
    expect(changed.document).to.deep.equal({ type: "cpf", number: CPF })
    await submit(operator, at(`/${id}/edit`), {
      name: "",
      document: "",
      line1: "",
      city: "",
      state: "",
      postal_code: "",
      country: "",
    })
    expect(await retrieve(id)).to.deep.include({ name: null, document: null, address: null, email: "novo@example.com" })
    const entries = await audited()
    const unchanged = await submit(operator, at(`/${id}/edit`))
    expect([unchanged.status, await audited()]).to.deep.equal([303, entries])
  })

  it("keep what their form does not have, as where it was opened at an older version of the service", async () => {
    const { id } = await newCustomer(merchant, { phone: "+5511987654321" })
    const { phone: _, ...fields } = Object.fromEntries((await openForm(operator, at(`/${id}/edit`))).shown)
    const { phone, ...shown } = JSON.parse(fields.shown!)
    expect(phone).to.equal("+5511987654321")
    const entries = Object.entries({ ...fields, name: "Novo Nome", shown: JSON.stringify(shown) })
    expect((await operator.send(at(`/${id}/edit`), entries)).location).to.equal(at(`/${id}`))
    expect(await retrieve(id)).to.include({ name: "Novo Nome", phone: "+5511987654321" })
  })

  it("keep both changes where two people change different parts of an address at once", async () => {
    const address = { line1: "Rua A", number: "1", city: "Recife", state: "PE", postal_code: "50000000" }
    const { id } = await newCustomer(merchant, { address })
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => openForm(operator, at(`/${id}/edit`))))
    await Promise.all([
      one!.send({ line1: "Rua B" }),
      two!.send({ city: "Olinda", district: "Carmo" }),
      three!.send({ number: "" }),
    ])
    const changed = { line1: "Rua B", number: null, district: "Carmo", city: "Olinda", state: "PE" }
    expect((await retrieve(id)).address).to.include(changed)
    const late = await openForm(operator, at(`/${id}/edit`))
    expect((await late.send({ city: "" })).status).to.equal(400)
    await merchant.request("POST", `/v1/customers/${id}`, { address: null })
    await late.send({ line1: "Rua C" })
    expect((await retrieve(id)).address).to.include({ ...changed, line1: "Rua C" })
  })

  it("lose a card by its detachment, whose page says what subscriptions are charged on then", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const { customer } = subscription
    const newest = await saveNewCard(merchant, customer, CARDS.declinedWhenCharged)
    const [, old] = expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}&type=card`), 200).data
    const path = (card: string) => at(`/${customer}/cards/${card}/detach`)
    expect((await operator.get(path(old.id))).html).to.include("No subscription is charged on this card")
    const moving = await openForm(operator, path(newest))
    expect(moving.page.html)
      .to.include(`charged on Visa •••• ${old.card.last4}`)
      .and.include(`/subscriptions/${subscription.id}"`)
    const sent = await Promise.all([moving.send(), moving.send()])
    expect(sent.map(({ location }) => location)).to.deep.equal([at(`/${customer}`), at(`/${customer}`)])
    expect(expectStatus(await merchant.request("GET", `/v1/payment_methods/${newest}`), 200).customer).to.equal(null)
    expect((await operator.get(path(old.id))).html).to.include("Their next charge will fail")
    expect((await operator.get(path(newest))).status).to.equal(404)
    expect((await audited()).filter(({ action }) => action === "payment_method.detach")).to.have.length(1)
  })

  it("have cards that subscriptions chose, and the metadata of their cards", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const byPix = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    const choose = async ({ id, customer }: { id: string; customer: string }) => {
      const card = await saveNewCard(merchant, customer, "5555555555554444")
      expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}`, { payment_method: card }), 200)
      return card
    }
    const card = await choose(subscription)
    await saveNewCard(merchant, subscription.customer)
    expect((await viewer.get(at(`/${subscription.customer}`))).html.match(/Subscriptions charge it/g)).to.have.length(1)
    const detach = await operator.get(at(`/${subscription.customer}/cards/${card}/detach`))
    expect(detach.html).to.include("they are charged on Visa").and.include(`/subscriptions/${subscription.id}"`)
    const chosen = await choose(byPix)
    const ofPix = await openForm(operator, at(`/${byPix.customer}/cards/${chosen}/detach`))
    expect(ofPix.page.html).to.include("a PIX or a boleto for each period").and.include(`/subscriptions/${byPix.id}"`)
    await ofPix.send()
    const { data } = expectStatus(await merchant.request("GET", `/v1/customer_subscriptions?customer=${byPix.customer}`), 200)
    expect(data[0].payment_method).to.equal(null)

    const edit = await openForm(operator, at(`/${subscription.customer}/cards/${card}/edit`))
    await edit.send({ metadata_name: ["wallet"], metadata_value: ["main"] })
    const shown = expectStatus(await merchant.request("GET", `/v1/payment_methods/${card}`), 200)
    expect(shown.metadata).to.deep.equal({ wallet: "main" })
    expect((await viewer.get(at(`/${subscription.customer}`))).html).to.include("wallet: main")
    expect((await audited()).map(({ action }) => action)).to.include("payment_method.update")
  })

  it("have a card that no subscription is charged on, where their subscription is paid by PIX", async () => {
    const { customer } = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    const card = await saveNewCard(merchant, customer, CARDS.approved)
    expect((await viewer.get(at(`/${customer}`))).html).to.not.include("Subscriptions charge it")
    expect((await operator.get(at(`/${customer}/cards/${card}/detach`))).html).to.include(
      "No subscription is charged on this card",
    )
  })

  it("are changed by operators only, and nobody sees those of another account", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const { customer } = subscription
    const [card] = expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}&type=card`), 200).data
    const changes = [
      "/new",
      `/${customer}/edit`,
      `/${customer}/cards/${card.id}/detach`,
      `/${customer}/cards/${card.id}/edit`,
    ].map(at)
    const { html } = await viewer.get(at(`/${customer}`))
    for (const path of changes) {
      expect(html).to.not.include(path)
      expect([(await viewer.get(path)).status, (await viewer.post(path)).status], path).to.deep.equal([403, 403])
    }
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, `${other.account}@example.com`, "owner", other.account)
    const ways = [at(""), at(`/${customer}`), ...changes, `/${other.account}/test/customers/${customer}`]
    for (const path of [...ways, `/${other.account}/test/customers/${customer}/edit`])
      expect((await stranger.get(path)).status, path).to.equal(404)
    const theirs = await newCustomer(other)
    expect((await stranger.get(`/${other.account}/test/customers/${theirs.id}/cards/${card.id}/detach`)).status).to.equal(404)
  })

  it("show markup in every field as text, in lists, on their page and in their forms", async () => {
    const text = {
      line1: MARKUP,
      number: MARKUP,
      line2: MARKUP,
      district: MARKUP,
      city: MARKUP,
      state: MARKUP,
      postal_code: MARKUP,
    }
    const email = `"><b>'&@example.com`
    const { id } = await newCustomer(merchant, { name: MARKUP, email, address: text, metadata: { "<b>": MARKUP } })
    for (const path of [
      "",
      `/${id}`,
      `/${id}/edit`,
      `?q=${encodeURIComponent(MARKUP)}`,
      `?q=${encodeURIComponent(`zz${MARKUP}`)}`,
    ]) {
      const { html } = await operator.get(at(path))
      expect(html, path).to.include("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;")
      expect(html, path).to.not.include("<img").and.not.include("<b>")
    }
    const refused = await submit(operator, at(`/${id}/edit`), { email: "no", name: `${MARKUP}!` })
    expect([refused.status, refused.html.includes("<img")]).to.deep.equal([400, false])
  })
})
