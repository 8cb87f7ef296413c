import type { Page } from "playwright-core"
import { command, loginPath, signIn } from "../../test/support/dashboard.ts"
import { crawl, routesOf } from "../../test/support/dashboard-routes.ts"
import { bakery } from "./bakery.ts"
import type { Shot, Stage } from "./shot.ts"

const EMAIL = "ana@example.com"

/** The pages, by their pattern after the account and the mode. The picture is of the first page of that pattern that is linked. */
const PAGES: Record<string, { name: string; title: string }> = {
  "/home": { name: "home", title: "Home" },
  "/payments": { name: "payments", title: "Payments" },
  "/payments/:id": { name: "payment", title: "A payment" },
  "/payments/:id/refund": { name: "refund", title: "Before a refund" },
  "/customers/:id": { name: "customer", title: "A customer" },
  "/subscriptions": { name: "subscriptions", title: "Subscriptions" },
  "/balance": { name: "balance", title: "Balance" },
  "/attention": { name: "attention", title: "What waits for a person" },
  "/webhooks": { name: "webhooks", title: "Webhook endpoints" },
  "/webhooks/deliveries/:delivery": { name: "delivery", title: "A delivery" },
  "/requests": { name: "requests", title: "Requests" },
  "/keys": { name: "keys", title: "API keys" },
  "/test-tools": { name: "test-tools", title: "Test tools" },
  "/audit": { name: "audit", title: "Audit log" },
}

/** The dashboard of a bakery, after two weeks of sales. */
export async function dashboard({ vintem }: Stage): Promise<Shot[]> {
  const { account } = await bakery(vintem)
  await command(vintem, ["users", "add", EMAIL, "--role", "owner"])
  const origin = vintem.server.dashboardOrigin!
  const pages = await crawl(await signIn(vintem, "crawl@example.com", "owner"), routesOf(vintem), account)
  const signedIn = (path: string) => async (page: Page) => {
    await page.goto(origin + (await loginPath(vintem, EMAIL)))
    await page.goto(origin + path, { waitUntil: "load" })
    await page.evaluate("document.querySelector('.live')?.remove()") // comes and goes
  }
  const shot = { url: `${origin}/sign-in`, language: "en", cut: true } as const
  const shots = Object.entries(PAGES).flatMap(([pattern, { name, title }]) => {
    const found = pages.find((each) => each.pattern === `/:account/:mode${pattern}`)
    return found ? [{ name: `dashboard-${name}`, title, ...shot, prepare: signedIn(found.path) }] : []
  })
  return [{ name: "dashboard-sign-in", title: "Before the sign-in", ...shot }, ...shots]
}
