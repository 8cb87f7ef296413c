import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { freePort } from "../../test/support/databases/postgres.ts"
import { startDemo } from "../demo/start.ts"
import { fillCard } from "./fill-card.ts"
import type { Shot, Stage } from "./shot.ts"

/** The demo shop: before the payment, with a PIX, and paid. */
export async function shopPages({ atEnd }: Stage): Promise<Shot[]> {
  const ports = { PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0", METRICS_PORT: "0", SHOP_PORT: String(await freePort()) }
  const DATA_DIR = mkdtempSync(join(tmpdir(), "vintem-shop-"))
  const { shopUrl: url, close } = await startDemo({ ...ports, DATA_DIR, LOG_LEVEL: "error" }, { quiet: true })
  atEnd(close)
  return [
    { name: "shop", title: "The card fields, filled in", url, prepare: fill },
    { name: "shop-pix", title: "A PIX", url, prepare: orderPix },
    { name: "shop-paid", title: "Paid", url, prepare: pay },
  ]
}

async function fill(page: Page): Promise<void> {
  await fillCard(page.frameLocator("#card iframe"), "4242424242424242")
  await page.getByRole("button", { name: "Preencher meus dados" }).press("Enter")
  await page.getByLabel("Parcelas").selectOption({ index: 5 })
  await showWhole(page)
}

async function pay(page: Page): Promise<void> {
  await fill(page)
  await page.getByRole("button", { name: /^Pagar R/ }).press("Enter")
  await page.getByRole("heading", { name: "Pedido pago" }).waitFor()
  await page.locator("#events code").waitFor()
}

async function orderPix(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "PIX" }).check()
  await page.getByRole("button", { name: "Preencher meus dados" }).press("Enter")
  await page.getByRole("button", { name: "Gerar PIX" }).press("Enter")
  await page.frameLocator("#frame iframe").locator("img.qr").waitFor()
  await showWhole(page)
}

/** A full-page picture omits frames outside of the window. */
export async function showWhole(page: Page): Promise<void> {
  const height = await page.evaluate<number>("document.documentElement.scrollHeight")
  await page.setViewportSize({ width: page.viewportSize()!.width, height })
  await page.evaluate("document.activeElement.blur()")
  await page.waitForTimeout(300) // Separate processes paint the frames.
}
