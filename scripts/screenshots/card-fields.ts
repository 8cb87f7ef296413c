import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { CARDS } from "../../test/support/merchants/payments.ts"
import type { Shot, Stage } from "./shot.ts"

const NUMBER = "Número do cartão"

/** The card fields on a bakery's page: empty, filled, and with errors. */
export async function cardFields({ vintem }: Stage): Promise<Shot[]> {
  const { key } = await vintem.newKey({ kind: "publishable" })
  const url = await serve(checkout(vintem.server.frameOrigin!, key))
  await vintem.request("POST", "/merchant-origins", { origin: new URL(url).origin })
  return [
    { name: "card-empty", title: "Empty", url, prepare: ready },
    { name: "card-filled", title: "Filled in", url, prepare: (page) => fill(page, CARDS.mastercard) },
    { name: "card-error", title: "With a mistyped number, and a date that is over", url, prepare: showErrors },
  ]
}

async function serve(html: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html))
  server.listen(0, "127.0.0.1").unref()
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const fieldsOf = (page: Page) => page.frameLocator("#card iframe")

async function ready(page: Page): Promise<void> {
  await fieldsOf(page).getByLabel(NUMBER).waitFor()
  await painted(page)
}

async function fill(page: Page, number: string, expiry = "12/34"): Promise<void> {
  await fieldsOf(page).getByLabel(NUMBER).fill(number)
  await fieldsOf(page).getByLabel("Validade").fill(expiry)
  await fieldsOf(page).getByLabel("Código de segurança").fill("123")
  await page.getByRole("button").focus()
  await page.evaluate("document.activeElement.blur()")
  await painted(page)
}

async function showErrors(page: Page): Promise<void> {
  await fill(page, "4242424242424241", "12/20")
  await fieldsOf(page).getByLabel(NUMBER).focus()
  await painted(page)
}

/** A separate process paints the frame. */
const painted = (page: Page) => page.waitForTimeout(400)

function checkout(frameOrigin: string, key: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Padaria São João</title>
<style>
  :root { --paper: #f4f2ee; --sheet: #fff; --ink: #23211d; --line: #e3dfd7; --accent: #1f5f4a; --on-accent: #fff }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #171613; --sheet: #201f1b; --ink: #ece9e2; --line: #35322b; --accent: #7fc4a6; --on-accent: #10241b }
  }
  body { display: grid; min-height: 30rem; margin: 0; place-items: center; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
  form { display: grid; gap: 1.25rem; box-sizing: border-box; width: min(26rem, 100vw - 2rem); padding: 1.75rem; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet) }
  h1 { margin: 0; font-size: 1.25rem; line-height: 1.25 }
  button { padding: 0.75rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font: 600 1rem/1.5 system-ui, sans-serif }
</style>
<form><h1>Cesta de pães</h1><div id="card"></div><button type="button">Pagar R$ 129,90</button></form>
<script src="${frameOrigin}/v1/vintem.js"></script>
<script>
  const variables = { fontFamily: "system-ui, sans-serif", spacing: "14px" }
  Vintem("${key}").elements({ locale: "pt-BR", appearance: { variables } }).create("card").mount("#card")
</script>
</html>`
}
