import type { FrameLocator, Page } from "playwright-core"
import { updateSettings } from "../../src/accounts/settings.ts"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "../../test/acquirers/cielo/live-account.ts"
import { enrolled, threedsPage } from "../../test/acquirers/cielo/threeds-page.ts"
import { cardFor } from "../../test/cielo/outcomes.ts"
import type { Json } from "../../test/support/app/client.ts"
import { cardBody, expectStatus } from "../../test/support/merchants/payments.ts"
import { ADDRESS, confirm, newOpenIntent, newPayer } from "../../test/support/merchants/rails.ts"
import { BAKERY } from "./payer-pages.ts"
import type { Shot, Stage } from "./shot.ts"

const AMOUNT = 12_990

/** What the pictured buttons and fields are called. */
const WORDS = {
  pt: { proceed: "Continuar", leave: "Desistir deste pagamento" },
  en: { proceed: "Continue", leave: "Give up this payment" },
} as const
type Language = keyof typeof WORDS
type Words = (typeof WORDS)[Language]

/** The page on which payers are authenticated in live mode, in each of its states, at the simulator of Cielo and of a bank. */
export async function threedsPages({ atEnd }: Pick<Stage, "atEnd">): Promise<Shot[]> {
  const live = await startAuthenticatingAccount()
  atEnd(live.close)
  await live.vintem.server.modes.live!.database.transaction((tx) => updateSettings(tx, live.merchant.account, BAKERY))
  const shots: Shot[] = []
  for (const language of ["pt", "en"] as const) shots.push(...(await statesOf(live, language)))
  return shots.map((shot) => ({ views: ["phone"], ...shot }))
}

async function statesOf(live: AuthenticatingAccount, language: Language): Promise<Shot[]> {
  const words = WORDS[language]
  const [ending, spoken] = language === "pt" ? ["", ""] : ["-en", ", in English"]
  const named = (name: string, title: string, url: string, prepare?: Shot["prepare"]): Shot => ({
    ...{ name: `threeds-${name}${ending}`, title: `3-D Secure in live mode, ${title}${spoken}`, url },
    ...{ language: language === "pt" ? "pt-BR" : "en-US", ...(prepare && { prepare }) },
  })
  const open = (payer?: Json) => waiting(live, payer)
  const stranger = { phone: null, address: null }
  return [
    named("collecting", "collecting the device's data", await open(), (page) => hangs(page, "begin")),
    named("contact", "which asks for phone and address", await open(stranger), contactOf),
    named("contact-wrong", "with a phone and an address that are wrong", await open(stranger), (page) =>
      fillInBadly(page, words),
    ),
    named("challenge", "with the bank's page", await open(), (page) => bankOf(page).getByLabel("Código").waitFor()),
    named("leaving", "which the payer gives up", await open(), (page) => giveUp(page, words)),
    named("finishing", "while the payment is completed", await open(), (page) => loses(page, "enroll")),
    named("lost", "without a connection", await open(), loseConnection),
    named("unavailable", "which did not work", await open(), (page) => loses(page, "begin")),
    named("failed", "refused by the bank", await ended(live, "failure")),
    named("over", "authorized", await ended(live, "success")),
  ]
}

/** A payment whose payer the bank asks. Returns the address of the page. */
async function waiting({ merchant }: AuthenticatingAccount, payer: Json = {}): Promise<string> {
  const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS, ...payer })
  const { id } = await newOpenIntent(merchant, {
    amount: AMOUNT,
    customer: customer.id,
    payment_method_types: ["card"],
    payment_method_options: { card: { request_three_d_secure: "any" } },
    statement_descriptor: "PADARIA SAO JOAO",
  })
  const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(cardFor("Visa", "challenge"))), 201)
  return expectStatus(await confirm(merchant, id, token.id), 200).next_action.url
}

/** One whose payer has answered the bank. */
async function ended(live: AuthenticatingAccount, answer: "success" | "failure"): Promise<string> {
  const url = await waiting(live)
  const page = threedsPage(url)
  const { session } = await enrolled(page)
  await live.cielo.mpi.control.answerChallenge(answer)
  await page.validate(session)
  return url
}

const bankOf = (page: Page): FrameLocator => page.frameLocator('iframe[name^="mpi-challenge"]')
const contactOf = (page: Page) => page.locator("[data-contact]").waitFor()

/** Opens the page again, and one of its steps gets no answer. */
async function hangs(page: Page, step: string): Promise<void> {
  await page.route(`**/${step}`, () => {})
  const asked = page.waitForRequest(`**/${step}`)
  await page.reload()
  await asked
}

/** Opens the page again, and the network loses one of its steps. */
async function loses(page: Page, step: string): Promise<void> {
  await page.route(`**/${step}`, (route) => route.abort())
  const lost = page.waitForEvent("requestfailed", (request) => request.url().endsWith(`/${step}`))
  await page.reload()
  await lost
}

async function loseConnection(page: Page): Promise<void> {
  await page.route("**/status", (route) => route.abort())
  await loses(page, "enroll")
  await page.locator("[data-lost]").waitFor()
}

async function fillInBadly(page: Page, { proceed }: Words): Promise<void> {
  await contactOf(page)
  await page.locator("[name=phone]").fill("11 98765")
  await page.getByRole("button", { name: proceed }).click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

async function giveUp(page: Page, { leave }: Words): Promise<void> {
  await page.route("**/leave", () => {})
  await hangs(page, "begin")
  await page.getByRole("button", { name: leave }).click()
  await page.getByRole("button", { name: leave }).waitFor({ state: "hidden" })
}
