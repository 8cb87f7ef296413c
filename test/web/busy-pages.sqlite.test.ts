import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { payWith } from "../support/merchants/rails.ts"

const PAGES = {
  "pt-BR": ['<html lang="pt-BR">', "<h1>Muitas visitas ao mesmo tempo</h1>", "Espere 5 segundos"],
  en: ['<html lang="en">', "<h1>Too many visits at once</h1>", "Wait 5 seconds"],
  es: ['<html lang="es-AR">', "<h1>Demasiadas visitas a la vez</h1>", "Espere 5 segundos"],
}

/** One visit is served. The next one would have to wait for a day, however slow the machine is. */
const ONE_VISIT = { perSecond: 1 / 86_400, atOnce: 0, maxWaitMs: 0 }

describe("A payer from an address with too many visits", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api", visits: ONE_VISIT })
  })
  after(() => vintem.close())

  it("reads in their language that they can try again in a moment", async () => {
    const url = (await payWith(vintem, "pix")).next_action.qr_code_url.replace("/qr.png", "")
    expect((await fetch(url)).status).to.equal(200)
    for (const [language, texts] of Object.entries(PAGES)) {
      const response = await fetch(url, { headers: { "accept-language": language } })
      const { headers } = response
      expect([response.status, headers.get("content-type"), headers.get("retry-after")]).to.deep.equal([
        429,
        "text/html; charset=utf-8",
        "5",
      ])
      const html = await response.text()
      for (const text of texts) expect(html).to.contain(text)
    }
  })
})
