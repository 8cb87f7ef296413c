import { connect, type Socket } from "node:net"
import { expect } from "chai"
import { VISITS } from "../../src/bounds.ts"
import { until } from "../support/merchant.ts"
import { payWith } from "../support/rails.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const EVERY_MS = 50
/** Four times as many as are served in this time. */
const VISITS_AT_A_TIME = (4 * VISITS.perSecond * EVERY_MS) / 1000

const PAGES = {
  "pt-BR": ['<html lang="pt-BR">', "<h1>Muitas visitas ao mesmo tempo</h1>", "Espere 5 segundos"],
  en: ['<html lang="en">', "<h1>Too many visits at once</h1>", "Wait 5 seconds"],
  es: ['<html lang="es-AR">', "<h1>Demasiadas visitas a la vez</h1>", "Espere 5 segundos"],
}

describe("A payer from an address with too many visits", () => {
  let vintem: Running
  let visitors: { leave(): void }
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    visitors = manyVisitors(vintem.url)
  })
  after(async () => {
    visitors.leave()
    await vintem.close()
  })

  it("reads in their language that they can try again in a moment", async () => {
    const url = (await payWith(vintem, "pix")).next_action.qr_code_url.replace("/qr.png", "")
    for (const [language, texts] of Object.entries(PAGES)) {
      const { status, headers, html } = await until(() => firstRefused(url, language))
      expect([status, headers.get("content-type"), headers.get("retry-after")]).to.deep.equal([
        429,
        "text/html; charset=utf-8",
        "5",
      ])
      for (const text of texts) expect(html).to.contain(text)
    }
  })
})

/** Visits some times at once, as one or the other may be served. Undefined where all are. */
async function firstRefused(url: string, language: string) {
  const over = new AbortController()
  const visits = Array.from({ length: 2 * VISITS_AT_A_TIME }, async () => {
    const response = await fetch(url, { headers: { "accept-language": language }, signal: over.signal })
    if (response.status === 200) throw new Error("This visit was served.")
    return { status: response.status, headers: response.headers, html: await response.text() }
  })
  const refused = await Promise.any(visits).catch(() => undefined)
  over.abort()
  return refused
}

/** Others visit a page that does not exist, again and again. */
function manyVisitors(url: string): { leave(): void } {
  const { hostname, port } = new URL(url)
  const visits = new Set<Socket>()
  const visit = () => {
    const socket = connect(Number(port), hostname)
    visits.add(socket)
    socket.on("error", () => {}) // some are cut off when they leave
    socket.on("close", () => visits.delete(socket))
    socket.end("GET /pay/nothing HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n").resume()
  }
  const coming = setInterval(() => {
    for (let n = 0; n < VISITS_AT_A_TIME; n++) visit()
  }, EVERY_MS)
  return {
    leave: () => {
      clearInterval(coming)
      for (const socket of visits) socket.destroy()
    },
  }
}
