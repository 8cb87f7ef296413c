import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { beforeStatements } from "../support/databases/statements.ts"
import { until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { newPayer, payWith } from "../support/merchants/rails.ts"

describe("Pictures for payers", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  /** How many times each file was drawn. */
  async function drawn(): Promise<Record<string, number>> {
    const text = await (await fetch(vintem.metricsUrl)).text()
    const lines = text.matchAll(/^vintem_drawings_total\{file="([^"]+)"\} (\d+)$/gm)
    return Object.fromEntries([...lines].map(([, file, count]) => [file, Number(count)]))
  }

  async function drawnBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await drawn()
    await work()
    const counts = Object.entries(await drawn()).map(([file, count]) => [file, count - (before[file] ?? 0)] as const)
    return Object.fromEntries(counts.filter(([, count]) => count > 0))
  }

  it("are drawn once for forty who ask at the same time, and not again afterwards", async () => {
    const { next_action } = await payWith(vintem, "pix")
    const look = async () => Buffer.from(await (await fetch(next_action.qr_code_url)).arrayBuffer())
    let pictures: Buffer[] = []
    const counts = await drawnBy(async () => {
      pictures = await Promise.all(Array.from({ length: 40 }, look))
      pictures.push(await look())
    })
    expect(counts).to.deep.equal({ "qr.png": 1 })
    expect(pictures[0]!.length).to.be.greaterThan(500)
    for (const picture of pictures) expect(picture.equals(pictures[0]!)).to.equal(true)
  })

  it("cost no look at the account, unless they are of a boleto, which has a time to be paid by", async () => {
    let reads = 0
    beforeStatements((sql) => {
      if (/from [`"]accounts/.test(String(sql))) reads++
    })
    const readsOf = async (url: string) => {
      reads = 0
      expect((await fetch(url)).status).to.equal(200)
      return reads
    }
    const pix = (await payWith(vintem, "pix")).next_action.qr_code_url
    const boleto = (await payWith(vintem, "boleto")).next_action.barcode_url
    expect(await readsOf(pix)).to.equal(0)
    expect(await readsOf(boleto)).to.equal(1)
  })

  it("belong to one link and one file each", async () => {
    const [one, other] = [await payWith(vintem, "boleto"), await payWith(vintem, "boleto")]
    const texts = new Set<string>()
    const counts = await drawnBy(async () => {
      for (const { next_action } of [one, other, one])
        for (const url of [next_action.pdf_url, next_action.barcode_url]) texts.add(await (await fetch(url)).text())
    })
    expect(counts).to.deep.equal({ "boleto.pdf": 2, "barcode.png": 2 })
    expect(texts.size).to.equal(4)
  })

  it("are not shown any more once the payment is canceled, though they were drawn before", async () => {
    const { id, next_action } = await payWith(vintem, "pix")
    expect((await fetch(next_action.qr_code_url)).status).to.equal(200)
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    const later = await fetch(next_action.qr_code_url)
    expect([later.status, later.headers.get("content-type"), later.headers.get("cache-control")]).to.deep.equal([
      410,
      "text/html; charset=utf-8",
      "no-store",
    ])
  })
})

/** Two drawings each. Nothing is drawn before the first of each kind has loaded its modules, so that more than 200 wait. */
const MANY_BOLETOS = 130

describe("A payer of a shop for which too many pictures are being drawn", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({ TRUST_PROXY: "true" }, { role: "api" })
  })
  after(() => vintem.close())

  it("reads that they can try again in a moment, and sees the boleto then", async () => {
    const customer = (await newPayer(vintem)).id
    const boletos = await Promise.all(Array.from({ length: MANY_BOLETOS }, () => payWith(vintem, "boleto", { customer })))
    const urls = boletos.flatMap(({ next_action }: Json): string[] => [next_action.barcode_url, next_action.pdf_url])
    // Each payer has an address of their own.
    const look = async (url: string, n: number) => {
      const response = await fetch(url, { headers: { "x-forwarded-for": `198.51.100.${n % 250}`, "accept-language": "pt-BR" } })
      return { url, status: response.status, headers: response.headers, text: await response.text() }
    }
    const seen = await Promise.all(urls.map(look))
    const { url, status, headers, text } = seen.find((one) => one.status !== 200)!
    expect([status, headers.get("content-type"), headers.get("retry-after"), headers.get("cache-control")]).to.deep.equal([
      503,
      "text/html; charset=utf-8",
      "5",
      "no-store",
    ])
    expect(text).to.contain("<h1>Esta página não está disponível agora</h1>").and.to.contain("Espere um instante")
    await until(async () => (await look(url, 251)).status === 200)
  })
})
