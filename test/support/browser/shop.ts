// The demo shop together with Vintém, and a buyer in a browser.
import { rm } from "node:fs/promises"
import type { Browser, BrowserContextOptions, FrameLocator, Page } from "playwright-core"
import { type Demo, startDemo } from "../../../scripts/demo/start.ts"
import { type Client, newClient } from "../app/client.ts"
import { fastDirectory } from "../databases/directory.ts"
import { freePort } from "../databases/postgres.ts"
import type { InPage } from "./in-page.ts"

export type Shop = {
  demo: Demo
  request: Client["request"]
  open(options?: BrowserContextOptions): Promise<Buyer>
  close(): Promise<void>
}

export type Buyer = {
  page: Page
  card: FrameLocator
  /** All complaints of the browser: policy violations and errors. Error responses are not included. */
  complaints: string[]
  /** Fills in the form. */
  fill(): Promise<void>
  fillCard(number: string): Promise<void>
  payByCard(number: string): Promise<void>
  choose(what: string | RegExp): Promise<void>
  press(button: string | RegExp): Promise<void>
  sees(heading: string): Promise<void>
  /** Resolves when the panel shows exactly these events. */
  seesEvents(...types: string[]): Promise<void>
}

/** Starts the same programs as `make demo`, on free ports and in their own directory. */
export async function openShop(browser: Browser): Promise<Shop> {
  const directory = await fastDirectory("vintem-shop-")
  const ports = { PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0", METRICS_PORT: "0", SHOP_PORT: String(await freePort()) }
  const demo = await startDemo({ ...ports, LOG_LEVEL: "error", DATA_DIR: directory }, { quiet: true })
  const client = newClient(demo.server.url, demo.account.secret_key, () => "")
  return {
    demo,
    request: client.request,
    open: async (options = {}) => {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const buyer = buyerAt(page)
      await page.goto(demo.shopUrl)
      await buyer.card.getByLabel("Número do cartão").waitFor()
      return buyer
    },
    close: async () => {
      await client.close()
      await demo.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function buyerAt(page: Page): Buyer {
  const complaints: string[] = []
  page.on("console", (message) => {
    if (/error|warning/.test(message.type()) && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text())
  })
  page.on("pageerror", (error) => void complaints.push(error.message))
  const card = page.frameLocator("#card iframe")
  const press: Buyer["press"] = (name) => page.getByRole("button", { name }).click()
  // Pressed by key: right after the page's layout has changed, Chromium gives a click to the frame that was there before.
  const fill: Buyer["fill"] = () => page.getByRole("button", { name: "Preencher meus dados" }).press("Enter")
  const fillCard: Buyer["fillCard"] = async (number) => {
    await card.getByLabel("Número do cartão").fill(number)
    await card.getByLabel("Validade").fill("12/34")
    await card.getByLabel("Código de segurança").fill("123")
  }
  return {
    page,
    card,
    complaints,
    fill,
    fillCard,
    payByCard: async (number) => {
      await fill()
      await fillCard(number)
      await press(/^(Pagar R|Assinar)/)
    },
    choose: (name) => page.getByRole("radio", { name }).check(),
    press,
    sees: (name) => page.getByRole("heading", { name, exact: true }).waitFor(),
    seesEvents: (...types) =>
      page.waitForFunction((wanted) => {
        const shown = [...(globalThis as InPage).document.querySelectorAll("#events code")].map((code) => code.textContent)
        return shown.filter((type) => type !== null && wanted.includes(type)).join() === wanted.join()
      }, types) as Promise<unknown> as Promise<void>,
  }
}
