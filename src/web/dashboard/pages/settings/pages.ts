import type { PageRoutes } from "../page-routes.ts"
import { accountPages } from "./account.ts"
import { acquirerPages } from "./acquirer.ts"
import { integrationPages } from "./integrations.ts"
import { originPages } from "./origins.ts"

/** The settings of an account, in tabs. */
export function settingsPages(routes: PageRoutes): void {
  accountPages(routes)
  originPages(routes)
  integrationPages(routes)
  acquirerPages(routes)
}
