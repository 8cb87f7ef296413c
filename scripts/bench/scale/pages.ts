// The measured pages: those that the menu of an account leads to, and queries that are expensive.
import { dateOf, dayOf } from "../../../src/base/day.ts"
import type { Visitor } from "../../../test/support/dashboard/dashboard.ts"
import { crawl, type Routes } from "../../../test/support/dashboard/routes.ts"
import type { FullAccount } from "../../../test/support/merchants/full-account.ts"
import { BUSY_ACTOR, type Rest } from "./rest.ts"

const OF_EACH = 6
const DEEP = 50
const LISTS = [
  "/payments",
  "/payments?status=paid",
  "/customers",
  "/subscriptions",
  "/webhooks/events",
  "/balance/transactions",
  "/balance/transactions?by=available_on",
  "/audit",
  "/requests",
]

/** Opens the pages once, and returns their paths. */
export async function pagesOf(visitor: Visitor, routes: Routes, shop: FullAccount, { down, other }: Rest): Promise<string[]> {
  const base = `/${shop.account}/test`
  const linked = (await crawl(visitor, routes, shop.account, { ofEach: OF_EACH, withoutFiles: true })).map(({ path }) => path)
  const asked = hardQuestions(shop, down).map((path) => `${base}${path}`)
  const ofOther = ["/home", "/attention", "/webhooks", "/payments"].map((path) => `/${other}/test${path}`)
  const deep: string[] = []
  for (const list of LISTS) deep.push(await pageOf(visitor, `${base}${list}`, DEEP))
  const paths = [...new Set([...linked, ...asked, ...ofOther, ...deep])]
  for (const path of paths) {
    const { status } = await visitor.get(path)
    if (status !== 200) throw new Error(`${path} answers ${status}`)
  }
  return paths
}

function hardQuestions({ customer }: FullAccount, down: string): string[] {
  const day = (ago: number) => dateOf(dayOf(Date.now() / 1000) - ago)
  const month = `from=${day(75)}&to=${day(60)}`
  const email = encodeURIComponent("ana@example.com")
  return [
    ...["7", "30", "90"].map((days) => `/home?days=${days}`),
    "/home?days=90&currency=usd",
    ...["", "&days=90", "&days=13"].map((rest) => `/balance?currency=usd${rest}`),
    ...[
      month,
      `by=available_on&${month}`,
      `type=refund&${month}`,
      "type=dispute",
      "currency=usd&by=available_on",
      "payout=none",
    ].map((query) => `/balance/transactions?${query}`),
    ...[
      "amount=1.234,56",
      "amount=0,01",
      `q=${email}`,
      `q=${email}&status=processing`,
      `q=${email}&amount=77,77`,
      "q=an",
      "q=4242",
      "q=zzyzx",
    ].map((query) => `/payments?${query}`),
    ...["status=processing", "status=requires_action&method=pix", "method=boleto", month, `status=canceled&${month}`].map(
      (query) => `/payments?${query}`,
    ),
    ...["q=padaria", `q=${email}`, "q=nobody"].map((query) => `/customers?${query}`),
    ...["ACTIVE", "CANCELED"].flatMap((status) => [
      `/subscriptions?status=${status}`,
      `/subscriptions?status=${status}&customer=${customer}`,
    ]),
    ...["", "?status=dead_letter", "?status=pending", "/replay/confirm?status=dead_letter"].map(
      (rest) => `/webhooks/${down}${rest}`,
    ),
    ...["type=charge.dispute.created", month, `type=charge.dispute.created&${month}`].map((query) => `/webhooks/events?${query}`),
    ...["status=5xx", "operation=getNothing", "key=key_0000000000000000000000000", "status=4xx"].map(
      (query) => `/requests?${query}`,
    ),
    ...[month, `status=5xx&${month}`, `from=${day(300)}&to=${day(200)}`, `about=${customer}&status=5xx`].map(
      (query) => `/requests?${query}`,
    ),
    ...["action=key.revoke", `action=key.revoke&actor=${BUSY_ACTOR}`, `actor=${BUSY_ACTOR}&${month}`, "target=cus_none"].map(
      (query) => `/audit?${query}`,
    ),
    ...[3600, 30 * 86_400, 365 * 86_400].map((seconds) => `/test-tools/advance?seconds=${seconds}`),
  ]
}

/** Returns the path of a later page of a list, found by its links, or that of its last page. */
async function pageOf(visitor: Visitor, first: string, number: number): Promise<string> {
  let path = first
  for (let page = 1; page < number; page++) {
    const next = /rel="next" href="([^"]+)"/.exec((await visitor.get(path)).html)?.[1]
    if (!next) break
    path = next.replaceAll("&amp;", "&")
  }
  return path
}
