import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"

/** What a browser sends for a page. */
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
const LANGUAGES = {
  "pt-BR": ["Muitas visitas ao mesmo tempo", (seconds: string) => `Espere ${seconds} segundos e atualize esta página.`],
  en: ["Too many visits at once", (seconds: string) => `Wait ${seconds} seconds, then refresh this page.`],
  "es-MX": ["Demasiadas visitas a la vez", (seconds: string) => `Espere ${seconds} segundos y actualice esta página.`],
} as const

describe("A payer whose address has sent too many wrong requests", () => {
  let vintem: Running
  const pages: Record<string, string> = {}
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT_ADDRESS: "3" }, { role: "api" })
    const { pdf_url } = (await payWith(vintem, "boleto")).next_action
    pages.boleto = pdf_url.replace("/boleto.pdf", "")
    pages.pdf = pdf_url
    pages.pix = (await payWith(vintem, "pix")).next_action.qr_code_url.replace("/qr.png", "")
    pages.challenge = (await payWith(vintem, CARDS.threeDs)).next_action.url
    pages.unknown = `${vintem.url}/pay/nothing`
    for (let n = 0; n < 3; n++) expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key: null }), 401)
  })
  after(() => vintem.close())

  for (const page of ["pix", "boleto", "pdf", "challenge", "unknown"]) {
    it(`reads in their language that they can try again (${page})`, async () => {
      for (const [language, [heading, wait]] of Object.entries(LANGUAGES)) {
        const response = await fetch(pages[page]!, { headers: { accept: ACCEPT, "accept-language": language } })
        expect([response.status, response.headers.get("content-type")]).to.deep.equal([429, "text/html; charset=utf-8"])
        const retryAfter = response.headers.get("retry-after")!
        expect(Number(retryAfter)).to.be.within(5, 60)
        expect(response.headers.get("referrer-policy")).to.equal("no-referrer")
        expect(await response.text())
          .to.contain(`<h1>${heading}</h1>`)
          .and.to.contain(wait(retryAfter))
      }
    })
  }

  it("reads in their language that they can try again where they have pressed a button of the bank's page", async () => {
    const body = new URLSearchParams({ action: "authorize" })
    const response = await fetch(pages.challenge!, { method: "POST", body, headers: { accept: ACCEPT } })
    expect(response.status).to.equal(429)
    expect(await response.text()).to.contain("<h1>Muitas visitas ao mesmo tempo</h1>")
  })

  it("is told apart from programs, which get JSON", async () => {
    for (const [url, accept] of [
      [`${vintem.url}/v1/customers`, ACCEPT],
      [`${pages.pix}/status`, "application/json"],
      [`${pages.pix}/status`, "application/json, text/plain, */*"],
    ] as const) {
      const response = await fetch(url, { headers: { accept } })
      expect([response.status, response.headers.get("content-type")]).to.deep.equal([429, "application/json; charset=utf-8"])
      const { error } = (await response.json()) as { error: object }
      expect(error).to.include({ type: "rate_limit_error", code: "rate_limit_exceeded" })
    }
  })
})
