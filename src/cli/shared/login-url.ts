import type { Config } from "../../config/config.ts"

/** Returns the URL of a one-time link for a token. */
export function loginUrl({ dashboardOrigin, dashboardPort }: Config, token: string): string {
  return `${dashboardOrigin ?? `http://localhost:${dashboardPort}`}/sign-in/${token}`
}
