import { type DashboardAddress, dashboardOriginOf } from "../../config/addresses.ts"

/** Returns the URL of a one-time link for a token. */
export function loginUrl(config: DashboardAddress, token: string): string {
  return `${dashboardOriginOf(config)}/sign-in/${token}`
}
