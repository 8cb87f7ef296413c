import type { Page } from "playwright-core"
import { command, loginPath } from "../../test/support/dashboard.ts"
import { CARDS, newCustomer, newToken } from "../../test/support/payments.ts"
import type { Shot, Stage } from "./shot.ts"

const EMAIL = "operator@example.com"
const SALES = [
  { amount: 12990, description: "Cesta de pães", card: CARDS.approved },
  { amount: 4990, description: "Bolo de laranja", card: CARDS.declined },
  { amount: 25800, description: "Café da manhã para seis", card: CARDS.mastercard },
  { amount: 7450, description: "Quiche de alho-poró", card: CARDS.threeDs },
  { amount: 3200, description: "Pão de fermentação natural" },
]

/** The dashboard of an account with a few sales. */
export async function dashboard({ vintem }: Stage): Promise<Shot[]> {
  const ids: string[] = []
  for (const sale of SALES) ids.push(await sell(vintem, sale))
  await command(vintem, ["users", "add", EMAIL, "--role", "viewer"])
  const origin = vintem.server.dashboardOrigin!
  const signedIn = (path: string) => async (page: Page) => {
    await page.goto(origin + (await loginPath(vintem, EMAIL)))
    await page.goto(`${origin}/${vintem.account}/test/payments${path}`)
  }
  const shot = { url: `${origin}/sign-in`, language: "en", cut: true } as const
  return [
    { name: "dashboard-sign-in", title: "Before the sign-in", ...shot },
    { name: "dashboard-payments", title: "Payments", ...shot, prepare: signedIn("") },
    { name: "dashboard-payment", title: "A payment", ...shot, prepare: signedIn(`/${ids[0]}`) },
  ]
}

async function sell(vintem: Stage["vintem"], { card, ...sale }: (typeof SALES)[number]): Promise<string> {
  const { id: customer } = await newCustomer(vintem)
  const { body } = await vintem.request("POST", "/v1/payment_intents", { ...sale, currency: "brl", customer })
  if (card) {
    const { id } = await newToken(vintem, card)
    await vintem.request("POST", `/v1/payment_intents/${body.id}/confirm`, { payment_method: id })
  }
  return body.id
}
