import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"

const GROUPED = "Ana 5425 2334 3010 9903"

describe("A card number in a form of the dashboard or in a command", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    owner = await signIn(vintem, "owner@example.com", "owner")
  })
  after(() => vintem.close())

  const play = { method: "card", card: "approved", amount: "49,90", installments: "1", email: "payer@example.com" }
  const plan = { name: GROUPED, interval: "MONTH", count: "1", trial_days: "7" }

  it("is refused as the API refuses it, and nothing is stored", async () => {
    const { id: product } = expectStatus(await merchant.request("POST", "/v1/products", { name: "Club" }), 201)
    const { id: customer } = await newCustomer(merchant)
    const { id: intent } = await newIntent(merchant)
    const { id: endpoint } = await newEndpoint(merchant, "https://shop.example/")
    const forms: Record<string, Record<string, string>> = {
      "test-tools/console/play": { ...play, description: GROUPED },
      [`payments/${intent}/cancel`]: { reason: GROUPED },
      "customers/new": { email: "ana@example.com", name: GROUPED },
      [`customers/${customer}/edit`]: { name: GROUPED },
      "products/new": { name: GROUPED },
      [`products/${product}/plans/new`]: plan,
      "webhooks/new": { url: "https://shop.example/", events: "*", description: GROUPED },
      [`webhooks/${endpoint}/edit`]: { events: "*", description: GROUPED },
      "settings/edit": { display_name: GROUPED },
    }
    for (const [path, fields] of Object.entries(forms)) {
      const page = await submit(owner, `/${merchant.account}/test/${path}`, fields)
      expect(page.status, path).to.equal(400)
      expect(page.html, path).to.match(/role="alert">[^<]*contains a card number/)
    }
    for (const list of ["customers", "products", "payment_intents", "webhook_endpoints"]) {
      const { text } = await merchant.request("GET", `/v1/${list}?limit=100`)
      expect(text, list).not.to.include(GROUPED)
    }
  })

  it("is not searched for, so it is in no address of the dashboard", async () => {
    const { html } = await owner.get(`/${merchant.account}/test/home`)
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)![1]!
    const search = (q: string) => owner.post(`/${merchant.account}/test/search`, { q, csrf })
    for (const text of ["5425233430109903", GROUPED]) {
      const { status, location, html: page } = await search(text)
      expect([status, location, page.includes("No payment is found by a card number")], text).to.deep.equal([
        200,
        undefined,
        true,
      ])
      expect(page, text).not.to.include(text)
    }
    expect((await search("529.982.247-25")).location, "a CPF").to.match(/\/payments\?q=529/)
  })

  it("is refused in the name of an account or a plan", async () => {
    const { id: product } = expectStatus(await merchant.request("POST", "/v1/products", { name: "Club" }), 201)
    const terms = ["--mode", "test", "--product", product, "--interval", "MONTH", "--json"]
    const { json: sold } = await vintem.cli("plans", "create", ...terms, "--name", "Mensal")
    await vintem.cli("plans", "deactivate", sold.id)
    const commands = [
      ["accounts", "create", "--name", GROUPED],
      ["accounts", "update", "--account", merchant.account, "--display-name", GROUPED],
      ["plans", "create", ...terms, "--name", GROUPED],
      ["plans", "update", sold.id, "--name", GROUPED],
    ]
    for (const command of commands) {
      const { status, stderr } = await vintem.cli(...command)
      expect([status, stderr.includes("contains a card number"), stderr.includes(GROUPED)], command.join(" ")).to.deep.equal([
        1,
        true,
        false,
      ])
    }
  })

  it("is refused in the name of an API key", async () => {
    const account = ["--account", merchant.account]
    for (const name of [GROUPED, "Ana 5425233430109903", "٥٤٢٥ ٢٣٣٤ ٣٠١٠ ٩٩٠٣"]) {
      const page = await submit(owner, `/${merchant.account}/test/keys/new/secret`, { name })
      expect(page.status, name).to.equal(400)
      expect(page.html, name).to.match(/role="alert">[^<]*contains no key or card number/)
      const { status, stderr } = await vintem.cli(
        "keys",
        "create",
        ...account,
        "--mode",
        "test",
        "--kind",
        "secret",
        "--name",
        name,
      )
      expect([status, stderr.includes("no key or card number")], name).to.deep.equal([2, true])
    }
    const { stdout } = await vintem.cli("keys", "list", ...account)
    expect(stdout).not.to.match(/Ana|9903|٩٩٠٣/)
  })

  it("is masked where a command repeats what it was given", async () => {
    const { stderr } = await vintem.cli("plans", "deactivate", "5425233430109903")
    expect(stderr).to.include("No such plan: '[card number]'")
  })
})
