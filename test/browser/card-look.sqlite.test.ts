import { expect } from "chai"
import { barriers } from "../support/browser/axe.ts"
import { type CardPage, useCardPages } from "../support/browser/card-page.ts"
import type { InPage } from "../support/browser/in-page.ts"

describe("The look of the card fields", () => {
  const pages = useCardPages()
  let shop: CardPage

  const open = async (options: Parameters<typeof pages.open>[0] = {}) => {
    shop = await pages.open({ locale: "pt-BR", ...options })
  }
  /** The frame is transparent. axe-core sees one frame at a time, and takes what is behind it for white. */
  const paintDark = async () => {
    for (const frame of shop.page.frames()) {
      await frame.evaluate(() => {
        const { style } = (globalThis as InPage).document.body
        style.background = "#171613"
        style.color = "#fff"
      })
    }
  }

  for (const [locale, label] of [
    ["pt-BR", "Número do cartão"],
    ["en-GB", "Card number"],
    ["es-AR", "Número de la tarjeta"],
    ["fr-FR", "Número do cartão"],
  ] as const) {
    it(`speak the language of a browser in ${locale}`, async () => {
      await open({ locale })
      expect(await shop.fields.getByLabel(label).count()).to.equal(1)
    })
  }

  it("speak the language that the page asks for, also later", async () => {
    await open({ elements: { locale: "en" } })
    expect(await shop.fields.getByLabel("Security code").count()).to.equal(1)
    await shop.page.evaluate(() => (globalThis as InPage).card.update({ locale: "es" }))
    await shop.fields.getByLabel("Código de seguridad").waitFor()
    expect(await shop.page.getByTitle("Datos de la tarjeta").count()).to.equal(1)
  })

  it("look as the page asks for, within what is allowed", async () => {
    const variables = { colorText: "rgb(10, 20, 30)", borderRadius: "3px", fontFamily: "Georgia, serif", fontSize: "1.25rem" }
    await open({ elements: { appearance: { theme: "dark", variables } } })
    const look = await shop.number.evaluate((input: InPage) => {
      const { color, borderTopLeftRadius, fontFamily, fontSize } = input.ownerDocument.defaultView.getComputedStyle(input)
      return { color, borderTopLeftRadius, fontFamily, fontSize }
    })
    expect(look.color).to.equal("rgb(10, 20, 30)")
    expect([look.borderTopLeftRadius, look.fontSize]).to.deep.equal(["3px", "20px"])
    expect(look.fontFamily).to.contain("Georgia")
    expect(shop.complaints).to.deep.equal([])
  })

  it("refuse a look that could load or hide something, at once and by name", async () => {
    await open({ bare: true })
    const refused = (appearance: unknown) =>
      shop.page.evaluate((given) => {
        try {
          ;(globalThis as InPage).vintem.elements({ appearance: given }).create("card")
          return null
        } catch (error) {
          return (error as Error).message
        }
      }, appearance)
    for (const [name, value] of [
      ["colorText", "url(https://evil.example/x)"],
      ["colorText", "red;background:url(//evil.example)"],
      ["colorText", "var(--secret)"],
      ["fontFamily", "x}input{color:red"],
      ["fontSize", "calc(1px * 900)"],
      ["fontSize", "1px"],
      ["spacing", "-4px"],
      ["backgroundImage", "none"],
      ["__proto__x", "1"],
    ] as const) {
      expect(await refused({ variables: { [name]: value } }), `${name}: ${value}`).to.contain(name)
    }
    expect(await refused({ theme: "neon" })).to.contain("theme")
    expect(await refused({ rules: {} })).to.contain("rules")
    expect(await refused({ variables: { colorText: "#123456" } })).to.equal(null)
  })

  it("follow a dark page, and stay light in a page that is light for everybody", async () => {
    const background = () =>
      shop.number.evaluate((input: InPage) => input.ownerDocument.defaultView.getComputedStyle(input).backgroundColor)
    await open({ colorScheme: "dark" })
    expect(await background()).to.equal("rgb(255, 255, 255)")
    await shop.context.close()
    await open({ colorScheme: "dark", body: `<meta name="color-scheme" content="light dark"><div id="card"></div>` })
    await shop.fields.locator(':root[data-theme="dark"]').waitFor()
    await shop.context.close()
    await open({ colorScheme: "dark" })
    await shop.page.evaluate(() => {
      const page = globalThis as InPage
      page.document.documentElement.style.colorScheme = "light dark"
      page.card.update({})
    })
    await shop.fields.locator(':root[data-theme="dark"]').waitFor()
    await shop.page.emulateMedia({ colorScheme: "light" })
    await shop.fields.locator(':root[data-theme="light"]').waitFor()
  })

  it("are as tall as their content, without a bar to scroll, on a narrow screen and at 400 % too", async () => {
    for (const width of [1280, 390, 320]) {
      await open({ viewport: { width, height: 800 } })
      await shop.createToken()
      await shop.cvc.waitFor()
      const fits = await shop.fields
        .locator("html")
        .evaluate((root: InPage) => [root.scrollWidth <= root.clientWidth, root.scrollHeight])
      expect(fits[0], `${width}`).to.equal(true)
      await shop.page.waitForFunction((height) => {
        const frame = (globalThis as InPage).document.querySelector("#card iframe")
        return Math.abs(frame.getBoundingClientRect().height - height) <= 1
      }, fits[1])
      await shop.context.close()
    }
  })

  it("take no input while they are disabled", async () => {
    await open()
    await shop.page.evaluate(() => (globalThis as InPage).card.update({ disabled: true }))
    await shop.fields.locator("#number:disabled").waitFor()
    await shop.page.evaluate(() => (globalThis as InPage).card.update({ disabled: false }))
    await shop.fields.locator("#number:enabled").waitFor()
  })

  for (const [state, options] of [
    ["empty", {}],
    ["with errors", {}],
    ["with errors in the dark", { elements: { appearance: { theme: "dark" } } }],
    ["with errors in forced colors", { forcedColors: "active" }],
  ] as const) {
    it(`have no barrier that axe-core finds, ${state}`, async () => {
      await open(options as object)
      if (state.includes("dark")) await paintDark()
      if (state !== "empty") await shop.createToken()
      expect(await barriers(shop.page)).to.deep.equal([])
    })
  }
})
