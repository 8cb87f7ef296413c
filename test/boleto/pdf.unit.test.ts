import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import QrCode from "qrcode"
import { boletoBarCode } from "../../src/acquirers/bar-code.ts"
import type { BoletoPaper } from "../../src/payments/links/table.ts"
import { boletoPdf } from "../../src/web/pay/boleto/pdf.ts"
import { readPdf } from "../support/bytes/pdf.ts"
import { drawingOf } from "../support/bytes/pdf-drawing.ts"
import { readInterleaved } from "../support/bytes/pictures.ts"

const MM = 72 / 25.4
const A4 = { width: 210 * MM, height: 297 * MM }

/** What the boleto of all members looks like, with the first of its bars. */
const DRAWING = join(import.meta.dirname, "drawing.txt")

const PAPER: BoletoPaper = {
  barCode: boletoBarCode({ bank: "999", amount: 123456, dueDate: "2026-11-24", freeField: "1234567890123456789012345" }),
  amount: 123456,
  dueDate: "2026-11-24",
  issuedOn: "2026-11-21",
  bank: { name: "Banco Vintém", code: "237" },
  payee: { name: "Padaria São João", agencyAndCode: "0001 / 7654321" },
  payer: { name: "Ana Souza", document: "52998224725", address: ["Rua das Laranjeiras, 100", "São Paulo – SP"] },
  documentNumber: "pi_1",
  ourNumber: "09/12345678901",
  wallet: "09",
  statementDescriptor: "PADARIA",
  instructions: ["Não receber após o vencimento."],
  test: false,
}

/** Longer than its column is wide. */
const LONG = `Não receber após o vencimento. ${"Após o vencimento, peça outro boleto. ".repeat(4)}`
const isBar = (line: string) => /^rectangle .* 13$/.test(line)
const printed = async (changes: Partial<BoletoPaper> = {}) => readPdf(await boletoPdf({ ...PAPER, ...changes }))
const textOf = ({ words }: ReturnType<typeof readPdf>) => words.map(({ text }) => text)

