import { join } from "node:path"
import { expect } from "chai"
import { build } from "esbuild"
import { type CardPage, useCardPages } from "../support/browser/card-page.ts"
import type { InPage } from "../support/browser/in-page.ts"

const SDK = join(import.meta.dirname, "../../generated/sdk/src/browser")

describe("loadVintem() of vintem/browser", () => {
  const pages = useCardPages()
  let bundle: string
  let shop: CardPage
  before(async () => {
    const contents = 'import { loadVintem } from "./index.ts"; globalThis.loadVintem = loadVintem'
    const { outputFiles } = await build({ stdin: { contents, resolveDir: SDK }, bundle: true, format: "iife", write: false })
    bundle = outputFiles[0]!.text
  })
  beforeEach(async () => {
    shop = await pages.open({ bare: true })
    // The page of these tests has the script already.
    await shop.page.evaluate(() => {
      const page = globalThis as InPage
      delete page.Vintem
      for (const script of page.document.querySelectorAll("script")) script.remove()
    })
    await shop.page.evaluate(bundle)
  })

  it("loads the script once, however often it is called", async () => {
    const { same, scripts, tokens } = await shop.page.evaluate(
      async ({ origin, key }) => {
        const { loadVintem, document } = globalThis as InPage
        const [one, two] = await Promise.all([loadVintem(origin), loadVintem(`${origin}/`)])
        const { token } = await one(key).createToken("pix")
        return { same: one === two, scripts: document.querySelectorAll("script").length, tokens: token.object }
      },
      { origin: pages.vintem.server.frameOrigin!, key: pages.key },
    )
    expect({ same, scripts, tokens }).to.deep.equal({ same: true, scripts: 1, tokens: "token" })
  })

  it("says what to check where the script cannot be loaded, and can be tried again", async () => {
    const { origin } = pages
    const message = () =>
      shop.page.evaluate((from) => (globalThis as InPage).loadVintem(from).catch((error: Error) => error.message), origin)
    for (const _ of [1, 2])
      expect(await message())
        .to.contain(`${origin}/v1/vintem.js could not be loaded`)
        .and.contain("script-src")
    expect(await shop.page.locator("script").count()).to.equal(0)
  })

  it("rejects what is no origin", async () => {
    const refused = await shop.page.evaluate(() => {
      const { loadVintem } = globalThis as InPage
      return Promise.all(
        [undefined, "", "cards", "javascript:1"].map((from) => loadVintem(from).catch((error: Error) => error.message)),
      )
    })
    for (const message of refused) expect(message).to.contain("origin of the card fields")
  })

  it("rejects on a server", async () => {
    // Its types are a browser's, which this project does not have.
    const { loadVintem } = await import(join(SDK, "index.ts"))
    const message = await loadVintem("https://cards.example.com").catch((error: Error) => error.message)
    expect(message).to.contain("needs a browser")
  })
})
