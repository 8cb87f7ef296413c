import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { expect } from "chai"
import { build } from "esbuild"
import type { Browser, Page } from "playwright-core"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { ROOT } from "./packed.ts"

/** Serves a shop's page that contains the bundled SDK. */
const servePage = async (): Promise<Server> => {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "vintem"', resolveDir: join(ROOT, "generated/sdk") },
    bundle: true,
    minify: true,
    format: "iife",
    globalName: "sdk",
    write: false,
  })
  const page = `<!doctype html><title>Shop</title><script>${outputFiles[0]!.text}</script>`
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(page))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return server
}

describe("The SDK in a browser", () => {
  let vintem: Vintem
  let browser: Browser
  let server: Server
  let page: Page
  let options: { key: string; baseUrl: string; secretKey: string; page: string }

  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
    server = await servePage()
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`
    await vintem.request("POST", "/merchant-origins", { origin })
    const { key } = await vintem.newKey({ kind: "publishable" })
    options = { key, baseUrl: vintem.url, secretKey: vintem.key, page: origin }
    page = await browser.newPage()
    await page.goto(origin)
  })
  after(async () => {
    await browser?.close()
    server?.close()
    await vintem?.close()
  })

  // The page gets the code as text, so it cannot use anything from this file.
  const inPage = (code: string): Promise<unknown> =>
    page.evaluate(
      `(async ({ key, baseUrl, secretKey }) => { const { Vintem, webhooks } = sdk; ${code} })(${JSON.stringify(options)})`,
    )
  const CARD = '{ type: "card", card: { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" } }'

  it("creates a token with a publishable key from a registered origin", async () => {
    const token = (await inPage(`
      const token = await new Vintem(key, { baseUrl }).tokens.create(${CARD})
      return { ...token, status: token.lastResponse.status, requestId: token.lastResponse.requestId }
    `)) as Record<string, string>
    expect(token).to.include({ object: "token", type: "card", used: false, status: 201 })
    expect(token.requestId).to.be.a("string")
  })

  it("reports an invalid card, as on a server", async () => {
    const error = await inPage(`
      const { number, ...card } = ${CARD}.card
      return new Vintem(key, { baseUrl }).tokens.create({ type: "card", card: { ...card, number: "4242424242424241" } })
        .catch((error) => ({ name: error.name, code: error.code, param: error.param, is: error instanceof Vintem.InvalidRequestError }))
    `)
    expect(error).to.deep.equal({ name: "InvalidRequestError", code: "parameter_invalid", param: "card.number", is: true })
  })

  it("says which origin may be missing, and how to add it, where the browser hides the response", async () => {
    const elsewhere = options.page.replace("localhost", "127.0.0.1")
    const other = await browser.newPage()
    try {
      await other.goto(elsewhere)
      const create = `new sdk.Vintem(${JSON.stringify(options.key)}, { baseUrl: ${JSON.stringify(vintem.url)}, maxRetries: 0 }).tokens.create(${CARD})`
      const failure = () => other.evaluate(`${create}.catch(({ name, message }) => ({ name, message }))`) as Promise<Error>
      const { name, message } = await failure()
      expect(name).to.equal("ConnectionError")
      expect(message).to.include(`refuses this page's origin, ${elsewhere}.`)
      expect(message).to.include(`\`vintem origins add --mode test ${elsewhere}\``).and.to.include("POST /merchant-origins")

      await other.context().setOffline(true)
      expect((await failure()).message).to.equal("The device is offline.")
      await other.context().setOffline(false)
      await vintem.request("POST", "/merchant-origins", { origin: elsewhere })
      expect(await other.evaluate(`${create}.then(({ object }) => object)`)).to.equal("token")
    } finally {
      await other.close()
    }
  })

  it("logs to the console with logLevel, without the card and the security code", async () => {
    const lines: string[] = []
    page.on("console", (message) => lines.push(`${message.type()} ${message.text()}`))
    await inPage(`await new Vintem(key, { baseUrl, logLevel: "debug" }).tokens.create(${CARD})`)
    expect(lines.join("\n")).to.match(/^info vintem info: POST \/v1\/tokens 201 in \d+ ms, req_/m)
    expect(lines.join("\n")).to.match(/^debug vintem debug: POST \/v1\/tokens is sent .*"number":"\[redacted\]"/m)
    for (const hidden of ["424242424242", '"123"', options.key]) expect(lines.join("\n")).not.to.include(hidden)
  })

  it("refuses a secret key before it sends anything", async () => {
    const sent: string[] = []
    page.on("request", (request) => sent.push(request.url()))
    expect(await inPage(`try { new Vintem(secretKey, { baseUrl }) } catch (error) { return error.message }`)).to.include(
      "browser",
    )
    const refused = inPage(
      `return new Vintem(key, { baseUrl }).balance.retrieve({ apiKey: secretKey }).catch((error) => error.message)`,
    )
    expect(await refused).to.include("browser")
    expect(sent).to.deep.equal([])
  })

  it("verifies webhooks, synchronously and with WebCrypto", async () => {
    const verified = await inPage(`
      const payload = JSON.stringify({ id: "evt_1" })
      const header = webhooks.generateTestHeader({ payload, secret: "whsec_a" })
      const bytes = new TextEncoder().encode(payload)
      return [webhooks.constructEvent(bytes, header, "whsec_a").id, (await webhooks.constructEventAsync(payload, header, "whsec_a")).id]
    `)
    expect(verified).to.deep.equal(["evt_1", "evt_1"])
  })
})
