import type { PageRoutes } from "../page-routes.ts"
import { cardPages } from "./cards.ts"
import { clockPages } from "./clock.ts"
import { consolePages } from "./console.ts"

/** The tools of test mode: the account's clock, a console that plays payments, and the test cards. */
export function testToolPages(routes: PageRoutes): void {
  clockPages(routes)
  consolePages(routes)
  cardPages(routes)
}
