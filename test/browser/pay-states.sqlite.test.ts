import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import { payPages } from "../../scripts/screenshots/pay-pages.ts"
import type { Shot } from "../../scripts/screenshots/shot.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { barriersInEveryLook } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { inEachState, narrowWidth } from "../support/browser/states.ts"

describe("Each state of the pay page", function () {
  this.timeout(300_000)
  let vintem: Running
  let browser: Browser
  let shots: Shot[]
  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
    // A payment that is processing ends by itself, and its page goes on.
    shots = (await payPages({ vintem, atEnd: () => {} })).filter(({ name }) => name !== "pay-processing")
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })

  /** axe-core does not see the page's color through the frame of the card fields. */
  async function paintFrames(page: Page): Promise<void> {
    for (const frame of page.frames().filter((each) => each.url().includes("/v1/frame/card")))
      await frame.evaluate(() => {
        const { CSSStyleSheet, document } = globalThis as InPage
        const painted = new CSSStyleSheet()
        painted.replaceSync("@media (prefers-color-scheme: dark) { html { background: #211f1b } }")
        document.adoptedStyleSheets = [painted]
      })
  }

  it("has no barriers, in light and dark, on a phone and a desktop", async () => {
    const found = await inEachState(browser, shots, async (page) => {
      await paintFrames(page)
      return barriersInEveryLook(page)
    })
    expect(Object.keys(found)).to.have.length.above(15)
    expect(found).to.deep.equal(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
  })

  it("fits a screen of 320 pixels", async () => {
    const widths = await inEachState(browser, shots, narrowWidth)
    expect(new Set(Object.values(widths)), JSON.stringify(widths)).to.deep.equal(new Set([320]))
  })
})
