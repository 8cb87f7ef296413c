// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { Browser } from "playwright-core"
import type { Shot } from "../../scripts/screenshots/shot.ts"
import { threedsPages } from "../../scripts/screenshots/threeds-pages.ts"
import { barriersInEveryLook } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { inEachState, narrowWidth } from "../support/browser/states.ts"

describe("Each state of the page of 3-D Secure in live mode", function () {
  this.timeout(240_000)
  const ends: (() => unknown)[] = []
  let browser: Browser
  let shots: Shot[]
  before(async () => {
    browser = await launchChromium()
    shots = await threedsPages({ atEnd: (end) => ends.push(end) })
  })
  after(async () => {
    await browser?.close()
    for (const end of ends) await end()
  })

  it("has no barriers, in light and dark, on a phone and a desktop, in Portuguese and English, and fits 320 pixels", async () => {
    const found = await inEachState(browser, shots, async (page) => {
      // The bank's page is the bank's.
      const own = new URL(page.url()).origin
      const barriers = (await barriersInEveryLook(page)).filter((barrier) => barrier.startsWith(own))
      return [await narrowWidth(page), ...barriers]
    })
    expect(Object.keys(found)).to.have.length(20)
    expect(found).to.deep.equal(Object.fromEntries(Object.keys(found).map((name) => [name, [320]])))
  })
})
