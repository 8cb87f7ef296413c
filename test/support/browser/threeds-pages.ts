// The page of 3-D Secure in live mode, in a browser on a phone, with the simulators of Cielo and of its MPI.
import { expect } from "chai"
import type { Browser, BrowserContext, BrowserContextOptions, FrameLocator, Page } from "playwright-core"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "../../acquirers/cielo/live-account.ts"
import { ACS_CODE } from "../../cielo/mpi/acs.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Json } from "../app/client.ts"
import { cardBody, expectStatus } from "../merchants/payments.ts"
import { ADDRESS, confirm, newOpenIntent, newPayer, retrieve } from "../merchants/rails.ts"
import { launchChromium } from "./chromium.ts"
import { stoppedByPolicies } from "./policy.ts"

export const RETURN_URL = "https://shop.example/thanks"
const PHONE = { width: 390, height: 844 }

type Asked = { payer?: object; card?: object; intent?: Json; returnUrl?: string | null }
export type Payment = { id: string; url: string; amount: number; hosted_url: string; intent: Json }

/**
 * For one suite. After each test, closes its tabs and checks that no policy has stopped anything, and that neither the pages nor the
 * simulators have complained.
 */
export function useThreedsPages() {
  let live: AuthenticatingAccount
  let browser: Browser
  let context: BrowserContext | undefined
  const complaints: string[] = []
  const stopped: string[] = []
  let amount = 4000
  before(async () => {
    live = await startAuthenticatingAccount()
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await live?.close()
  })
  afterEach(async () => {
    await context?.close()
    context = undefined
    const { cielo } = live
    await cielo.mpi.control.setFaults()
    await cielo.control.setFaults()
    const violations = [...(await cielo.control.violations()), ...(await cielo.mpi.control.violations())]
    const [policies, others] = [stopped.splice(0), complaints.splice(0)]
    expect(policies, "what a Content-Security-Policy has stopped").to.deep.equal([])
    expect([...others, ...violations]).to.deep.equal([])
  })

  async function newTab(url: string): Promise<Page> {
    const tab = await context!.newPage()
    tab.on("pageerror", (error) => complaints.push(error.message))
    tab.on("console", (message) => {
      const text = message.text()
      // A file or an answer that does not come is what some tests are about.
      if (message.type() === "error" && !text.startsWith("Failed to load resource")) complaints.push(text)
    })
    await tab.goto(url)
    return tab
  }

  return {
    get live() {
      return live
    },
    get mpi() {
      return live.cielo.mpi.control
    },
    newTab,
    async newVisitor(options: BrowserContextOptions = {}): Promise<BrowserContext> {
      await context?.close()
      context = await browser.newContext({ locale: "pt-BR", viewport: PHONE, ...options })
      await stoppedByPolicies(context, stopped)
      await context.route(`${RETURN_URL}*`, (route) =>
        route.fulfill({ contentType: "text/html", body: "<title>Thanks</title><link rel=icon href=data:,>" }),
      )
      return context
    },
    /** Confirms a payment with a card of the simulator. It waits for its payer then. */
    async newPayment(card = "approved", asked: Asked = {}): Promise<Payment> {
      const { payer = {}, intent = {}, returnUrl = RETURN_URL } = asked
      const { merchant } = live
      amount += 1
      const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS, ...payer })
      const { id, hosted_url } = await newOpenIntent(merchant, {
        amount,
        customer: customer.id,
        payment_method_types: ["card"],
        payment_method_options: { card: { request_three_d_secure: "any" } },
        ...intent,
      })
      const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(cardFor("Visa", card), asked.card)), 201)
      const confirmed = expectStatus(await confirm(merchant, id, token.id, returnUrl ? { return_url: returnUrl } : {}), 200)
      expect(confirmed.status).to.equal("requires_action")
      return { id, amount, hosted_url, url: confirmed.next_action.url, intent: confirmed }
    },
    retrieve: (id: string): Promise<Json> => retrieve(live.merchant, id),
    /** The sales of a payment, by what the simulator has captured of each. */
    async salesOf(payment: Payment): Promise<number[]> {
      const sales = (await live.cielo.control.ledger()).filter((sale) => sale.amount === payment.amount)
      return sales.map(({ captured }) => captured)
    },
  }
}

/** The payer's part on the bank's page. */
export const bankOf = (page: Page | FrameLocator): FrameLocator => page.frameLocator('iframe[name^="mpi-challenge"]')

export async function answerBank(page: Page | FrameLocator, button = "Confirmar"): Promise<void> {
  const bank = bankOf(page)
  if (button === "Confirmar") await bank.getByLabel("Código").fill(ACS_CODE)
  await bank.getByRole("button", { name: button }).click()
}
