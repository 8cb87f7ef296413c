// What a payer sees whose bank authenticates them in live mode. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { Page } from "playwright-core"
import type { InPage } from "../support/browser/in-page.ts"
import { answerBank, bankOf, type Payment, RETURN_URL, useThreedsPages } from "../support/browser/threeds-pages.ts"

const BANK = 'iframe[name^="mpi-challenge"]'

describe("The page of 3-D Secure in live mode", function () {
  this.timeout(120_000)
  const pages = useThreedsPages()
  let page: Page
  const open = async (payment: Payment, options?: object): Promise<void> => {
    await pages.newVisitor(options)
    page = await pages.newTab(payment.url)
  }
  const isBackAtShop = ({ id }: Payment, redirect: string, tab = page) =>
    tab.waitForURL(`${RETURN_URL}?payment_intent=${id}&redirect_status=${redirect}`)
  const saysThat = (text: string | RegExp, tab = page) => tab.getByRole("status").filter({ hasText: text }).waitFor()
  const button = (name: string) => page.getByRole("button", { name })

  /** The payment has ended as paid, with one sale, or as refused, with none. */
  async function mustBe(payment: Payment, status: "succeeded" | "canceled"): Promise<void> {
    const { amount } = payment
    const found = await pages.retrieve(payment.id)
    expect([found.status, found.last_payment_error?.code]).to.deep.equal(
      status === "succeeded" ? ["succeeded", undefined] : ["canceled", "authentication_failed"],
    )
    expect(await pages.salesOf(payment)).to.deep.equal(status === "succeeded" ? [amount] : [])
  }
  async function endsAtShop(payment: Payment, status: "succeeded" | "canceled", tab = page): Promise<void> {
    await isBackAtShop(payment, status === "succeeded" ? "succeeded" : "failed", tab)
    await mustBe(payment, status)
  }

  it("leads back to the shop where the bank asks nothing", async () => {
    const payment = await pages.newPayment()
    await open(payment)
    await endsAtShop(payment, "succeeded")
  })

  it("says how it ended where the shop has no page to return to", async () => {
    const payment = await pages.newPayment("approved", { returnUrl: null })
    await open(payment)
    await page.getByRole("heading", { name: "Pagamento autorizado" }).waitFor()
    await mustBe(payment, "succeeded")
  })

  it("shows the bank's page, and a payer who passes has paid", async () => {
    const payment = await pages.newPayment("challenge")
    await open(payment)
    await saysThat("Seu banco pede uma confirmação")
    await answerBank(page)
    await endsAtShop(payment, "succeeded")
  })

  for (const [card, answer] of [
    ["challenge failure", "Confirmar"],
    ["challenge", "Não reconheço a compra"],
    ["challenge", "Cancelar"],
  ] as const) {
    it(`charges nothing after ${answer} with the card "${card}"`, async () => {
      const payment = await pages.newPayment(card)
      await open(payment)
      await answerBank(page, answer)
      await endsAtShop(payment, "canceled")
    })
  }

  it("begins anew for a payer who has closed it in the middle, or reloads it", async () => {
    const payment = await pages.newPayment("challenge")
    await open(payment)
    await bankOf(page).getByLabel("Código").waitFor()
    await page.close()
    page = await pages.newTab(payment.url)
    await bankOf(page).getByLabel("Código").waitFor()
    await page.reload()
    await answerBank(page)
    await endsAtShop(payment, "succeeded")
  })

  it("has a way out, which charges nothing", async () => {
    await pages.mpi.setFaults({ operation: "script", fault: "never_ready" })
    const payment = await pages.newPayment()
    await open(payment)
    await button("Desistir deste pagamento").click()
    await endsAtShop(payment, "canceled")
  })

  for (const [what, operation] of [
    ["does not come", "acs"],
    ["says nothing after the payer's answer", "acs_answer"],
  ] as const) {
    it(`has a way out above the bank's page if it ${what}, on the narrowest screen too`, async () => {
      await pages.mpi.setFaults({ operation, fault: "hang_before" })
      const payment = await pages.newPayment("challenge")
      await open(payment, { viewport: { width: 320, height: 568 } })
      await page.locator(BANK).waitFor()
      if (operation === "acs_answer") await answerBank(page)
      await button("Desistir deste pagamento").click()
      await endsAtShop(payment, "canceled")
    })
  }

  it("refuses the payer if the script cannot begin the challenge", async () => {
    await pages.mpi.setFaults({ operation: "challenge", fault: "cut_before" })
    const payment = await pages.newPayment("challenge")
    await open(payment)
    await endsAtShop(payment, "canceled")
  })

  it("takes a bank's page away that does not end within five minutes, and offers another try", async () => {
    await pages.mpi.setFaults(
      { operation: "acs", fault: "hang_before" },
      { operation: "validate", fault: "error_before:500", times: 1 },
    )
    const payment = await pages.newPayment("challenge")
    await pages.newVisitor({ viewport: { width: 320, height: 568 } })
    page = await pages.newTab("about:blank")
    await page.clock.install()
    await page.goto(payment.url)
    await page.locator(BANK).waitFor()
    await page.clock.runFor(5 * 60_000)
    await saysThat("A confirmação não funcionou, e nada foi cobrado.")
    expect(await page.locator(BANK).count()).to.equal(0)
    await pages.mpi.setFaults()
    await button("Tentar de novo").click()
    await answerBank(page)
    await page.clock.runFor(4000)
    await endsAtShop(payment, "succeeded")
  })

  it("has a way out after a sale that could not be made", async () => {
    await pages.live.cielo.control.setFaults({ operation: "card", fault: "error_before:429", times: 1 })
    const payment = await pages.newPayment()
    await open(payment)
    await saysThat("A confirmação não funcionou, e nada foi cobrado.")
    await button("Desistir deste pagamento").click()
    await isBackAtShop(payment, "failed")
    expect(await pages.salesOf(payment)).to.deep.equal([])
  })

  it("leads whoever gives up to where it says that the payment is being decided", async () => {
    await pages.live.cielo.control.setFaults({ operation: "card", fault: "error_before:429", times: 1 })
    const payment = await pages.newPayment()
    await open(payment)
    await saysThat("A confirmação não funcionou, e nada foi cobrado.")
    // This tab hears nothing of what the other one does.
    await page.route(`${payment.url}/status`, (route) => route.abort())
    await pages.live.cielo.control.setFaults(
      { operation: "card", fault: "cut_after", times: 1 },
      { operation: "query_order", fault: "error_before:500" },
    )
    const second = await pages.newTab(payment.url)
    await second.getByRole("button", { name: "Tentar de novo" }).click()
    await saysThat("Não pague de novo", second)
    await page.bringToFront()
    await button("Desistir deste pagamento").click()
    await page.getByRole("heading", { name: "Um instante" }).waitFor()
    await pages.live.cielo.control.setFaults()
    await endsAtShop(payment, "succeeded")
  })

  it("asks for what the customer lacks, and leads to the first wrong field", async () => {
    const payment = await pages.newPayment("challenge", { payer: { phone: null, address: null } })
    await open(payment)
    const focused = () => page.evaluate(() => (globalThis as InPage).document.activeElement?.name)
    await page.getByLabel("Celular com DDD").fill("11 98765")
    await button("Continuar").click()
    await page.getByText("Escreva o número com DDD").waitFor()
    expect(await focused()).to.equal("phone")
    expect(await page.locator('[aria-invalid="true"]').count()).to.equal(5)
    await page.getByLabel("Celular com DDD").fill("(11) 98765-4321")
    await page.getByLabel("CEP").fill("01310-200")
    await button("Continuar").click()
    await page.getByText("Escreva o número com DDD").waitFor({ state: "hidden" })
    await page.waitForFunction(() => (globalThis as InPage).document.activeElement?.name === "line1")
    await page.locator("[name=line1]").fill("Avenida Paulista")
    await page.locator("[name=city]").fill("São Paulo")
    await page.locator("[name=state]").selectOption("SP")
    await button("Continuar").click()
    await answerBank(page)
    await endsAtShop(payment, "succeeded")
  })

  it("goes on without the bank's script where it asks nothing, and offers another try where it does", async () => {
    await pages.mpi.setFaults({ operation: "script", fault: "error_before:404" })
    const payment = await pages.newPayment()
    await open(payment)
    await endsAtShop(payment, "succeeded")
    const other = await pages.newPayment("challenge")
    page = await pages.newTab(other.url)
    await button("Tentar de novo").waitFor()
    await pages.mpi.setFaults()
    await button("Tentar de novo").click()
    await answerBank(page)
    await endsAtShop(other, "succeeded")
  })

  it("goes on after 20 seconds where the script never becomes ready", async () => {
    await pages.mpi.setFaults({ operation: "script", fault: "never_ready" })
    const payment = await pages.newPayment()
    await pages.newVisitor()
    page = await pages.newTab("about:blank")
    await page.clock.install()
    const setUp = page.waitForResponse(/\/Browser\/Setup$/)
    await page.goto(payment.url)
    await setUp
    await page.clock.runFor(20_000)
    await page.waitForURL(/watched$/)
    await page.clock.runFor(4000)
    await endsAtShop(payment, "succeeded")
  })

  it("offers another try where the MPI is down, and refuses after that", async () => {
    await pages.mpi.setFaults({ operation: "init", fault: "error_before:503" })
    const payment = await pages.newPayment()
    await open(payment)
    await saysThat("A confirmação não funcionou, e nada foi cobrado.")
    await page.waitForFunction(() => (globalThis as InPage).document.activeElement?.matches("[data-retry]"))
    await button("Tentar de novo").click()
    await endsAtShop(payment, "canceled")
  })

  it("bears an MPI that is three times as slow", async () => {
    await pages.mpi.setFaults({ fault: "slow" })
    const payment = await pages.newPayment("challenge")
    await open(payment)
    await saysThat("Preparando a confirmação")
    await answerBank(page)
    await saysThat("estamos concluindo o pagamento")
    await endsAtShop(payment, "succeeded")
  })

  it("goes on in the newer one of two tabs, and both show how it ended", async () => {
    const payment = await pages.newPayment("challenge")
    await open(payment)
    await bankOf(page).getByLabel("Código").waitFor()
    const second = await pages.newTab(payment.url)
    await bankOf(second).getByLabel("Código").waitFor()
    await answerBank(second)
    await endsAtShop(payment, "succeeded", second)
    await page.bringToFront()
    await endsAtShop(payment, "succeeded")
  })

  it("says that the payment is being decided while the sale's answer is missing, and then how it ended", async () => {
    await pages.live.cielo.control.setFaults(
      { operation: "card", fault: "cut_after", times: 1 },
      { operation: "query_order", fault: "error_before:500" },
    )
    const payment = await pages.newPayment()
    await open(payment)
    await saysThat("Não pague de novo")
    expect(await button("Tentar de novo").isVisible()).to.equal(false)
    await pages.live.cielo.control.setFaults()
    await endsAtShop(payment, "succeeded")
  })

  it("never says that nothing was charged where it got no answer about that", async () => {
    const payment = await pages.newPayment()
    await pages.newVisitor()
    page = await pages.newTab("about:blank")
    // The server does it, and the payer's network loses what it says.
    await page.route(/\/enroll$/, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.route(/\/status$/, (route) => route.abort())
    await page.goto(payment.url)
    await saysThat("Não pague de novo")
    await page.unroute(/\/status$/)
    await endsAtShop(payment, "succeeded")
  })
})
