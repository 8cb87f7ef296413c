import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import type { Shot } from "../../../scripts/screenshots/shot.ts"
import { PHONE } from "./axe.ts"
import { stoppedByPolicies } from "./policy.ts"

/** Opens each state of a page as it is pictured, on a phone, and checks that no policy stops anything. Returns what `look` returns, by the name of the picture. */
export async function inEachState<Seen>(
  browser: Browser,
  shots: readonly Shot[],
  look: (page: Page, shot: Shot) => Promise<Seen>,
): Promise<Record<string, Seen>> {
  const seen: Record<string, Seen> = {}
  for (const shot of shots) {
    const { name, url, language = "pt-BR", prepare } = shot
    const context = await browser.newContext({ locale: language, viewport: PHONE, reducedMotion: "reduce" })
    const stopped = await stoppedByPolicies(context)
    const page = await context.newPage()
    await page.goto(url, { waitUntil: "networkidle" })
    await prepare?.(page)
    seen[name] = await look(page, shot)
    await context.close()
    expect(stopped, `what a Content-Security-Policy has stopped in ${name}`).to.deep.equal([])
  }
  return seen
}

/** The width of the page on a screen of 320 pixels, as large as WCAG 2.2 asks of it. */
export async function narrowWidth(page: Page): Promise<number> {
  await page.setViewportSize({ width: 320, height: 640 })
  return page.evaluate<number>("document.documentElement.scrollWidth")
}
