import { expect } from "chai"
import type { Browser } from "playwright-core"
import { mails } from "../../scripts/screenshots/mails.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { barriersInEveryLook } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"

/** A mail is a part of its reader's page, which has the landmarks. */
const OF_PAGES = /: (landmark-one-main|region): /

describe("Each kind of mail", function () {
  this.timeout(300_000)
  let vintem: Running
  let browser: Browser
  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })

  it("has no barriers, in light and dark, on a phone and a desktop", async () => {
    const all = await mails({ vintem, atEnd: () => {} })
    // English ones differ in their words alone.
    const kinds = all.filter(({ name }) => !name.endsWith("-en"))
    expect(kinds).to.have.length.above(25)
    const page = await browser.newPage()
    for (const { name, url } of kinds) {
      await page.goto(url)
      expect(
        (await barriersInEveryLook(page)).filter((each) => !OF_PAGES.test(each)),
        name,
      ).to.deep.equal([])
    }
  })
})
