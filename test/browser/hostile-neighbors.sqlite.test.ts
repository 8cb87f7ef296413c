// Windows that stand beside what Vintém shows, and not around it: another frame of the shop's page, such as an advertisement, and a popup
// that the page has opened. Both have a handle of every frame of the page.
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import type { Frame, Page } from "playwright-core"
import { type CardPage, useCardPages } from "../support/browser/card-page.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"

describe("A window beside what Vintém shows in a shop", () => {
  const pages = useCardPages()
  let server: Server
  let neighbor: string
  before(async () => {
    server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<p>ad"))
    await once(server.listen(0, "127.0.0.1"), "listening")
    neighbor = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => void server.close())

  const open = () =>
    pages.open({
      policy: `default-src 'self' data: 'unsafe-inline' http://127.0.0.1:*`,
      body: `<div id="card"></div><div id="pay"></div><iframe id="ad" src="${neighbor}"></iframe>`,
    })

  /** The two neighbors, each with how it reaches the shop's page. */
  const neighborsOf = async ({ page, context }: CardPage): Promise<{ from: Frame | Page; shop: string }[]> => {
    const opened = context.waitForEvent("page")
    await page.evaluate((url) => void (globalThis as InPage).open(url), neighbor)
    const popup = await opened
    await popup.waitForLoadState()
    return [
      { from: page.frames().find((frame) => frame.url().startsWith(neighbor))!, shop: "parent" },
      { from: popup, shop: "opener" },
    ]
  }

  /** Sends a message with a port to every frame of the shop's page, and counts what comes back. */
  const greet = (from: Frame | Page, shop: string, message: unknown) =>
    from.evaluate(
      ({ shop, message }) => {
        const window = globalThis as InPage
        window.answers = []
        for (let i = 0; i < window[shop].frames.length; i++) {
          const { port1, port2 } = new window.MessageChannel()
          port1.onmessage = ({ data }: InPage) => window.answers.push(data)
          window[shop].frames[i].postMessage(message, "*", [port2])
        }
      },
      { shop, message },
    )
  /** The page's own greeting is answered, so the frame has handled those that were sent before. */
  const greetAsParent = (page: Page, selector: string, message: unknown) =>
    page.evaluate(
      ({ selector, message }) =>
        new Promise((done) => {
          const { document, MessageChannel } = globalThis as InPage
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }: InPage) => done(data)
          document.querySelector(selector).contentWindow.postMessage(message, "*", [port2])
        }),
      { selector, message },
    )
  const answersOf = (from: Frame | Page) => from.evaluate(() => (globalThis as InPage).answers)

  it("gets no word from a hosted page, neither its height nor how the payment ends", async () => {
    const shop = await open()
    const intent = await payWith(pages.vintem, "pix")
    await shop.page.evaluate((intent) => {
      const page = globalThis as InPage
      void page.vintem.handleNextAction(intent, { container: "#pay" })
    }, intent)
    await shop.page.frameLocator("#pay iframe").locator(".close").waitFor()
    const neighbors = await neighborsOf(shop)
    for (const { from, shop: name } of neighbors) await greet(from, name, "vintem:next-action:1")
    expect(await greetAsParent(shop.page, "#pay iframe", "vintem:next-action:1")).to.have.property("height")
    for (const { from } of neighbors) expect(await answersOf(from)).to.deep.equal([])
  })

  it("gets no conversation with the card's fields, even where it is the first to ask, and no token", async () => {
    const shop = await open()
    await shop.page.evaluate(() => (globalThis as InPage).card.unmount())
    const neighbors = await neighborsOf(shop)
    await shop.page.evaluate(
      (src) =>
        new Promise((done) => {
          const { document } = globalThis as InPage
          document.querySelector("#card").append(Object.assign(document.createElement("iframe"), { src, onload: done }))
        }),
      `${pages.vintem.server.frameOrigin}/v1/frame/card?key=${pages.key}`,
    )
    const connect = { vintem: 1, element: "card", options: {} }
    for (const { from, shop: name } of neighbors) await greet(from, name, connect)
    expect(await greetAsParent(shop.page, "#card iframe", connect)).to.have.property("type")
    await shop.fill(CARDS.approved)
    for (const { from } of neighbors) expect(await answersOf(from)).to.deep.equal([])
  })

  it("cannot lead the card's fields to a page of its own", async () => {
    const shop = await open()
    const [ad] = await neighborsOf(shop)
    await ad!.from.evaluate((url) => {
      const { parent } = globalThis as InPage
      for (let i = 0; i < parent.frames.length; i++) {
        try {
          parent.frames[i].location = `${url}/stolen`
        } catch {
          // Refused, as it should be.
        }
      }
    }, neighbor)
    await shop.fill(CARDS.approved)
    expect((await shop.createToken()).token.card.last4).to.equal("4242")
  })
})
