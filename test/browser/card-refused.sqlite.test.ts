import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import { type CardPage, strictPolicy, useCardPages } from "../support/browser/card-page.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const RETRYABLE = { "service-should-retry": "true", "access-control-expose-headers": "Service-Should-Retry" }

describe("A token that cannot be made in the browser", () => {
  const pages = useCardPages()
  let shop: CardPage

  /** Mounts a card and asks for a token. Returns the result and how long it took, in milliseconds. */
  const mountAndAsk = () =>
    shop.page.evaluate(async () => {
      const { vintem, performance } = globalThis as InPage
      const card = vintem.elements().create("card")
      card.mount("#card")
      const started = performance.now()
      const result = await vintem.createToken(card)
      return { ...result, ms: performance.now() - started }
    })
  const otherAccount = async () => {
    const account = await pages.vintem.newAccount()
    const { key: secret } = await pages.vintem.newKey({ account })
    const { key, id } = await pages.vintem.newKey({ account, kind: "publishable" })
    await pages.vintem.request("POST", "/merchant-origins", { origin: pages.origin }, { key: secret })
    return { secret, key, id }
  }

  it("names the origin that is not registered, within a few seconds, and shows no fields", async () => {
    const { key } = await pages.vintem.newKey({ account: await pages.vintem.newAccount(), kind: "publishable" })
    shop = await pages.open({ bare: true, key })
    const { token, error, ms } = await mountAndAsk()
    expect(token).to.equal(undefined)
    expect(error).to.include({ type: "connection_error", code: "frame_not_loaded" })
    expect(error.message).to.contain(`vintem origins add ${pages.origin}`).and.contain("POST /merchant-origins")
    expect(ms).to.be.lessThan(9000)
    const again = await shop.page.evaluate(() => (globalThis as InPage).vintem.createToken("pix"))
    expect(again.error).to.include({ code: "frame_not_loaded" })
    expect(await shop.number.count()).to.equal(0)
  })

  it("names the policy of a page that does not allow the frame", async () => {
    const policy = strictPolicy(pages.vintem.server.frameOrigin!).replace(/frame-src [^;]+/, "frame-src 'none'")
    shop = await pages.open({ bare: true, policy })
    const { error } = await mountAndAsk()
    expect(error.message).to.contain(`frame-src ${pages.vintem.server.frameOrigin}`)
  })

  it("says that the key was revoked since the page was loaded", async () => {
    const { key, id } = await otherAccount()
    shop = await pages.open({ key })
    await shop.fill("4242424242424242")
    expect((await pages.vintem.cli("keys", "revoke", id)).status).to.equal(0)
    expect((await shop.createToken()).error).to.include({ type: "authentication_error", code: "api_key_invalid" })
  })

  it("says that the origin was removed since the page was loaded", async () => {
    const { key, secret } = await otherAccount()
    shop = await pages.open({ key })
    await shop.fill("4242424242424242")
    const path = `/merchant-origins?origin=${encodeURIComponent(pages.origin)}`
    expectStatus(await pages.vintem.request("DELETE", path, undefined, { key: secret }), 200)
    const { error } = await shop.createToken()
    expect(error).to.include({ type: "permission_error", code: "origin_not_allowed" })
    expect(error.message).to.contain("POST /merchant-origins")
  })

  it("says in the payer's language that there is no connection", async () => {
    shop = await pages.open({ locale: "es" })
    await shop.fill("4242424242424242")
    await shop.context.setOffline(true)
    expect((await shop.createToken()).error).to.deep.equal({
      type: "connection_error",
      code: "network_error",
      message: "No hay conexión. Revise su red y vuelva a intentar.",
    })
    await shop.context.setOffline(false)
    expect((await shop.createToken()).token?.object).to.equal("token")
  })

  it("says in the payer's language that no answer came, where nothing is answered any more, and can be tried again", async () => {
    shop = await pages.open({ locale: "es" })
    await shop.fill("4242424242424242")
    await shop.page.clock.install()
    await shop.context.route(/\/v1\/(tokens|frame\/refusal)/, () => {})
    const asked = (path: string) => shop.page.waitForRequest((request) => request.url().includes(path))
    const token = asked("/v1/tokens")
    const result = shop.createToken()
    await token
    const refusal = asked("/v1/frame/refusal")
    await shop.page.clock.runFor(10_000) // as long as a request may take
    await refusal
    await shop.page.clock.runFor(5000) // as long as the frame asks why
    expect((await result).error).to.deep.equal({
      type: "connection_error",
      code: "timeout",
      message: "La respuesta tardó demasiado. Vuelva a intentar.",
    })
    await shop.context.unroute(/\/v1\/(tokens|frame\/refusal)/)
    expect((await shop.createToken()).token?.object).to.equal("token")
  })

  it("shows a refusal of the API at the field that it is about", async () => {
    shop = await pages.open({ locale: "en" })
    await shop.fill("4242424242424242")
    const error = {
      type: "invalid_request_error",
      code: "parameter_invalid",
      message: "No.",
      param: "card.number",
      request_id: "req_1",
    }
    await shop.context.route("**/v1/tokens", (route) =>
      route.fulfill({
        status: 400,
        json: { error },
        headers: { "access-control-allow-origin": pages.vintem.server.frameOrigin! },
      }),
    )
    const refused = await shop.createToken()
    expect(refused.error).to.deep.equal({ type: error.type, code: error.code, message: "No.", param: "card.number" })
    expect(await shop.fields.locator("#number-error").textContent()).to.equal(
      "This card number is not accepted. Check its digits.",
    )
  })

  it("is tried again with the same Idempotency-Key where the API says so, and only there", async () => {
    shop = await pages.open()
    await shop.fill("4242424242424242")
    const error = { type: "api_error", code: "not_ready", message: "Not ready." }
    const sent: { key: string | undefined; parent: string | undefined }[] = []
    let failures = 1
    let headers: Record<string, string> = RETRYABLE
    await shop.context.route("**/v1/tokens", (route) => {
      if (route.request().method() === "OPTIONS") return route.continue()
      const asked = route.request().headers()
      sent.push({ key: asked["idempotency-key"], parent: asked["service-parent-origin"] })
      if (failures-- <= 0) return route.continue()
      const cors = { "access-control-allow-origin": pages.vintem.server.frameOrigin!, ...headers }
      return route.fulfill({ status: 503, json: { error }, headers: cors })
    })
    expect((await shop.createToken()).token?.object).to.equal("token")
    expect(sent).to.have.length(2)
    expect(sent[0]).to.deep.equal(sent[1])
    expect(sent[0]!.parent).to.equal(pages.origin)

    sent.length = 0
    failures = 1
    headers = { ...RETRYABLE, "service-should-retry": "false" }
    expect((await shop.createToken()).error).to.include({ code: "not_ready" })
    expect(sent).to.have.length(1)
    await shop.createToken()
    expect(sent[1]!.key).not.to.equal(sent[0]!.key)
  })

  it("is refused while another token of the same card is being made", async () => {
    shop = await pages.open()
    await shop.fill("4242424242424242")
    const [one, two] = await shop.page.evaluate(() => {
      const { vintem, card } = globalThis as InPage
      return Promise.all([vintem.createToken(card), vintem.createToken(card)])
    })
    expect(one.token?.object).to.equal("token")
    expect(two.error).to.include({ code: "request_in_progress" })
  })

  it("is a result with an error, never a rejection, where the page passes something that is no card", async () => {
    shop = await pages.open({ bare: true })
    for (const what of [undefined, null, "cash", {}, 5]) {
      const result = await shop.page.evaluate((given) => (globalThis as InPage).vintem.createToken(given), what)
      expect(result.error, String(what)).to.include({ type: "invalid_request_error", code: "parameter_invalid" })
    }
  })

  it("is refused for a sandboxed page, which has no origin", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": "sandbox allow-scripts" })
      response.end(`<script src="${pages.vintem.server.frameOrigin}/v1/vintem.js"></script><div id="card"></div>`)
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    try {
      shop = await pages.open({ bare: true })
      await shop.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await shop.page.evaluate((key) => {
        const page = globalThis as InPage
        page.vintem = page.Vintem(key)
      }, pages.key)
      const { error } = await mountAndAsk()
      expect(error.code).to.be.oneOf(["origin_not_allowed", "frame_not_loaded"])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it("throws for a key that does not belong in a page, without repeating it", async () => {
    shop = await pages.open({ bare: true })
    const thrown = (key: unknown) =>
      shop.page.evaluate((given) => {
        try {
          ;(globalThis as InPage).Vintem(given)
          return ""
        } catch (error) {
          return (error as Error).message
        }
      }, key)
    for (const key of [pages.vintem.key, pages.vintem.key.replace("zsk", "zrk")]) {
      expect(await thrown(key))
        .to.contain("must never be in a page")
        .and.not.contain(key.slice(9))
    }
    for (const key of ["", "zk_test_1", "pk_test_1", null, 5]) expect(await thrown(key)).to.contain("publishable key")
  })

  it("throws where the page asks for an element, an option or an event that does not exist", async () => {
    shop = await pages.open({ bare: true })
    const thrown = await shop.page.evaluate(() => {
      const { vintem } = globalThis as InPage
      const card = vintem.elements().create("card")
      const calls = [
        () => vintem.elements({ colour: "red" }),
        () => vintem.elements({ locale: "fr" }),
        () => vintem.elements().create("iban"),
        () => card.mount("#nowhere"),
        () => card.on("paid", () => {}),
        () => card.on("ready"),
        () => [1, 2].map(() => card.mount("#card")),
      ]
      return calls.map((call) => {
        try {
          return String(call())
        } catch (error) {
          return (error as Error).message
        }
      })
    })
    const parts = ["'colour'", "locale", "'card'", "#nowhere", "'paid'", "function", "mounted already"]
    for (const [index, part] of parts.entries()) expect(thrown[index]).to.contain(part)
  })
})
