// The number of a card must not be anywhere in the shop's page. The page and the frame are of two sites here, as they are in production,
// so that the browser runs each in a process of its own.
import { expect } from "chai"
import type { Browser, CDPSession, Request } from "playwright-core"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type CardPage, type CardPages, startCardPages } from "../support/browser/card-page.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { freePort } from "../support/databases/postgres.ts"

const NUMBER = "371449635398431"
const WRITTEN = "3714 496353 98431"
/** The browser has every number of three digits in its memory, so the card is one with a code of four. */
const CODE = "7359"
/** Any six digits that follow each other are more than the last four. */
const PIECES = Array.from({ length: NUMBER.length - 5 }, (_, i) => NUMBER.slice(i, i + 6))

describe("A card's number and security code", function () {
  this.timeout(120_000)
  let vintem: Running
  let browser: Browser
  let pages: CardPages
  let shop: CardPage
  const requests: Request[] = []

  before(async () => {
    const port = String(await freePort())
    vintem = await startVintem({ FRAME_PORT: port, FRAME_ORIGIN: `http://localhost:${port}` })
    browser = await launchChromium(["--site-per-process"])
    pages = await startCardPages(vintem, browser)
    shop = await pages.open()
    shop.context.on("request", (request) => requests.push(request))
    await shop.page.evaluate(() => {
      const page = globalThis as InPage
      page.heard = ["the page's own text"]
      page.addEventListener("message", ({ data }: InPage) => page.heard.push(data))
    })
    await shop.fill(NUMBER, "12 / 34", CODE)
    const { token } = await shop.createToken()
    expect(token.card.last4).to.equal("8431")
  })
  after(async () => {
    await shop?.context.close()
    await pages?.close()
    await browser?.close()
    await vintem?.close()
  })

  /** The heap of a page's or frame's JavaScript, as the browser's debugger writes it: every text in it. */
  const heapOf = async (session: CDPSession): Promise<string[]> => {
    const chunks: string[] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk))
    await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false })
    return JSON.parse(chunks.join("")).strings
  }
  const tracesIn = (texts: string[]) =>
    texts.filter((text) => text === CODE || text.includes(WRITTEN) || PIECES.some((piece) => text.includes(piece)))

  it("are in no text in the memory of the shop's page", async () => {
    const own = await heapOf(await shop.context.newCDPSession(shop.page))
    expect(own.some((text) => text.includes("the page's own text"))).to.equal(true)
    expect(tracesIn(own)).to.deep.equal([])
    // The same search finds them in the frame, which here keeps what it otherwise only reads when it is needed.
    const frame = shop.page.frames().find((each) => each.url().startsWith(vintem.server.frameOrigin!))!
    await frame.evaluate(() => {
      const { document } = globalThis as InPage
      ;(globalThis as InPage).kept = [...document.querySelectorAll("input")].map(({ value }: InPage) => value)
    })
    expect(tracesIn(await heapOf(await shop.context.newCDPSession(frame)))).to.include.members([WRITTEN, CODE])
  })

  it("are not in the shop's document, messages, storage or cookies", async () => {
    const kept = await shop.page.evaluate(async () => {
      const page = globalThis as InPage
      const databases = (await page.indexedDB.databases()).map(({ name }: InPage) => name)
      const { origin, document, localStorage, sessionStorage, heard, events, history, location, name } = page
      const texts = [document.documentElement.outerHTML, document.cookie, location.href, history.state, name, origin]
      return JSON.stringify([texts, { ...localStorage }, { ...sessionStorage }, databases, heard, events])
    })
    expect(kept).to.include("the page's own text").and.include("Loja")
    expect(PIECES.filter((piece) => kept.includes(piece)).concat(kept.includes(WRITTEN) ? WRITTEN : [])).to.deep.equal([])
    expect((await shop.context.storageState()).cookies).to.deep.equal([])
  })

  it("travel in one request, from the frame to the API, and in no address", () => {
    const carrying = requests.filter((request) =>
      PIECES.some((piece) => `${request.url()} ${request.postData()}`.includes(piece)),
    )
    expect(carrying.map((request) => [request.method(), request.url()])).to.deep.equal([["POST", `${vintem.url}/v1/tokens`]])
    expect(carrying[0]!.frame().url()).to.include("/v1/frame/card")
    expect(requests.filter((request) => request.frame() === shop.page.mainFrame())).to.deep.equal([])
  })
})
