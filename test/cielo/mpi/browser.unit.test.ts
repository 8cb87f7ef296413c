import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import { launchChromium } from "../../support/browser/chromium.ts"
import type { InPage } from "../../support/browser/in-page.ts"
import { cardFor } from "../outcomes.ts"
import { callerOf, cardSale } from "../samples.ts"
import { ACS_CODE } from "./acs.ts"
import { type CieloWithMpi, startCieloWithMpi } from "./mpi.ts"
import { type Attempt, type Begun, type MpiCaller, mpiCallerOf, newOrder } from "./samples.ts"

const NUMBER = cardFor("Visa", "challenge")
const PAGE = `<!doctype html><html lang="pt-BR"><head><meta name="viewport" content="width=device-width"><title>Loja</title>
<link rel="icon" href="data:,"><script src="MPI/Scripts/V3/mpi.js"></script><script src="MPI/Scripts/V3/mpiHelpers.js"></script></head>
<body><main><h1>Pagamento</h1></main></body></html>`

describe("The browser's part of Cielo's MPI, on a phone", function () {
  this.timeout(60_000)
  let cielo: CieloWithMpi
  let caller: MpiCaller
  let shop: { server: Server; origin: string; policy: string }
  let browser: Browser
  let page: Page
  let complaints: string[]

  before(async () => {
    cielo = await startCieloWithMpi()
    caller = mpiCallerOf(cielo.mpi)
    browser = await launchChromium()
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.setHeader("content-security-policy", shop.policy)
      response.end(PAGE.replaceAll("MPI/", `${cielo.mpi.url}/`))
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    shop = { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, policy: "" }
  })
  after(async () => {
    await browser?.close()
    shop?.server.close()
    await cielo?.close()
  })
  beforeEach(async () => {
    await cielo.mpi.control.reset()
    await cielo.control.reset()
    shop.policy = policyWithout("")
    page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, locale: "pt-BR" })).newPage()
    complaints = []
    page.on("pageerror", ({ message }) => complaints.push(message))
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
  })
  afterEach(() => page.context().close())

  /** The policy that the script needs, without one of its directives. */
  function policyWithout(directive: string): string {
    const { url, acsUrl } = cielo.mpi
    const directives = [`script-src ${url}`, `connect-src ${url}`, `frame-src ${acsUrl}`, `form-action ${acsUrl}`]
    const all = ["default-src 'none'", "img-src data:", "style-src 'unsafe-inline'", ...directives]
    return all.filter((each) => !directive || !each.startsWith(directive)).join("; ")
  }

  const newAttempt = (number = NUMBER): Attempt => ({ order: newOrder(), amount: 4990, number })

  /** Loads the script and gives it what init has answered. The events are collected. */
  async function setUp({ referenceId, browserToken }: Begun, number = NUMBER): Promise<void> {
    await page.goto(shop.origin)
    await page.evaluate(
      ({ referenceId, browserToken, number }) => {
        const { MPI } = globalThis as InPage
        const events: unknown[] = []
        Object.assign(globalThis, { events })
        const told = (name: string) => (value?: unknown) => events.push(value === undefined ? [name] : [name, value])
        const names = ["onLoadComplete", "onReady", "onValidationRequired", "onError"]
        MPI.load({
          Environment: "SDB",
          cardNumberReader: () => number,
          ...Object.fromEntries(names.map((name) => [name, told(name)])),
        })
        MPI.init(referenceId, browserToken)
      },
      { referenceId, browserToken, number },
    )
  }
  type Event = [name: string, value?: { TransactionId?: string; ReturnCode?: string; ReturnMessage?: string }]
  /** Waits for an event, and returns what it says. */
  const event = async (name: string): Promise<Event[1]> => {
    await page.waitForFunction((wanted) => (globalThis as InPage).events.some(([given]: Event) => given === wanted), name)
    return page.evaluate((wanted) => (globalThis as InPage).events.findLast(([given]: Event) => given === wanted)[1], name)
  }
  /** Begins the challenge with the order of the helpers. */
  const challenge = (given: unknown, { order, number }: Attempt) =>
    page.evaluate(
      ({ given, order, number }) => {
        const { MPI, MPIHelpers } = globalThis as InPage
        const { getCurrencyISO, getOrderChannels } = MPIHelpers.Constants
        const builder = MPIHelpers.getOrderBuilder()
        const built = builder
          .withOrderDetails(order, getCurrencyISO().BRL, getOrderChannels().ECOMMERCE)
          .withCard(number, "12", "2034")
          .build()
        MPI.challenge(given, built)
      },
      { given, order, number },
    )
  const bank = () => page.frameLocator("iframe[title='Autenticação do banco']")

  /** Plays an attempt until the bank's page is shown. */
  async function untilChallenge(attempt = newAttempt()) {
    const begun = await caller.begin(attempt)
    await setUp(begun, attempt.number)
    await event("onReady")
    await page.evaluate(() => (globalThis as InPage).MPI.updateCard())
    while (!(await cielo.mpi.control.calls()).counts.card) await new Promise(setImmediate)
    const browserInfo = await page.evaluate(() => (globalThis as InPage).MPIHelpers.getBrowserInfo())
    const { body } = await caller.enroll(begun, attempt, { browserInfo })
    const { AcsUrl, Pareq: Payload, TransactionId } = body.Challenge
    await challenge({ AcsUrl, Payload, TransactionId }, attempt)
    return { attempt, begun, TransactionId: TransactionId as string }
  }

  it("load, init, enroll, challenge and validate, and then the sale", async () => {
    const { attempt, begun, TransactionId } = await untilChallenge()
    await bank().getByLabel("Código").fill("0000")
    await bank().getByRole("button", { name: "Confirmar" }).click()
    await bank().getByText("Código incorreto").waitFor()
    await bank().getByLabel("Código").fill(ACS_CODE)
    expect(await bank().locator("main").innerText()).to.match(/R\$\s49,90/)
    const frame = (await page.locator("iframe").boundingBox())!
    expect([frame.x >= 0, frame.x + frame.width <= 390, frame.height]).to.deep.equal([true, true, 400])
    await bank().getByRole("button", { name: "Confirmar" }).click()
    expect(await event("onValidationRequired")).to.deep.equal({ TransactionId })
    expect(await page.locator("iframe").count()).to.equal(0)
    const { Status, Authentication } = (await caller.validate(begun, attempt, TransactionId)).body
    expect([Status, Authentication.Eci]).to.deep.equal([1, "05"])
    const { order, amount, number } = attempt
    const ExternalAuthentication = { ...Authentication, ReferenceID: begun.referenceId }
    const sale = cardSale({ Amount: amount, card: { CardNumber: number }, Authenticate: true, ExternalAuthentication })
    const sold = await callerOf(cielo).sell({ ...sale, MerchantOrderId: order })
    expect(sold.body.Payment).to.include({ Status: 2, Eci: "05" })
    const [session] = await cielo.mpi.control.ledger()
    expect(session).to.include({
      environment: "SDB",
      origin: shop.origin,
      challenge: "success",
      sale: sold.body.Payment.PaymentId,
    })
    expect(session?.profiled_card).to.equal(session?.card)
    expect(session?.steps.map(({ step }) => step)).to.deep.equal([
      "token",
      "init",
      "setup",
      "card",
      "enroll",
      "challenge",
      "acs",
      "acs_answer",
      "validate",
    ])
    expect([complaints, await cielo.mpi.control.violations()]).to.deep.equal([[], []])
  })

  for (const [button, end] of [
    ["Não reconheço a compra", "failure"],
    ["Cancelar", "cancel"],
  ] as const)
    it(`${button}: asks for the validation, too, which says no`, async () => {
      const { attempt, begun, TransactionId } = await untilChallenge()
      await bank().getByRole("button", { name: button }).click()
      expect(await event("onValidationRequired")).to.deep.equal({ TransactionId })
      expect((await caller.validate(begun, attempt, TransactionId)).body).to.include({ Status: 0 })
      expect((await cielo.mpi.control.ledger())[0]).to.include({ challenge: end })
    })

  it("a challenge whose time is over asks for the validation at once", async () => {
    const attempt = newAttempt()
    const begun = await caller.begin(attempt)
    await setUp(begun)
    const { AcsUrl, Pareq: Payload, TransactionId } = (await caller.enroll(begun, attempt)).body.Challenge
    await cielo.mpi.control.advance(10 * 60 * 1000)
    await challenge({ AcsUrl, Payload, TransactionId }, attempt)
    expect(await event("onValidationRequired")).to.deep.equal({ TransactionId })
  })

  it("refuses a challenge in lower case with 10004, and remembers one with another order or card", async () => {
    const attempt = newAttempt()
    const begun = await caller.begin(attempt)
    await setUp(begun)
    const { AcsUrl, Pareq, TransactionId } = (await caller.enroll(begun, attempt)).body.Challenge
    await challenge({ acsUrl: AcsUrl, payload: Pareq, transactionId: TransactionId }, attempt)
    expect(await event("onError")).to.include({ ReturnCode: "10004" })
    for (const [other, rule] of [
      [{ ...attempt, order: "other" }, "the order of MPI.challenge must have the orderNumber of enroll"],
      [{ ...attempt, number: cardFor("Visa") }, "the order of MPI.challenge must have the card of enroll"],
    ] as const) {
      await challenge({ AcsUrl, Payload: Pareq, TransactionId }, other)
      await page.waitForFunction((message) => JSON.stringify((globalThis as InPage).events).includes(message), rule)
      expect((await cielo.mpi.control.violations()).at(-1)?.messages).to.deep.equal([rule])
    }
    expect(await page.locator("iframe").count()).to.equal(0)
  })

  it("refuses a token of another session, and says so", async () => {
    const [begun, other] = [await caller.begin(newAttempt()), await caller.begin(newAttempt())]
    await setUp({ ...begun, browserToken: other.browserToken })
    expect(await event("onError")).to.include({ ReturnCode: "MPI901" })
    expect(await cielo.mpi.control.violations()).to.have.length(1)
  })

  it("never becomes ready, or does not load, where it is told to", async () => {
    await cielo.mpi.control.setFaults({ operation: "script", fault: "never_ready" })
    const answered = page.waitForResponse(/\/Browser\/Setup$/)
    await setUp(await caller.begin(newAttempt()))
    await (await answered).finished()
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
    const names = await page.evaluate(() => (globalThis as InPage).events.map(([name]: Event) => name))
    expect(names).to.deep.equal(["onLoadComplete"])
    await cielo.mpi.control.setFaults({ operation: "script", fault: "error_before:404" })
    await page.goto(shop.origin)
    expect(await page.evaluate(() => typeof (globalThis as InPage).MPI)).to.equal("undefined")
  })

  it("fires onLoadComplete once, and onReady with every session", async () => {
    await setUp(await caller.begin(newAttempt()))
    await event("onReady")
    const { referenceId, browserToken } = await caller.begin(newAttempt())
    await page.evaluate(
      ({ referenceId, browserToken }) => {
        const { MPI, events } = globalThis as InPage
        MPI.load({ Environment: "SDB", onLoadComplete: () => events.push(["again"]), onReady: () => events.push(["second"]) })
        MPI.init(referenceId, browserToken)
      },
      { referenceId, browserToken },
    )
    await event("second")
    const names = await page.evaluate(() => (globalThis as InPage).events.map(([name]: Event) => name))
    expect(names).to.deep.equal(["onLoadComplete", "onReady", "second"])
  })

  for (const directive of ["frame-src", "style-src", "form-action"])
    it(`needs ${directive} in the page's policy`, async () => {
      shop.policy = policyWithout(directive) + (directive === "form-action" ? "; form-action 'self'" : "")
      const blocked = page.waitForEvent("console", (message) => message.text().includes("Content Security Policy"))
      await untilChallenge()
      await blocked
    })

  it("needs connect-src in the page's policy to become ready", async () => {
    shop.policy = policyWithout("connect-src")
    await setUp(await caller.begin(newAttempt()))
    expect(await event("onError")).to.include({ ReturnCode: "MPI901" })
  })

  it("does not believe a message of a stranger", async () => {
    const { TransactionId } = await untilChallenge()
    await bank().getByRole("button", { name: "Confirmar" }).waitFor()
    const message = { messageType: "ChallengeEnd", actionCode: "SUCCESS", transactionId: TransactionId }
    await page.evaluate((data) => (globalThis as InPage).postMessage(data, "*"), message)
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    expect(await page.locator("iframe").count()).to.equal(1)
  })
})
