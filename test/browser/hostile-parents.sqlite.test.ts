// Pages that hold the card fields and mean no good: somebody has put a script into the shop, or copies it. They talk to the frame without
// vintem.js.
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import type { Page } from "playwright-core"
import { type CardPage, useCardPages } from "../support/browser/card-page.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { CARDS } from "../support/merchants/payments.ts"

const DIGITS = CARDS.approved

describe("A hostile page around the card fields", () => {
  const pages = useCardPages()
  let shop: CardPage

  /** Holds the frame by itself, and records all that it says. Resolves when the frame is ready. */
  const hold = async (options: object = {}) => {
    shop = await pages.open({ bare: true })
    await shop.page.evaluate(
      ({ src, options }) =>
        new Promise<void>((ready) => {
          const { document, MessageChannel } = globalThis as InPage
          const page = globalThis as InPage
          page.heard = []
          page.addEventListener("message", ({ data }: InPage) => page.heard.push(data))
          const iframe = Object.assign(document.createElement("iframe"), { src })
          iframe.onload = () => {
            const { port1, port2 } = new MessageChannel()
            page.port = port1
            port1.onmessage = ({ data }: InPage) => {
              page.heard.push(data)
              if (data.type === "ready") ready()
            }
            iframe.contentWindow.postMessage({ vintem: 1, element: "card", options }, new URL(src).origin, [port2])
          }
          document.querySelector("#card").append(iframe)
        }),
      { src: `${pages.vintem.server.frameOrigin}/v1/frame/card?key=${pages.key}`, options },
    )
  }
  const heard = (page: Page) => page.evaluate(() => JSON.stringify((globalThis as InPage).heard))
  const askToken = (id: number) =>
    shop.page.evaluate(
      (id) =>
        new Promise<InPage>((done) => {
          const { port } = globalThis as InPage
          port.addEventListener("message", ({ data }: InPage) => data.type === "result" && data.id === id && done(data))
          port.postMessage({ type: "token", id, request: { type: "card" } })
        }),
      id,
    )

  it("hears no digit of the number and no security code, whatever the payer types and whatever it asks", async () => {
    await hold()
    await shop.page.evaluate(() => {
      for (const type of ["read", "value", "get", "token", "update"])
        (globalThis as InPage).port.postMessage({ type, field: "number", id: "x" })
    })
    await shop.fill(DIGITS, "12 / 34", "917")
    const { token } = await askToken(1)
    expect(token.id).to.match(/^tok_/)
    expect(Object.keys(token.card)).to.have.members(["brand", "last4", "expMonth", "expYear", "holderName"])
    const all = (await heard(shop.page)).replaceAll(/tok_\w+/g, "")
    expect(all).not.to.match(/\d{5}|4 ?2 ?4 ?2 ?4|917/)
  })

  it("cannot reach into the frame", async () => {
    await hold()
    const reached = await shop.page.evaluate(() => {
      const iframe = (globalThis as InPage).document.querySelector("#card iframe")
      const attempts = [
        () => iframe.contentDocument.body,
        () => iframe.contentWindow.document.body,
        () => iframe.contentWindow.eval("1"),
      ]
      return attempts.filter((attempt) => {
        try {
          return attempt() !== undefined
        } catch {
          return false
        }
      }).length
    })
    expect(reached).to.equal(0)
  })

  it("hears no key of a payer who types into the fields under a transparent layer of its own", async () => {
    await hold()
    await shop.page.evaluate(() => {
      const page = globalThis as InPage
      const { document } = page
      page.noticed = []
      const layer = document.createElement("div")
      layer.style.cssText = "position:fixed;inset:0;z-index:2147483647;opacity:0"
      document.body.append(layer)
      for (const type of ["keydown", "keypress", "keyup", "beforeinput", "input", "paste", "copy", "compositionupdate"])
        page.addEventListener(type, ({ key, data }: InPage) => page.noticed.push([type, key ?? data ?? ""]), { capture: true })
    })
    // The layer takes the mouse, so the payer comes by the keyboard. Once in the frame, no key belongs to the page.
    await shop.number.focus()
    await shop.page.keyboard.type(DIGITS)
    await shop.page.keyboard.press("Tab")
    await shop.page.keyboard.type("1234")
    expect(await shop.number.inputValue()).to.equal("4242 4242 4242 4242")
    expect(await shop.expiry.inputValue()).to.equal("12 / 34")
    expect(await shop.page.evaluate(() => (globalThis as InPage).noticed)).to.deep.equal([])
  })

  it("changes nothing by a flood of messages without sense", async () => {
    await hold()
    await shop.number.pressSequentially(DIGITS)
    await shop.page.evaluate(() => {
      const page = globalThis as InPage
      const { contentWindow } = page.document.querySelector("#card iframe")
      const junk: unknown[] = [
        null,
        0,
        "clear",
        [],
        {},
        { type: {} },
        { type: "token" },
        { type: "update", options: 5 },
        { type: "__proto__" },
        { constructor: 1 },
      ]
      for (let i = 0; i < 2000; i++) page.port.postMessage(junk[i % junk.length])
      for (let i = 0; i < 2000; i++) contentWindow.postMessage(junk[i % junk.length], "*")
    })
    await shop.expiry.pressSequentially("1234")
    await shop.cvc.pressSequentially("123")
    expect((await askToken(7)).token.card.last4).to.equal("4242")
    expect(shop.complaints).to.deep.equal([])
  })

  it("cannot style the fields so that they load, or by names that are not allowed", async () => {
    const requests: string[] = []
    await hold({ variables: { colorText: "red" } })
    shop.page.on("request", (request) => requests.push(request.url()))
    await shop.page.evaluate(() => {
      const variables = {
        colorBackground: "url(http://127.0.0.1:9/leak)",
        fontFamily: "x;background:url(//127.0.0.1:9/a)",
        display: "none",
      }
      ;(globalThis as InPage).port.postMessage({ type: "update", options: { variables } })
    })
    await shop.fill(DIGITS)
    expect(requests.filter((url) => url.includes(":9/"))).to.deep.equal([])
    expect(await shop.number.isVisible()).to.equal(true)
  })

  it("gets no second conversation: only the first message of the page counts", async () => {
    await hold()
    await shop.number.pressSequentially(DIGITS)
    const answered = await shop.page.evaluate(async () => {
      const { document, MessageChannel, setTimeout } = globalThis as InPage
      const { port1, port2 } = new MessageChannel()
      let answers = 0
      port1.onmessage = () => answers++
      document.querySelector("#card iframe").contentWindow.postMessage({ vintem: 1, element: "card", options: {} }, "*", [port2])
      // The frame has handled the other message once it has answered on the first port.
      ;(globalThis as InPage).port.postMessage({ type: "token", id: 99, request: { type: "card" } })
      while (!(globalThis as InPage).heard.some(({ id }: InPage) => id === 99)) await new Promise((next) => setTimeout(next, 5))
      return answers
    })
    expect(answered).to.equal(0)
    expect(await shop.number.inputValue()).to.equal("4242 4242 4242 4242")
  })

  it("that frames the whole shop from an origin of its own shows no fields", async () => {
    shop = await pages.open()
    const thief = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" })
      response.end(`<iframe src="${pages.origin}" width="600" height="600"></iframe>`)
    }).listen(0, "127.0.0.1")
    await once(thief, "listening")
    try {
      const page = await shop.context.newPage()
      const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"))
      await page.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/`)
      const inner = page.frames().find((frame) => frame.url().startsWith(pages.origin))!
      await inner.evaluate((key) => {
        const shopPage = globalThis as InPage
        shopPage.Vintem(key).elements().create("card").mount("#card")
      }, pages.key)
      expect((await refused).text()).to.include("frame-ancestors")
      expect(await inner.childFrames()[0]!.locator("#number").count()).to.equal(0)
    } finally {
      thief.closeAllConnections()
      thief.close()
    }
  })
})
