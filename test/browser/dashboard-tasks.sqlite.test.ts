import { expect } from "chai"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { command, signInByLink } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { type FullAccount, newFullAccount } from "../support/merchants/full-account.ts"
import { type Merchant, newEndpoint, payOne, until } from "../support/merchants/merchant.ts"
import { newOpenIntent } from "../support/merchants/rails.ts"
import { advance, newPayer, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const HOUR = 3600

/** What somebody does on a page: follows a link whose address ends so, fills in the form there, and sends it. */
type Task = {
  who: "operator" | "owner"
  /** The page, of something new where the task uses it up. */
  on: () => Promise<string>
  link: string
  fill?: Record<string, string>
  /** The names and values of boxes and circles to choose. */
  check?: [name: string, value: string][]
  says: RegExp
}

describe("The tasks of the dashboard in a browser", function () {
  this.timeout(180_000)
  let vintem: Running
  let browser: Browser
  let shop: FullAccount
  let troubled: Merchant
  const contexts: Partial<Record<string, BrowserContext>> = {}

  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
    shop = await newFullAccount(vintem, { text: "Padaria & Café <3" })
    troubled = await accountWithUnknownRefunds()
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })

  /** Two refunds that the acquirer has never answered, which wait for a person. */
  async function accountWithUnknownRefunds(): Promise<Merchant> {
    const account = await vintem.newAccount("Padaria sem resposta")
    const { key } = await vintem.newKey({ account })
    const merchant: Merchant = { account, key, request: (method, path, body) => vintem.request(method, path, body, { key }) }
    const faults = vintem.server.modes.test.config.mockFaults
    const paid = [await payOne(merchant), await payOne(merchant)]
    for (const call of ["refund", "look_up_refund"] as const) faults[`account:${account}/${call}`] = "server_error"
    for (const { id } of paid) await merchant.request("POST", "/v1/refunds", { payment_intent: id })
    await advance(merchant, { seconds: 2 * HOUR })
    return merchant
  }

  const inShop = (path: string, { account }: Pick<Merchant, "account"> = shop) => `/${account}/test${path}`
  const urlOf = (path: string) => `${vintem.server.dashboardOrigin!}${path}`

  /** A tab of a user who has signed in, and proved who they are, once. */
  async function tabOf(role: string, javaScriptEnabled: boolean): Promise<Page> {
    const name = `${role} ${javaScriptEnabled}`
    const known = contexts[name]
    if (known) return known.newPage()
    const email = `${role}-${javaScriptEnabled}@example.com`
    await command(vintem, ["users", "add", email, "--role", role])
    const context = await browser.newContext({ locale: "en-US", javaScriptEnabled })
    context.setDefaultTimeout(20_000)
    contexts[name] = context
    const page = await context.newPage()
    await signInByLink(page, vintem, email)
    const { database } = vintem.server.modes.test
    await database.transaction((tx) => tx.run(sql<void>("UPDATE sessions SET proved_ms = seen_ms"), {}))
    return page
  }

  /** Does a task, and returns where it is asked for. */
  async function doTask(page: Page, path: string, { link, fill = {}, check = [], says }: Task): Promise<string> {
    await page.goto(urlOf(path))
    await page.locator(`main a[href$="${link}"]`).first().click()
    const form = page.locator("main form.post")
    await form.waitFor()
    const asked = page.url()
    for (const [name, value] of Object.entries(fill)) await form.locator(`[name="${name}"]`).fill(value)
    for (const [name, value] of check) await form.locator(`[name="${name}"][value="${value}"]`).check()
    await form.locator("button:not(.quiet):not([type=button])").click()
    await page.locator("main").getByText(says).first().waitFor()
    return asked
  }

  const newPayment = async () => inShop(`/payments/${(await payOne(shop)).id}`)
  const fixed = (path: string) => async () => inShop(path)
  let people = 0

  const tasks: Record<string, Task> = {
    "cancels a payment": {
      who: "operator",
      on: async () => inShop(`/payments/${(await newOpenIntent(shop)).id}`),
      link: "/cancel",
      fill: { reason: "Ordered twice" },
      says: /The payment is canceled/,
    },
    "refunds a part of a payment": {
      who: "operator",
      on: newPayment,
      link: "/refund",
      fill: { amount: "9,90" },
      says: /R\$9\.90 went back to the payer/,
    },
    "records a chargeback": { who: "operator", on: newPayment, link: "/dispute", says: /The chargeback is recorded/ },
    "creates a customer": {
      who: "operator",
      on: fixed("/customers"),
      link: "/customers/new",
      fill: { email: "bia@example.com", name: "Bia <b>Lima</b>" },
      says: /The customer is created/,
    },
    "ends a subscription with its period": {
      who: "operator",
      on: async () => {
        const product = await newRecurringProduct(vintem, shop)
        return inShop(`/subscriptions/${(await subscribe(shop, product, { customer: await newPayer(shop) })).id}`)
      },
      link: "/cancel",
      check: [["when", "period_end"]],
      says: /The subscription/,
    },
    "creates a product": {
      who: "operator",
      on: fixed("/products"),
      link: "/products/new",
      fill: { name: "Pão de queijo" },
      says: /The product is created/,
    },
    "records the outcome of a refund that waits for a person": {
      who: "operator",
      on: async () => inShop("/attention", troubled),
      link: "/settle",
      check: [["outcome", "succeeded"]],
      says: /The refund is recorded as made/,
    },
    "creates an endpoint, whose secret is shown": {
      who: "owner",
      on: fixed("/webhooks"),
      link: "/webhooks/new",
      fill: { url: "https://shop.example/tasks" },
      says: /whsec_test_\w{43}/,
    },
    "sends a test event": {
      who: "operator",
      on: async () => inShop(`/webhooks/${(await newEndpoint(shop, "https://shop.example/test")).id}`),
      link: "/test",
      says: /event/,
    },
    "creates a key, which is shown": { who: "owner", on: fixed("/keys/new"), link: "/keys/new/secret", says: /zsk_test_\w+/ },
    "advances the test clock": {
      who: "operator",
      on: fixed("/test-tools"),
      link: "/advance?seconds=3600",
      says: /The clock (has advanced|is advancing)/,
    },
    "changes what payers see": {
      who: "owner",
      on: fixed("/settings"),
      link: "/settings/edit",
      fill: { display_name: "Padaria Aurora" },
      says: /The settings are changed|Nothing was changed/,
    },
    "adds a user, and gets a link for them": {
      who: "owner",
      on: fixed("/users"),
      link: "/users/add",
      fill: { email: "" },
      says: /\/sign-in\/\w+/,
    },
  }

  for (const [name, task] of Object.entries(tasks))
    it(`${task.who === "owner" ? "an owner" : "an operator"} ${name}, with and without JavaScript; a viewer cannot`, async () => {
      let asked = ""
      for (const script of [true, false]) {
        const fill = task.fill?.email === "" ? { email: `new${people++}@example.com` } : task.fill
        const page = await tabOf(task.who, script)
        asked = await doTask(page, await task.on(), { ...task, ...(fill && { fill }) })
        await page.close()
      }
      const viewer = await tabOf("viewer", true)
      const path = await task.on()
      const section = await viewer.goto(urlOf(path))
      if (section!.status() === 200) {
        expect(await viewer.locator(`main a[href$="${task.link}"]`).count()).to.equal(0)
        expect(await viewer.locator("main form[method=post]").count()).to.equal(0)
      } else expect(section!.status()).to.equal(403)
      expect((await viewer.goto(asked))!.status(), asked).to.equal(403)
      await viewer.close()
    })

  it("everybody finds disputes, the balance, requests and the audit log by filters, with and without JavaScript", async () => {
    for (const script of [true, false]) {
      const page = await tabOf("viewer", script)
      await page.goto(urlOf(inShop("/disputes")))
      await page.locator("main tbody a").first().click()
      await page.waitForURL("**/disputes/dp_*")
      await page.goto(urlOf(inShop("/balance/transactions")))
      const csv = page.waitForEvent("download")
      await page.locator('main a[href*="transactions.csv"]').click()
      expect((await csv).suggestedFilename()).to.match(/\.csv$/)
      await page.goto(urlOf(inShop("/requests")))
      await page.locator("main [name=operation]").fill("createRefund")
      await page.locator("main form.filters button").click()
      await page.locator("main tbody a").first().click()
      await page.locator("main h1").getByText("POST /v1/refunds").waitFor()
      await page.goto(urlOf(inShop("/audit")))
      await page.locator('main [name="action"]').selectOption("dispute.open")
      await page.locator("main form.filters button").click()
      await page.locator("main tbody").getByText("dispute", { exact: false }).first().waitFor()
      await page.close()
    }
  })

  it("shows a new key after a double click, which creates one key, and sends the form again after 'back'", async () => {
    const page = await tabOf("owner", true)
    const keys = async () => (await command<unknown[]>(vintem, ["keys", "list"])).length
    const before = await keys()
    await page.goto(urlOf(inShop("/keys/new/secret")))
    const sent: string[] = []
    const { promise: clickedTwice, resolve } = Promise.withResolvers<void>()
    await page.route("**/keys/new/secret", async (route) => {
      sent.push(route.request().method())
      await clickedTwice
      await route.continue().catch(() => {}) // one that the browser has given up
    })
    const { x, y } = (await page.locator("main form.post button").boundingBox())!
    await page.mouse.click(x + 5, y + 5)
    await until(async () => sent.length > 0)
    await page.mouse.click(x + 5, y + 5)
    resolve()
    await page
      .locator("main")
      .getByText(/zsk_test_\w+/)
      .waitFor()
    expect([sent, await keys()]).to.deep.equal([["POST"], before + 1])
    await page.unroute("**/keys/new/secret")
    await page.goto(urlOf(inShop("/customers/new")))
    await page.locator("main form.post [name=email]").fill("no")
    await page.evaluate("document.querySelector('main form.post').noValidate = true")
    await page.locator("main form.post button:not(.quiet)").click()
    await page.locator("main [role=alert]").waitFor()
    await page.goBack()
    await page.locator("main form.post [name=email]").fill("back@example.com")
    await page.locator("main form.post button:not(.quiet)").click()
    await page.locator("main").getByText("The customer is created").waitFor()
    await page.close()
  })

  it("keeps a half-filled form on the page of the clock while the clock moves, and says how far it is", async () => {
    const { account } = troubled
    const { database } = vintem.server.modes.test
    const write = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))
    const seconds = Math.floor(Date.now() / 1000) + 2 * HOUR
    await write(`INSERT INTO clock_turns (account, key, id, begun, began_at, target, lease_until_ms)
      VALUES ('${account}', 'k', 'turn_k', true, ${seconds - HOUR}, ${seconds + HOUR}, ${Date.now() + 600_000})`)
    const page = await tabOf("operator", true)
    await page.goto(urlOf(inShop("/test-tools", troubled)))
    const until = page.locator("main [name=until]")
    await until.fill("2040-01-02T03:04")
    const progress = page.locator("main progress")
    expect(Number(await progress.getAttribute("value"))).to.be.closeTo(0.5, 0.05)
    await new Promise((resolve) => setTimeout(resolve, 3500))
    expect(await until.inputValue()).to.equal("2040-01-02T03:04")
    await until.fill("")
    await page.locator("main h1").click()
    await write(`DELETE FROM clock_turns WHERE account = '${account}'`)
    await progress.waitFor({ state: "detached" })
    await page.close()
  })
})
