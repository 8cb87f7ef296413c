import { expect } from "chai"
import { type CardPage, useCardPages } from "../support/browser/card-page.ts"
import type { InPage } from "../support/browser/in-page.ts"

describe("What a payer types into the card fields", () => {
  const pages = useCardPages()
  let shop: CardPage

  const open = async (options: Parameters<typeof pages.open>[0] = {}) => {
    shop = await pages.open({ locale: "pt-BR", ...options })
  }
  const lastChange = async () => (await shop.events()).filter(([name]) => name === "change").at(-1)?.[1]
  const caret = () => shop.number.evaluate((input: InPage) => input.selectionStart)
  const put = (at: number) => shop.number.evaluate((input: InPage, place) => input.setSelectionRange(place, place), at)
  const errorOf = (name: string) => shop.fields.locator(`#${name}-error`).textContent()

  for (const [text, shown] of [
    ["4242-4242-4242-4242", "4242 4242 4242 4242"],
    [" 4242 4242 4242 4242\n", "4242 4242 4242 4242"],
    ["378282246310005", "3782 822463 10005"],
    ["٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "4242 4242 4242 4242"],
    ["card: 6362 9700 0045 7013", "6362 9700 0045 7013"],
  ] as const) {
    it(`take a pasted '${text.trim()}'`, async () => {
      await open()
      await shop.number.focus()
      await shop.page.keyboard.insertText(text)
      expect(await shop.number.inputValue()).to.equal(shown)
    })
  }

  it("keep the caret where one types and deletes, across the spaces", async () => {
    await open()
    await shop.number.pressSequentially("42424242")
    await put(4)
    await shop.number.press("1")
    expect([await shop.number.inputValue(), await caret()]).to.deep.equal(["4242 1424 2", 6])
    await shop.number.press("Backspace")
    expect([await shop.number.inputValue(), await caret()]).to.deep.equal(["4242 4242", 4])
    await put(5)
    await shop.number.press("Backspace")
    expect([await shop.number.inputValue(), await caret()]).to.deep.equal(["4244 242", 3])
    await put(4)
    await shop.number.press("Delete")
    expect([await shop.number.inputValue(), await caret()]).to.deep.equal(["4244 42", 5])
  })

  for (const [typed, shown] of [
    ["1234", "12 / 34"],
    ["534", "05 / 34"],
    ["5/34", "05 / 34"],
    ["1/34", "01 / 34"],
    ["12 / 2034", "12 / 34"],
    ["12/2034", "12 / 34"],
    ["122034", "12 / 34"],
    ["52034", "05 / 34"],
  ] as const) {
    it(`take the validity typed as '${typed}'`, async () => {
      await open()
      await shop.expiry.pressSequentially(typed)
      expect(await shop.expiry.inputValue()).to.equal(shown)
    })
  }

  for (const filled of ["12/2034", "12/34", "2034-12", "12-2034", "122034"]) {
    it(`take the validity filled in as '${filled}'`, async () => {
      await open()
      await shop.expiry.fill(filled)
      expect(await shop.expiry.inputValue()).to.equal("12 / 34")
    })
  }

  it("show no error while a year of four digits is typed, and one where it is left unfinished", async () => {
    await open()
    await shop.expiry.pressSequentially("12")
    for (const [digit, shown] of [
      ["2", "12 / 2"],
      ["0", "12 / 20"],
      ["3", "12 / 203"],
      ["4", "12 / 34"],
    ] as const) {
      await shop.expiry.press(digit)
      expect([await shop.expiry.inputValue(), await errorOf("expiry")]).to.deep.equal([shown, ""])
    }
    await shop.expiry.fill("12 / 203")
    await shop.expiry.press("Tab")
    expect(await errorOf("expiry")).to.equal("Preencha a validade, mês e ano.")
  })

  it("let the validity be deleted again", async () => {
    await open()
    await shop.expiry.pressSequentially("1234")
    for (const left of ["12 / 3", "12", "1", ""]) {
      await shop.expiry.press("Backspace")
      expect(await shop.expiry.inputValue()).to.equal(left)
    }
  })

  for (const [brand, number] of [
    ["visa", "4242424242424242"],
    ["mastercard", "5555555555554444"],
    ["amex", "378282246310005"],
    ["elo", "6362970000457013"],
    ["hipercard", "6062826786276634"],
    ["diners", "36227206271667"],
    ["discover", "6011111111111117"],
    ["jcb", "3566002020360505"],
  ] as const) {
    it(`know ${brand}, and the API agrees`, async () => {
      await open()
      await shop.fill(number, "1234", brand === "amex" ? "1234" : "123")
      await shop.mustBecome({ complete: true, empty: false, brand, error: null })
      expect((await shop.createToken()).token?.card.brand).to.equal(brand)
    })
  }

  it("ask for four digits of an American Express, and for three again of another card", async () => {
    await open()
    await shop.fill("378282246310005", "1234", "12345")
    expect(await shop.cvc.inputValue()).to.equal("1234")
    await shop.number.fill("4242424242424242")
    expect(await shop.cvc.inputValue()).to.equal("123")
  })

  for (const [what, number, date, code, field, expected] of [
    ["a wrong digit", "4242424242424241", "1234", "123", "number", "number_invalid"],
    ["a number that is too short", "424242", "1234", "123", "number", "number_incomplete"],
    ["a month that does not exist", "4242424242424242", "13", "123", "expiry", "expiry_invalid"],
    ["a year that is over", "4242424242424242", "1220", "123", "expiry", "expiry_past"],
    ["half a validity", "4242424242424242", "12", "123", "expiry", "expiry_incomplete"],
    ["no code", "4242424242424242", "1234", "", "cvc", "cvc_incomplete"],
  ] as const) {
    it(`show ${what} at its field, in the payer's language, and make no token`, async () => {
      await open()
      await shop.fill(number, date, code)
      const { token, error } = await shop.createToken()
      expect(token).to.equal(undefined)
      expect(error).to.include({ type: "validation_error", code: expected })
      expect(await errorOf(field)).to.equal(error.message)
      expect(await shop.fields.locator(`#${field}`).getAttribute("aria-invalid")).to.equal("true")
      expect(
        await shop.fields.locator(`#${field}`).evaluate((input: InPage) => input.ownerDocument.activeElement === input),
      ).to.equal(true)
      expect((await lastChange()).error).to.deep.equal({ code: expected, message: error.message })
    })
  }

  it("show an error when the payer leaves a field, and take it away when they correct it", async () => {
    await open()
    await shop.number.pressSequentially("424242")
    expect(await errorOf("number")).to.equal("")
    await shop.number.press("Tab")
    expect(await errorOf("number")).to.equal("Preencha o número do cartão.")
    await shop.number.pressSequentially("4")
    expect(await errorOf("number")).to.equal("")
  })

  it("show an error when the payer presses a button of the page, which stays where it is until it has its click", async () => {
    await open()
    const { page } = shop
    await page.evaluate(() => {
      const shown = globalThis as InPage
      shown.clicks = 0
      shown.document.querySelector("#pay").type = "button"
      shown.document.querySelector("#pay").addEventListener("click", () => shown.clicks++)
    })
    const top = async () => (await page.locator("#pay").boundingBox())!.y
    await shop.number.click()
    await page.keyboard.type("424242")
    const before = await top()
    await page.mouse.move((await page.locator("#pay").boundingBox())!.x + 10, before + 2)
    await page.mouse.down()
    await shop.fields.getByText("Preencha o número do cartão.").waitFor()
    await page.evaluate(() => new Promise((done) => (globalThis as InPage).setTimeout(done, 50)))
    expect(await top()).to.equal(before)
    await page.mouse.up()
    expect(await page.evaluate(() => (globalThis as InPage).clicks)).to.equal(1)
    await page.waitForFunction((y) => (globalThis as InPage).document.querySelector("#pay").getBoundingClientRect().y > y, before)
  })
})
