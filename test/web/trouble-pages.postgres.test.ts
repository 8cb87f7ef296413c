import { expect } from "chai"
import { pino } from "pino"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { until } from "../support/merchants/merchant.ts"
import { payWith } from "../support/merchants/rails.ts"

const PAGES = {
  "pt-BR": ["<h1>Esta página não está disponível agora</h1>", "Espere um instante"],
  en: ["<h1>This page is not available at the moment</h1>", "Wait a moment"],
  "es-MX": ["<h1>Esta página no está disponible ahora</h1>", "Espere un momento"],
}

describe("A payer while the database is away", () => {
  let databases: Databases
  let line: Line
  let vintem: Running
  before(async () => {
    databases = await freshDatabases()
    line = await openLine(databases.env.TEST_DATABASE_URL!)
    vintem = await startVintem({ TEST_DATABASE_URL: line.url }, { databases, role: "api", log: pino({ level: "silent" }) })
  })
  after(async () => {
    await vintem.close()
    await line.close()
    await databases.remove()
  })

  it("reads in their language that the page comes later, and sees it when the database is back", async () => {
    const url = (await payWith(vintem, "pix")).next_action.qr_code_url.replace("/qr.png", "")
    await line.down()
    for (const [language, texts] of Object.entries(PAGES)) {
      const { status, headers, html } = await visit(url, language)
      expect([status, headers.get("content-type"), headers.get("retry-after")]).to.deep.equal([
        503,
        "text/html; charset=utf-8",
        "5",
      ])
      for (const text of texts) expect(html).to.contain(text)
    }
    await line.up()
    await until(async () => (await visit(url, "en")).status === 200)
  })
})

async function visit(url: string, language: string) {
  const response = await fetch(url, { headers: { accept: "text/html", "accept-language": language } })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
