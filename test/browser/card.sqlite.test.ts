import { expect } from "chai"
import { type CardPage, useCardPages } from "../support/browser/card-page.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { CARDS, expectStatus, newIntent } from "../support/merchants/payments.ts"

const PLACE = `<div id="card"></div>`

describe("The card fields in a merchant's page", () => {
  const pages = useCardPages()
  let shop: CardPage

  const open = async (options: Parameters<typeof pages.open>[0] = {}) => {
    shop = await pages.open({ locale: "pt-BR", ...options })
  }

  it("make a token that pays, under a strict policy that names only the frame's origin", async () => {
    await open()
    await shop.fill(CARDS.approved)
    const { token, error } = await shop.createToken({ holderName: "Ana Souza" })
    expect(error).to.equal(undefined)
    expect(token).to.include({ object: "token", type: "card", livemode: false, used: false })
    expect(token.card).to.deep.equal({ brand: "visa", last4: "4242", expMonth: 12, expYear: 2034, holderName: "Ana Souza" })
    const { id } = await newIntent(pages.vintem)
    const paid = await pages.vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    expect(expectStatus(paid, 200).status).to.equal("succeeded")
    expect(shop.complaints).to.deep.equal([])
  })

  it("tell the page when the card is complete and its brand, and never a digit", async () => {
    await open()
    await shop.page.evaluate(() => {
      const page = globalThis as InPage
      page.heard = []
      page.addEventListener("message", (event: InPage) => page.heard.push(event.data))
    })
    await shop.fill("5555555555554444")
    await shop.mustBecome({ complete: true, empty: false, brand: "mastercard", error: null })
    const events = await shop.events()
    expect(events.map(([name]) => name).filter((name) => name === "ready")).to.have.length(1)
    expect(events.filter(([name]) => name === "focus")).to.have.length(1)
    const seen = JSON.stringify([events, await shop.page.evaluate(() => (globalThis as InPage).heard), await shop.page.content()])
    expect(seen).not.to.match(/\d{4}[ \d]*\d{4}|"12|\/ 34|123/)
    await shop.page.evaluate(() => (globalThis as InPage).card.clear())
    await shop.page.waitForFunction(() => (globalThis as InPage).events.at(-1)[1]?.empty === true)
    await shop.mustBecome({ complete: false, empty: true, brand: "unknown", error: null })
  })

  it("make tokens for PIX and boleto without a card, before anything is ready", async () => {
    await open({ bare: true })
    const tokens = await shop.page.evaluate(() => {
      const { vintem } = globalThis as InPage
      return Promise.all([vintem.createToken("pix"), vintem.createToken("boleto"), vintem.createToken("pix_automatico")])
    })
    expect(tokens.map(({ token }: InPage) => token?.type)).to.deep.equal(["pix", "boleto", "pix_automatico"])
    expect(shop.complaints).to.deep.equal([])
  })

  it("wait with a token until they are ready", async () => {
    await open({ bare: true })
    const { error } = await shop.page.evaluate(() => {
      const page = globalThis as InPage
      const card = page.vintem.elements().create("card")
      card.mount(page.document.querySelector("#card"))
      return page.vintem.createToken(card)
    })
    expect(error).to.include({ type: "validation_error", code: "number_incomplete" })
  })

  it("are reached and left with the Tab key, and Enter submits the form around them", async () => {
    await open()
    await shop.page.evaluate(() => {
      const page = globalThis as InPage
      page.document.querySelector("form").addEventListener("submit", (event: InPage) => {
        event.preventDefault()
        page.submitted = true
      })
      page.card.focus()
    })
    await shop.fields.locator("#number:focus").waitFor()
    for (const name of ["expiry", "cvc"]) {
      await shop.page.keyboard.press("Tab")
      await shop.fields.locator(`#${name}:focus`).waitFor()
    }
    await shop.page.keyboard.press("Tab")
    await shop.page.locator("#pay:focus").waitFor()
    await shop.page.keyboard.press("Shift+Tab")
    await shop.fields.locator("#cvc:focus").waitFor()
    await shop.page.keyboard.press("Enter")
    await shop.page.waitForFunction(() => (globalThis as InPage).submitted)
  })

  /** Counts how often a form around the fields is submitted. */
  const openForm = async (content: string) => {
    await open({ body: `<form id="form">${content}</form>` })
    await shop.page.evaluate(() => {
      const page = globalThis as InPage
      page.submitted = 0
      page.document.querySelector("form").addEventListener("submit", (event: InPage) => {
        event.preventDefault()
        page.submitted++
        const button = page.document.querySelector("#pay")
        if (button) button.disabled = true
      })
    })
    await shop.cvc.focus()
  }
  /** What the frame says later comes later, so its answer ends the wait for what is not sent. */
  const submissions = async () => {
    await shop.createToken()
    return shop.page.evaluate(() => (globalThis as InPage).submitted)
  }

  it("submit once, however often Enter is pressed while the page has its button disabled", async () => {
    await openForm(`${PLACE}<button id="pay">Pagar</button>`)
    for (let times = 0; times < 2; times++) await shop.page.keyboard.press("Enter")
    expect(await submissions()).to.equal(1)
    await shop.page.evaluate(() => {
      ;(globalThis as InPage).document.querySelector("#pay").disabled = false
    })
    await shop.cvc.focus()
    await shop.page.keyboard.press("Enter")
    expect(await submissions()).to.equal(2)
  })

  it("submit once while Enter is held down, also where the form has no button", async () => {
    await openForm(PLACE)
    // What is pressed again without being released repeats.
    for (let times = 0; times < 3; times++) await shop.page.keyboard.down("Enter")
    expect(await submissions()).to.equal(1)
  })

  for (const [where, submitted, content] of [
    ["the button is disabled", 0, `${PLACE}<button disabled>Pagar</button>`],
    ["the button is in a disabled fieldset", 0, `${PLACE}<fieldset disabled><button>Pagar</button></fieldset>`],
    ["the button is disabled and outside the form", 0, `${PLACE}</form><button form="form" disabled>Pagar</button>`],
    ["a disabled image is the button", 0, `${PLACE}<input type="image" alt="Pagar" disabled>`],
    ["the first of two buttons is disabled", 0, `<input type="submit" disabled>${PLACE}<button>2</button>`],
    ["the second of two buttons is disabled", 1, `${PLACE}<button>1</button><button disabled>2</button>`],
    ["the disabled button does not submit", 1, `<button type="button" disabled>Voltar</button>${PLACE}<button>Pagar</button>`],
  ] as const) {
    it(`submit ${submitted ? "the form" : "nothing"} by Enter where ${where}, as the browser's own fields do`, async () => {
      await openForm(content)
      await shop.page.keyboard.press("Enter")
      expect(await submissions()).to.equal(submitted)
    })
  }

  it("can be taken off and mounted again, empty, and are gone for good after destroy()", async () => {
    await open()
    await shop.fill("4242424242424242")
    await shop.page.evaluate(() => (globalThis as InPage).card.unmount())
    expect(await shop.page.locator("iframe").count()).to.equal(0)
    expect((await shop.createToken()).error).to.include({ code: "element_not_mounted" })
    await shop.page.evaluate(() => (globalThis as InPage).card.mount("#card"))
    expect(await shop.number.inputValue()).to.equal("")
    const messages = await shop.page.evaluate(() => {
      const { card } = globalThis as InPage
      card.destroy()
      const calls = [
        () => card.mount("#card"),
        () => card.on("ready", () => {}),
        () => card.update({}),
        ...[card.focus, card.clear, card.unmount, card.destroy],
      ]
      return calls.map((call) => {
        try {
          return call()
        } catch (error) {
          return (error as Error).message
        }
      })
    })
    for (const message of messages) expect(message).to.contain("was destroyed")
    expect(await shop.page.locator("iframe").count()).to.equal(0)
    expect((await shop.createToken()).error).to.include({ code: "element_destroyed" })
  })

  it("settle a token under way when they are taken off", async () => {
    await open()
    await shop.fill("4242424242424242")
    await shop.context.route("**/v1/tokens", () => {})
    const { error } = await shop.page.evaluate(() => {
      const { vintem, card } = globalThis as InPage
      const pending = vintem.createToken(card)
      card.unmount()
      return pending
    })
    expect(error).to.include({ type: "connection_error", code: "frame_removed" })
  })

  it("are two that do not know of each other, where a page has two", async () => {
    await open({ body: `<div id="card"></div><div id="other"></div>` })
    await shop.page.evaluate(() => {
      const page = globalThis as InPage
      page.other = page.vintem.elements().create("card")
      page.other.mount("#other")
    })
    await shop.fill("4242424242424242")
    const other = shop.page.frameLocator("#other iframe")
    await other.locator("#number").pressSequentially("5555555555554444")
    await other.locator("#expiry").pressSequentially("1133")
    await other.locator("#cvc").pressSequentially("321")
    const [one, two] = await shop.page.evaluate(() => {
      const { vintem, card, other } = globalThis as InPage
      return Promise.all([vintem.createToken(card), vintem.createToken(other)])
    })
    expect([one.token?.card.last4, two.token?.card.last4]).to.deep.equal(["4242", "4444"])
  })

  it("work in a page that has added to the prototypes of objects", async () => {
    await open({ bare: true })
    const { error } = await shop.page.evaluate(() => {
      const page = globalThis as InPage
      Object.assign(Object.prototype, {
        appearance: { variables: { colorText: "url(x)" } },
        locale: "xx",
        holderName: 5,
        error: {},
      })
      const card = page.vintem.elements({}).create("card", {})
      card.mount("#card")
      return page.vintem.createToken(card, {})
    })
    expect(error).to.include({ type: "validation_error", code: "number_incomplete" })
  })
})