describe("The PDF of a boleto", () => {
  it("shows the payee, the amount and the due date on both the receipt and the slip", async () => {
    const { under } = await printed()
    expect(under("Beneficiário")).to.deep.equal(["Padaria São João", "Padaria São João"])
    expect(under("Vencimento")).to.deep.equal(["24/11/2026", "24/11/2026"])
    expect([...under("Valor do documento"), ...under("(=) Valor do documento")]).to.deep.equal(["R$ 1.234,56", "R$ 1.234,56"])
    expect(under("Nº do documento")).to.deep.equal(["pi_1", "pi_1"])
    expect(under("Nosso número")).to.deep.equal(["09/12345678901", "09/12345678901"])
    expect(under("Agência / Código do beneficiário")).to.deep.equal(["0001 / 7654321", "0001 / 7654321"])
    expect([...under("Data do documento"), ...under("Data do processamento")]).to.deep.equal(Array(3).fill("21/11/2026"))
    expect(under("Carteira")).to.deep.equal(["09"])
    expect(under("Demonstrativo")).to.deep.equal(["PADARIA"])
  })

  it("shows the payee's document on both halves, and its address on the receipt, where they are known", async () => {
    const payee = { ...PAPER.payee, document: "11222333000181", address: "Rua das Laranjeiras, 100 – Centro – São Paulo – SP" }
    const { under } = await printed({ payee })
    expect(under("Beneficiário")).to.deep.equal(Array(2).fill("Padaria São João – CNPJ 11.222.333/0001-81"))
    expect(under("Endereço do beneficiário")).to.deep.equal([payee.address])
    expect((await printed()).under("Endereço do beneficiário")).to.deep.equal([])
  })

  it("shows the bank's number and the line code above both halves", async () => {
    const texts = textOf(await printed())
    expect(texts.filter((text) => text === "237-2")).to.have.lengthOf(2)
    expect(texts.filter((text) => text === "99991.23459 67890.123457 67890.123457 5 16400000123456")).to.have.lengthOf(2)
  })

  it("shows names in the letters that its fonts have, and a question mark for other alphabets", async () => {
    const names: [string, string][] = [
      ["Łukasz Żółty", "Lukasz Zólty"],
      ["Søren Åse Großmann", "Søren Åse Großmann"],
      ["Đặng Thị Hà", "Dang Thi Hà"],
      ["Joa\u0303o", "João"],
      ["Ştefan Œuvrard", "Stefan OEuvrard"],
      ["Юрий 王", "? ?"],
    ]
    for (const [name, shown] of names) {
      const { under } = await printed({ payer: { ...PAPER.payer, name } })
      expect(under("Pagador"), name).to.deep.equal(Array(2).fill(`${shown} – CPF 529.982.247-25`))
    }
  })

  it("shows the payer's name, CPF or CNPJ, and address", async () => {
    expect((await printed()).under("Pagador")).to.deep.equal(Array(2).fill("Ana Souza – CPF 529.982.247-25"))
    expect(textOf(await printed())).to.include.members(["Rua das Laranjeiras, 100", "São Paulo – SP"])
    const company = await printed({ payer: { ...PAPER.payer, document: "12ABC34501DE35" } })
    expect(company.under("Pagador")).to.deep.equal(Array(2).fill("Ana Souza – CNPJ 12.ABC.345/01DE-35"))
  })

  it("has a bar code of 103 by 13 mm that encodes the 44 digits", async () => {
    const { rectangles } = await printed()
    const bars = rectangles.filter(({ height }) => Math.abs(height - 13 * MM) < 0.01)
    const [first, last] = [bars[0]!, bars.at(-1)!]
    expect(last.x + last.width - first.x).to.be.closeTo(103 * MM, 0.01)
    const widths = bars.flatMap(({ x, width }, i) => (bars[i + 1] ? [width, bars[i + 1]!.x - x - width] : [width]))
    expect(readInterleaved(widths)).to.equal(PAPER.barCode)
  })

  it("is drawn as a person has looked at it, with all that a boleto can have", async () => {
    const payee = { ...PAPER.payee, document: "11222333000181", address: "Rua das Laranjeiras, 100 – Centro – São Paulo – SP" }
    const file = await boletoPdf({ ...PAPER, payee, instructions: [LONG], test: true }, await QrCode.toBuffer("a logo"))
    const drawing = `${drawingOf(file, 841.89)
      .filter((line, n, all) => !isBar(line) || !isBar(all[n - 1]!))
      .join("\n")}\n`
    // After a change of the layout, look at the PDF, and run this test with RECORD_DRAWING=1.
    if (process.env.RECORD_DRAWING) await writeFile(DRAWING, drawing)
    expect(drawing).to.equal(await readFile(DRAWING, "utf8"))
  })

  it("warns on a test boleto, and only there, that it cannot be paid", async () => {
    const warnings = ["TESTE – SEM VALOR", "Boleto de teste: não é uma cobrança e não pode ser pago."]
    expect(textOf(await printed({ test: true }))).to.include.members(warnings)
    for (const warning of warnings) expect(textOf(await printed())).not.to.include(warning)
  })

  it("fits on one A4 page, even with characters that its fonts lack and with very long texts", async () => {
    const sheet = await printed({
      payee: { name: `株式会社 ${"Padaria ".repeat(50)}`, agencyAndCode: "0001 / 1" },
      payer: { name: "Ana ".repeat(60), document: "12ABC34501DE35", address: ["Rua ".repeat(60)] },
      statementDescriptor: "x ".repeat(127),
      test: true,
    })
    expect(sheet.pages).to.equal(1)
    for (const payee of sheet.under("Beneficiário")) expect(payee).to.match(/^\? Padaria Padaria.*…$/)
    for (const { text, x, y } of sheet.words) {
      expect(x, text).to.be.within(0, A4.width)
      expect(y, text).to.be.within(0, A4.height)
    }
  })
})
