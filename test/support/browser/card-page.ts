// A merchant's page with vintem.js, on its own origin and with a strict content security policy.
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { isDeepStrictEqual } from "node:util"
import { expect } from "chai"
import type { Browser, BrowserContext, BrowserContextOptions, FrameLocator, Page } from "playwright-core"
import { type Environment, type Running, startVintem } from "../app/vintem.ts"
import { until } from "../merchants/merchant.ts"
import { launchChromium } from "./chromium.ts"
import type { InPage } from "./in-page.ts"

export type CardPages = {
  /** The origin of the merchant's page. It is registered for the test mode account of `vintem`. */
  origin: string
  key: string
  open(options?: BrowserContextOptions & PageOptions): Promise<CardPage>
  close(): Promise<void>
}

export type PageOptions = {
  /** HTML of the body. */
  body?: string
  /** A policy to use in place of the strict one. */
  policy?: string
  /** Whether to skip creating and mounting a card. */
  bare?: boolean
  key?: string
  /** The options of `elements`. */
  elements?: object
  /** The options of the card. */
  card?: object
}

export type CardPage = {
  page: Page
  context: BrowserContext
  fields: FrameLocator
  number: ReturnType<FrameLocator["locator"]>
  expiry: ReturnType<FrameLocator["locator"]>
  cvc: ReturnType<FrameLocator["locator"]>
  /** All complaints of the browser: policy violations and errors. */
  complaints: string[]
  fill(number: string, expiry?: string, cvc?: string): Promise<void>
  /** The events of the card, as `[name, payload]`. */
  events(): Promise<[string, InPage][]>
  /** Waits until the frame has reported this state to the page. Fails if its last report is another state. */
  mustBecome(state: object): Promise<void>
  createToken(details?: object): Promise<InPage>
}

export const BODY = `<form id="form"><div id="card"></div><button id="pay">Pagar</button></form>`

/** For one suite: Vintém, a browser and the merchant's pages. After each test, closes the contexts of the pages that it opened. */
export function useCardPages(environment: Environment = {}): {
  readonly vintem: Running
  readonly origin: string
  readonly key: string
  open: CardPages["open"]
} {
  let vintem: Running
  let browser: Browser
  let pages: CardPages
  const opened: CardPage[] = []
  before(async () => {
    vintem = await startVintem(environment)
    browser = await launchChromium()
    pages = await startCardPages(vintem, browser)
  })
  after(async () => {
    await pages?.close()
    await browser?.close()
    await vintem?.close()
  })
  afterEach(async () => {
    for (const { context } of opened.splice(0)) await context.close()
  })
  return {
    get vintem() {
      return vintem
    },
    get origin() {
      return pages.origin
    },
    get key() {
      return pages.key
    },
    open: async (options) => {
      const page = await pages.open(options)
      opened.push(page)
      return page
    },
  }
}

/** Starts the merchant's pages, and registers their origin. */
export async function startCardPages(vintem: Running, browser: Browser): Promise<CardPages> {
  const frameOrigin = vintem.server.frameOrigin!
  let shown: Required<Pick<PageOptions, "body" | "policy">> = { body: BODY, policy: strictPolicy(frameOrigin) }
  const server: Server = createServer((request, response) => {
    const html = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Loja</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><script src="${frameOrigin}/v1/vintem.js"></script></head><body><main><h1>Loja</h1>${shown.body}</main></body></html>`
    response.writeHead(request.url === "/" ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": shown.policy,
    })
    response.end(request.url === "/" ? html : "")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await vintem.request("POST", "/merchant-origins", { origin })
  const { key } = await vintem.newKey({ kind: "publishable" })
  return {
    origin,
    key,
    open: async ({ body = BODY, policy = strictPolicy(frameOrigin), bare, key: other, elements, card, ...options } = {}) => {
      shown = { body, policy }
      const context = await browser.newContext(options)
      const opened = handle(context, await context.newPage())
      await opened.page.goto(origin)
      await opened.page.evaluate(setUp, { key: other ?? key, bare: bare ?? false, elements: elements ?? {}, card: card ?? {} })
      if (!bare) await opened.number.waitFor()
      return opened
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A policy that allows only what vintem.js needs. */
export function strictPolicy(frameOrigin: string): string {
  return `default-src 'none'; script-src ${frameOrigin}; frame-src ${frameOrigin}; img-src data:; base-uri 'none'; form-action 'self'`
}

function setUp({ key, bare, elements, card }: { key: string; bare: boolean; elements: object; card: object }): void {
  const page = globalThis as InPage
  page.events = []
  page.vintem = page.Vintem(key)
  if (bare) return
  page.card = page.vintem.elements(elements).create("card", card)
  for (const name of ["ready", "change", "focus", "blur"])
    page.card.on(name, (payload: unknown) => page.events.push([name, payload]))
  page.card.mount("#card")
}

function handle(context: BrowserContext, page: Page): CardPage {
  const complaints: string[] = []
  page.on("console", (message) => void (/error|warning/.test(message.type()) && complaints.push(message.text())))
  page.on("pageerror", (error) => void complaints.push(error.message))
  const fields = page.frameLocator("#card iframe")
  const [number, expiry, cvc] = [fields.locator("#number"), fields.locator("#expiry"), fields.locator("#cvc")]
  return {
    ...{ page, context, fields, number, expiry, cvc, complaints },
    fill: async (digits, date = "12 / 34", code = "123") => {
      await number.pressSequentially(digits)
      await expiry.pressSequentially(date)
      await cvc.pressSequentially(code)
    },
    events: () => page.evaluate(() => (globalThis as InPage).events),
    mustBecome: async (state) => {
      const last = () => page.evaluate(() => (globalThis as InPage).events.findLast(([name]: [string]) => name === "change")?.[1])
      await until(async () => isDeepStrictEqual(await last(), state), 10_000).catch(() => {})
      expect(await last()).to.deep.equal(state)
    },
    createToken: (details) =>
      page.evaluate((given) => (globalThis as InPage).vintem.createToken((globalThis as InPage).card, given), details),
  }
}
