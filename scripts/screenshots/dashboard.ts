import type { Page } from "playwright-core"
import { command, signIn } from "../../test/support/dashboard/dashboard.ts"
import { crawl, routesOf } from "../../test/support/dashboard/routes.ts"
import { bakery } from "./bakery.ts"
import type { Shot, Stage } from "./shot.ts"

const EMAIL = "ana@example.com"
const TEAM = [
  ["bruno@example.com", "operator"],
  ["carla@example.com", "viewer"],
] as const

/** The pages, by their pattern after the account and the mode. The picture shows the first linked page of the pattern. */
const PAGES: Record<string, { name: string; title: string }> = {
  "/home": { name: "home", title: "Home" },
  "/payments": { name: "payments", title: "Payments" },
  "/payments/:id": { name: "payment", title: "A payment" },
  "/payments/:id/refund": { name: "refund", title: "Before a refund" },
  "/customers/:id": { name: "customer", title: "A customer" },
  "/subscriptions": { name: "subscriptions", title: "Subscriptions" },
  "/subscriptions/:id": { name: "subscription", title: "A subscription" },
  "/products": { name: "products", title: "Products" },
  "/products/:id": { name: "product", title: "A product, with its prices and plans" },
  "/balance": { name: "balance", title: "Balance" },
  "/balance/transactions": { name: "transactions", title: "Transactions" },
  "/balance/payouts": { name: "payouts", title: "Payouts" },
  "/balance/terms": { name: "terms", title: "Terms" },
  "/disputes": { name: "disputes", title: "Disputes" },
  "/attention": { name: "attention", title: "What waits for a person" },
  "/webhooks": { name: "webhooks", title: "Webhook endpoints" },
  "/webhooks/events": { name: "events", title: "Events" },
  "/webhooks/events/:event": { name: "event", title: "An event, with its deliveries" },
  "/webhooks/deliveries/:delivery": { name: "delivery", title: "A delivery" },
  "/requests": { name: "requests", title: "Requests" },
  "/keys": { name: "keys", title: "API keys" },
  "/test-tools": { name: "test-tools", title: "Test tools" },
  "/settings": { name: "settings", title: "What payers see" },
  "/users": { name: "users", title: "Users" },
  "/audit": { name: "audit", title: "Audit log" },
}

/** The dashboard of a bakery after two weeks of sales. */
export async function dashboard({ vintem }: Stage): Promise<Shot[]> {
  const { account } = await bakery(vintem)
  const ana = await signIn(vintem, EMAIL, "owner", account)
  for (const [email, role] of TEAM) await command(vintem, ["users", "add", email, "--role", role, "--account", account])
  const origin = vintem.server.dashboardOrigin!
  const pages = await crawl(ana, routesOf(vintem), account)
  // One sign-in for all, because otherwise the audit log would list little else.
  const cookies = ana.cookie.split("; ").map((pair) => {
    const [name, ...value] = pair.split("=")
    return { name: name!, value: value.join("="), url: origin }
  })
  const signedIn = (path: string) => async (page: Page) => {
    await page.context().addCookies(cookies)
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
