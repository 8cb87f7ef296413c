import type { Page } from "playwright-core"
import { updateSettings } from "../../src/accounts/settings.ts"
import { type LiveAdyenAccount, startLiveAdyenAccount } from "../../test/acquirers/adyen/live-account.ts"
import { BROWSER } from "../../test/acquirers/cielo/threeds-page.ts"
import { CARDS } from "../../test/adyen/cards.ts"
import { cardBody, expectStatus } from "../../test/support/merchants/payments.ts"
import { confirm, newOpenIntent, newPayer } from "../../test/support/merchants/rails.ts"
import { BAKERY } from "./payer-pages.ts"
import type { Shot, Stage } from "./shot.ts"

const AMOUNTS = { brl: 12_990, usd: 2490 }

/** The page that leads payers to their issuer's page, in each of its states, at the simulator of Adyen. */
export async function redirectPages({ atEnd }: Pick<Stage, "atEnd">): Promise<Shot[]> {
  const live = await startLiveAdyenAccount()
  atEnd(live.close)
  await live.vintem.server.modes.live!.database.transaction((tx) => updateSettings(tx, live.merchant.account, BAKERY))
  const shots: Shot[] = []
  for (const language of ["pt", "en"] as const) shots.push(...(await statesOf(live, language)))
  return shots.map((shot) => ({ views: ["phone"], ...shot }))
}

async function statesOf(live: LiveAdyenAccount, language: "pt" | "en"): Promise<Shot[]> {
  const [ending, spoken, currency] = language === "pt" ? (["", "", "brl"] as const) : (["-en", ", in English", "usd"] as const)
  const named = (name: string, title: string, url: string, prepare?: Shot["prepare"]): Shot => ({
    ...{ name: `redirect-${name}${ending}`, title: `3-D Secure by the bank's own page, ${title}${spoken}`, url },
    ...{ language: language === "pt" ? "pt-BR" : "en-US", ...(prepare && { prepare }) },
  })
  const open = () => waiting(live, currency)
  return [
    named("asking", "before it leads there", await led(await open()), (page) => again(page, hangs)),
    named("offered", "to a payer who has come back without an answer", await led(await open())),
    named("finishing", "while the payment is completed", await led(await open()), (page) => again(page, loses)),
    named("over", "authorized", await ended(await open(), "authenticated")),
    named("failed", "refused by the bank", await ended(await open(), "failed")),
  ]
}

/** A payment whose payer the bank asks. Returns the address of our page. */
async function waiting({ merchant }: LiveAdyenAccount, currency: "brl" | "usd"): Promise<string> {
  const { id: customer } = await newPayer(merchant, {})
  const { id } = await newOpenIntent(merchant, {
    ...{ amount: AMOUNTS[currency], currency, customer, payment_method_types: ["card"] },
    payment_method_options: { card: { request_three_d_secure: "any" } },
  })
  const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(CARDS.visa)), 201)
  return expectStatus(await confirm(merchant, id, token.id), 200).next_action.url
}

async function lead(url: string): Promise<{ url: string }> {
  const body = JSON.stringify({ browser: BROWSER })
  const headers = { "content-type": "application/json", "user-agent": "Mozilla/5.0 (Linux; Android 14) Mobile" }
  return (await fetch(`${url}/redirect`, { method: "POST", headers, body })).json() as Promise<{ url: string }>
}

/** One whose payer was led to the bank's page before. */
async function led(url: string): Promise<string> {
  await lead(url)
  return url
}

/** One whose payer has answered the bank. */
async function ended(url: string, decision: string): Promise<string> {
  const bank = await lead(url)
  await fetch(bank.url, { method: "POST", body: new URLSearchParams({ decision }) })
  return url
}

/** Presses the button that leads to the bank's page. */
async function again(page: Page, meanwhile: (page: Page) => Promise<void>): Promise<void> {
  await meanwhile(page)
  await page.locator("[data-retry]").click()
  await page.locator("[data-retry]").waitFor({ state: "hidden" })
}

async function hangs(page: Page): Promise<void> {
  await page.route("**/redirect", () => {})
}

async function loses(page: Page): Promise<void> {
  await page.route("**/redirect", (route) => route.abort())
}
