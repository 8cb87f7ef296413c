import { expect } from "chai"
import { VISITS } from "../../src/bounds.ts"
import { payWith } from "../support/rails.ts"
import { type Running, startVintem } from "../support/vintem.ts"

/** More than are served at once and wait, with enough to spare for those that a slow machine serves meanwhile. */
const TOO_MANY = VISITS.atOnce + (VISITS.maxWaitMs / 1000) * VISITS.perSecond + 1000

const PAGES = {
  "pt-BR": ['<html lang="pt-BR">', "<h1>Muitas visitas ao mesmo tempo</h1>", "Espere alguns segundos"],
  en: ['<html lang="en">', "<h1>Too many visits at once</h1>", "Wait a few seconds"],
  es: ['<html lang="es-AR">', "<h1>Demasiadas visitas a la vez</h1>", "Espere unos segundos"],
}

describe("A payer from an address with too many visits", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  it("reads in their language that they can try again in a moment", async () => {
    const url = (await payWith(vintem, "pix")).next_action.qr_code_url.replace("/qr.png", "")
    const over = new AbortController()
    const languages = Object.keys(PAGES)
    const visits = Array.from({ length: TOO_MANY }, async (_, i) => {
      const language = languages[i % languages.length]!
      const response = await fetch(url, { headers: { "accept-language": language }, signal: over.signal })
      if (response.status === 200) throw new Error("This visit was served.")
      return { language, status: response.status, headers: response.headers, html: await response.text() }
    })
    const refused = await Promise.all(languages.map((_, i) => Promise.any(visits.filter((_, n) => n % languages.length === i))))
    over.abort()
    for (const { language, status, headers, html } of refused) {
      expect([status, headers.get("content-type"), headers.get("retry-after")]).to.deep.equal([
        429,
        "text/html; charset=utf-8",
        "5",
      ])
      for (const text of PAGES[language as keyof typeof PAGES]) expect(html).to.contain(text)
    }
  })
})
