import type { BrowserContext } from "playwright-core"
import type { InPage } from "./in-page.ts"

const REPORT = "policy: "

/**
 * Returns a list, `stopped`, that grows with what the Content-Security-Policy of a page, or of a frame in it, stops. It is of all pages that the context
 * opens from now on. The console reports it also where the page leaves at once.
 */
export async function stoppedByPolicies(context: BrowserContext, stopped: string[] = []): Promise<string[]> {
  context.on("console", (message) => {
    if (message.text().startsWith(REPORT)) stopped.push(message.text().slice(REPORT.length))
  })
  await context.addInitScript((report: string) => {
    const { document, console, location } = globalThis as InPage
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }: InPage) =>
      console.error(`${report}${violatedDirective} of ${location.href} has stopped ${blockedURI}`),
    )
  }, REPORT)
  return stopped
}
