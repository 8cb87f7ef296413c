import { expect } from "chai"
import { MOCK_CARDS } from "../../src/acquirers/mock/cards.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, type Page, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { formToken, submit, submitTwice } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"

type Choice = { method?: string; card?: string; amount?: string; installments?: string; email?: string }

describe("The dashboard's console", () => {
  let vintem: Running
  let merchant: Merchant
  let operator: Visitor
  before(async () => {
    vintem = await startVintem({}, { live: true })
    merchant = await newMerchant(vintem)
    operator = await signIn(vintem, "operator@example.com", "operator")
  })
  after(() => vintem.close())

  const path = (rest = "/console", mode = "test") => `/${merchant.account}/${mode}/test-tools${rest}`
  const DEFAULTS = { method: "card", card: "approved", amount: "49,90", installments: "1", email: "payer@example.com" }
  const play = (choice: Choice = {}) => submit(operator, path("/console/play"), { ...DEFAULTS, ...choice })
  const idIn = ({ html }: Page) => /pi_[0-9A-Za-z]{25}/.exec(html)![0]
  const intent = async (id: string) => (await merchant.request("GET", `/v1/payment_intents/${id}`)).body
  const intents = async () => (await merchant.request("GET", "/v1/payment_intents?limit=100")).body.data.length
  const move = (id: string, name: string, fields = {}) => submit(operator, path(`/console/${id}/${name}`), fields)

  it("plays a card payment with the steps of the API, each as a command and with its response", async () => {
    const page = await play({ installments: "3", email: "new@example.com" })
    expect(page.status).to.equal(200)
    const paid = await intent(idIn(page))
    expect(paid).to.include({ status: "succeeded", amount: 4990, currency: "brl" })
    expect(paid.payment_method_details.card).to.include({ last4: "4242", installments: 3 })
    const steps = [
      "POST /v1/customers",
      "POST /v1/payment_intents",
      "POST /v1/tokens",
      `POST /v1/payment_intents/${paid.id}/confirm`,
    ]
    for (const step of steps) expect(page.html).to.include(`<code>${step}</code>`)
    expect(page.html).to.include(`curl &quot;${vintem.url}/v1/payment_intents`).and.include("$VINTEM_KEY")
    expect(page.html).to.include(`href="/${merchant.account}/test/payments/${paid.id}"`)
    const second = await play({ email: "new@example.com" })
    expect(second.html).to.include(`GET /v1/customers/${paid.customer}`)
    expect((await intent(idIn(second))).customer).to.equal(paid.customer)
  })

  it("prints commands that do at the API what the console has done", async () => {
    const { html } = await play({ card: "mastercard" })
    const bodies = Array.from(html.matchAll(/-d &#39;([\s\S]*?)&#39;<\/code>/g), ([, body]) =>
      JSON.parse(body!.replaceAll("&quot;", '"')),
    )
    const [created, token] = bodies.slice(-3)
    const made = await merchant.request("POST", "/v1/payment_intents", created)
    const card = await merchant.request("POST", "/v1/tokens", token)
    const confirmed = await merchant.request("POST", `/v1/payment_intents/${made.body.id}/confirm`, {
      payment_method: card.body.id,
    })
    expect([confirmed.status, confirmed.body.status]).to.deep.equal([200, "succeeded"])
  })

  it("plays every test card to the outcome that the list of cards promises", async () => {
    const list = await operator.get(path("/cards"))
    for (const { name, number, behavior } of MOCK_CARDS) {
      expect(list.html.replaceAll(" ", ""), name).to.include(`>${number}<`)
      const page = await play({ card: name })
      const { status, last_payment_error } = await intent(idIn(page))
      const code = last_payment_error?.code
      if (typeof behavior === "object") expect([status, code], name).to.deep.equal(["canceled", behavior.refused])
      else if (behavior === "declined_at_capture") expect([status, code], name).to.deep.equal(["canceled", "card_declined"])
      else if (["challenge", "soft_declined", "failing_challenge"].includes(behavior))
        expect(status, name).to.equal("requires_action")
      else if (behavior === "unavailable")
        expect([status, page.html.includes("&quot;code&quot;: &quot;processing_error&quot;")]).to.deep.equal([
          "requires_payment_method",
          true,
        ])
      else expect(status, name).to.be.oneOf(["succeeded", "processing"])
    }
  })

  it("plays the payer and the bank too: a PIX, a boleto and a 3DS challenge are paid, fail, expire or are canceled", async () => {
    const outcomes = [
      [{ method: "pix" }, "succeed", {}, "succeeded"],
      [{ method: "pix" }, "expire", {}, "canceled"],
      [{ method: "boleto" }, "succeed", {}, "succeeded"],
      [{ method: "boleto" }, "cancel", {}, "canceled"],
      [{ card: "threeDs" }, "authorize", {}, "succeeded"],
      [{ card: "threeDs" }, "refuse", {}, "canceled"],
      [{ method: "pix" }, "fail", { code: "processing_error" }, "canceled"],
    ] as const
    for (const [choice, name, fields, status] of outcomes) {
      const page = await play(choice)
      const id = idIn(page)
      expect((await intent(id)).status).to.equal("requires_action")
      expect(page.html).to.include(`/console/${id}/${name}"`)
      const moved = await move(id, name, fields)
      expect([moved.status, moved.location], `${JSON.stringify(choice)} ${name}`).to.deep.equal([303, path(`/console/${id}`)])
      expect((await intent(id)).status, `${JSON.stringify(choice)} ${name}`).to.equal(status)
      const after = await operator.get(path(`/console/${id}`))
      expect(after.html).to.include(`&quot;status&quot;: &quot;${status}&quot;`).and.not.include("What happens next")
    }
  })

  it("plays one payment, and takes one step, for a form that is sent twice", async () => {
    const before = await intents()
    const pages = await submitTwice(operator, path("/console/play"), { ...DEFAULTS, method: "pix" })
    expect(pages.map(({ status }) => status).sort()).to.deep.equal([200, 303])
    expect(await intents()).to.equal(before + 1)
    const id = idIn(pages.find(({ status }) => status === 200)!)
    await submitTwice(operator, path(`/console/${id}/succeed`))
    expect((await intent(id)).status).to.equal("succeeded")
    const steps = (await command<{ target: string; action: string }[]>(vintem, ["audit", "list"])).filter(
      ({ target }) => target === id,
    )
    expect(steps.map(({ action }) => action).sort()).to.deep.equal(["test_payment.create", "test_payment.succeed"])
  })

  it("says what is known where the acquirer does not answer, and charges once", async () => {
    const faults = vintem.server.modes.test.config.mockFaults
    for (const fault of ["timeout_before", "timeout_after"] as const) {
      faults[`account:${merchant.account}/authorize`] = fault
      faults[`account:${merchant.account}/look_up`] = "server_error"
      const before = await intents()
      const page = await play()
      expect(page.status, fault).to.equal(200)
      const id = idIn(page)
      expect(page.html).to.include(`href="/${merchant.account}/test/payments/${id}"`)
      expect((await intent(id)).status, fault).to.not.equal("succeeded")
      expect(await intents()).to.equal(before + 1)
      delete faults[`account:${merchant.account}/authorize`]
      delete faults[`account:${merchant.account}/look_up`]
    }
  })

  it("refuses a step that the payment no longer takes, with the reason", async () => {
    const id = idIn(await play())
    for (const name of ["succeed", "cancel", "authorize"]) {
      const page = await move(id, name)
      expect([page.status, page.html.includes(`role="alert"`)], name).to.deep.equal([400, true])
    }
    expect((await intent(id)).status).to.equal("succeeded")
  })

  it("shows the error above the form, with what was chosen, and plays nothing", async () => {
    const before = await intents()
    const wrong: Choice[] = [
      { amount: "0" },
      { amount: "ten" },
      { amount: "1.000.000.000,00" },
      { email: "nobody" },
      { card: "4242424242424242" },
      { installments: "13" },
      { method: "cash" },
    ]
    for (const choice of wrong) {
      const page = await play({ ...choice, card: choice.card ?? "elo" })
      expect([page.status, page.html.includes(`role="alert"`)], JSON.stringify(choice)).to.deep.equal([400, true])
      if (!choice.card) expect(page.html).to.include(`<option value="elo" selected`)
    }
    expect(await intents()).to.equal(before)
  })

  it("refuses a text of 60 KiB as quickly as any other, whatever it holds", async () => {
    for (const [name, text] of [
      ["email", `a@a${".a".repeat(30_000)}@`],
      ["email", `a@${"a.".repeat(30_000)}`],
      ["amount", `${"1.000".repeat(12_000)},`],
      ["installments", "1".repeat(60_000)],
    ] as const) {
      const before = process.cpuUsage()
      expect((await play({ [name]: text })).status).to.equal(400)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000, `${name} ${text.slice(0, 10)}`).to.be.below(1500)
    }
  })

  it("lets nobody type a card number", async () => {
    const { html } = await operator.get(path())
    const names = Array.from(html.matchAll(/<input[^>]* name="([^"]+)"/g), ([, name]) => name)
    expect(names).to.include.members(["amount", "email"]).and.not.include.members(["number", "card", "cvc"])
  })

  it("is only in test mode, for operators of the account", async () => {
    const id = idIn(await play({ method: "pix" }))
    const viewer = await signIn(vintem, "viewer@example.com", "viewer")
    expect((await viewer.get(path("/cards"))).html)
      .to.include("4242 4242 4242 4242")
      .and.not.include("/console")
    for (const rest of ["/console", "/console/play", `/console/${id}`, `/console/${id}/succeed`])
      expect((await viewer.get(path(rest))).status, rest).to.equal(403)
    expect((await viewer.post(path(`/console/${id}/succeed`))).status).to.equal(403)
    const owner = await signIn(vintem, "owner@example.com", "owner")
    for (const rest of ["", "/console", "/cards", `/console/${id}`])
      expect((await owner.get(path(rest, "live"))).status, rest).to.equal(404)
    const live = await newMerchant(vintem, "live")
    const endpoint = `/${live.account}/live/webhooks/${(await newEndpoint(live, "https://shop.example/")).id}`
    const prove = sql<void>("UPDATE sessions SET proved_ms = seen_ms")
    await vintem.server.modes.live!.database.transaction((tx) => tx.run(prove, {}))
    expect([(await owner.get(endpoint)).status, (await owner.get(`${endpoint}/test`)).status]).to.deep.equal([200, 404])
    const { account } = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", account)
    const form = { form_token: formToken(await stranger.get(`/${account}/test/test-tools/console`)) }
    expect((await stranger.post(`/${account}/test/test-tools/console/${id}/succeed`, form)).status).to.equal(404)
    expect((await stranger.get(`/${account}/test/test-tools/console/${id}`)).status).to.equal(404)
    expect((await intent(id)).status).to.equal("requires_action")
  })
})
