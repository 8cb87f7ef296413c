// The payers know only their mailbox. The merchant does nothing but to let time pass.
import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { PHONE } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { help } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  subscribeBy,
} from "../support/merchants/subscriptions.ts"
import { type MailServer, readMail, startMailServer } from "../support/network/mail-server.ts"

const MONTHS = 12
/** The month whose charge the card refuses. */
const REFUSED = 4

/** A boleto's line is shown in groups. */
const compact = (code: string) => code.replaceAll(/[\s.]/g, "")

type Payer = { email: string; subscription: Json; read: number }

describe("A year of subscriptions, from the mailboxes of their payers", function () {
  this.timeout(300_000)
  let mailServer: MailServer
  let vintem: Running
  let browser: Browser
  let merchant: Merchant
  before(async () => {
    mailServer = await startMailServer()
    vintem = await startVintem({ SMTP_URL: mailServer.url, MAIL_FROM: "pagamentos@vintem.example", TEST_MAIL: "send" })
    browser = await launchChromium()
    merchant = await newMerchant(vintem)
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
    await mailServer?.close()
  })

  async function payerOf(subscription: Json, email: string): Promise<Payer> {
    expectStatus(await merchant.request("POST", `/v1/customers/${subscription.customer}`, { email }), 200)
    return { email, subscription, read: 0 }
  }

  /** The next mail that the payer has not read, if its subject fits. Others are read on the way. */
  async function nextMail(payer: Payer, subject: RegExp): Promise<string> {
    return until(async () => {
      const mails = mailServer.received.filter(({ to }) => to === payer.email).map(readMail)
      const found = mails.findIndex(({ headers }, at) => at >= payer.read && subject.test(headers.subject ?? ""))
      if (found < 0) return undefined
      payer.read = found + 1
      return mails[found]?.text
    })
  }

  /** Opens the page that a mail links to, on a phone. */
  async function follow(mail: string): Promise<Page> {
    const page = await (await browser.newContext({ locale: "pt-BR", viewport: PHONE })).newPage()
    await page.goto(/https?:\S+\/pay\/\S+/.exec(mail)![0])
    return page
  }

  const received = async (page: Page) => {
    await page.getByRole("heading", { name: "Pagamento recebido" }).waitFor()
    await page.context().close()
  }

  /** The payer's bank pays the code that the page shows. */
  async function payCode({ subscription }: Payer, page: Page, codeOf: (action: Json) => string): Promise<void> {
    const cycle = (await cyclesOf(merchant, subscription)).at(-1)!
    const shown = await page.locator("textarea").first().inputValue()
    expect(compact(shown)).to.equal(compact(codeOf(cycle.next_action)))
    expectStatus(await help(merchant, cycle.id, "succeed"), 200)
    await received(page)
  }

  async function useAnotherCard(page: Page): Promise<void> {
    const fields = page.frameLocator("iframe")
    await fields.getByLabel("Número do cartão").fill(CARDS.approved)
    await fields.getByLabel("Validade").fill("12/34")
    await fields.getByLabel("Código de segurança").fill("123")
    await page.getByLabel("Nome no cartão").fill("JOANA DIAS")
    await page.getByRole("checkbox", { name: "neste cartão agora" }).check()
    await page.getByRole("button", { name: "Salvar cartão" }).click()
    await page.getByRole("heading", { name: "Está tudo pago" }).waitFor()
    await page.context().close()
  }

  it("they pay each renewal by PIX, boleto and card, with the links in their mails alone", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const pix = await payerOf(await subscribeBy("pix", merchant, product), "pix@example.com")
    const boleto = await payerOf(await subscribeBy("boleto", merchant, product), "boleto@example.com")
    const card = await payerOf((await subscribe(merchant, product))!, "card@example.com")
    for (let month = 1; month <= MONTHS; month++) {
      if (month === REFUSED) await saveNewCard(merchant, card.subscription.customer, CARDS.declinedWhenCharged)
      const ends = await Promise.all(
        [pix, boleto, card].map(async ({ subscription }) => (await again(merchant, subscription)).current_period_end),
      )
      await advance(merchant, { to: Math.max(...ends) })
      await Promise.all([
        (async () => {
          const page = await follow(await nextMail(pix, /PIX de R\$ 49,90 para pagar/))
          await payCode(pix, page, ({ qr_code_data }) => qr_code_data)
        })(),
        (async () => {
          const page = await follow(await nextMail(boleto, /Boleto de R\$ 49,90 para pagar/))
          await payCode(boleto, page, ({ line_code }) => line_code)
        })(),
        (async () => {
          if (month === REFUSED) await useAnotherCard(await follow(await nextMail(card, /Não conseguimos cobrar/)))
        })(),
      ])
      for (const payer of [pix, boleto, card]) await nextMail(payer, /Recibo/)
    }
    for (const { subscription } of [pix, boleto, card]) {
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
      const paid = (await cyclesOf(merchant, subscription)).filter(({ status }) => status === "succeeded")
      expect(paid).to.have.length(MONTHS)
    }
    expect((await vintem.cli("check")).status).to.equal(0)
  })
})
