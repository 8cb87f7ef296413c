import PDFDocument from "pdfkit"
import { namedDocument } from "../../../accounts/document.ts"
import { bankCheckDigit, formatLine, lineOfBarCode } from "../../../acquirers/bar-code.ts"
import type { BoletoPaper } from "../../../payments/links/table.ts"
import { barsOf } from "./bars.ts"
import { BOLD, LABEL, line, MM, type Page, printable, VALUE, write, writeLines } from "./pdf-parts.ts"

type Cell = { label: string; value?: string; width: number; align?: "right"; bold?: boolean; shaded?: boolean }

const LEFT = 15 * MM
const WIDTH = 180 * MM
const TOP = 15 * MM
const LOGO = { width: 60 * MM, height: 16 * MM }
/** The right-hand column, which holds the due date and the amount. The widths of all cells are in millimetres. */
const SIDE = 48
const MAIN = 180 - SIDE
const ROW = 7.6 * MM

/**
 * The boleto as an A4 PDF in Portuguese. The payer's receipt is above the cutting line, and the slip with the bar code is below. `logo`
 * is a PNG or JPEG of the merchant.
 */
export function boletoPdf(boleto: BoletoPaper, logo?: Uint8Array): Promise<Buffer> {
  const page = new PDFDocument({
    size: "A4",
    margin: 0,
    info: { Title: `Boleto ${boleto.documentNumber}`, Author: printable(boleto.payee.name) },
    lang: "pt-BR",
  })
  const chunks: Buffer[] = []
  page.on("data", (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve, reject) => {
    page.on("end", () => resolve(Buffer.concat(chunks)))
    page.on("error", reject)
  })
  if (boleto.test) drawWarning(page)
  const cut = drawReceipt(page, boleto, logo ? drawLogo(page, logo, TOP) : TOP)
  drawSlip(page, boleto, drawCut(page, cut))
  page.end()
  return finished
}

function drawLogo(page: Page, logo: Uint8Array, top: number): number {
  page.image(Buffer.from(logo), LEFT, top - 3 * MM, { fit: [LOGO.width, LOGO.height] })
  return top + LOGO.height
}

function drawReceipt(page: Page, boleto: BoletoPaper, top: number): number {
  const { payee, payer } = boleto
  let y = drawHead(page, boleto, top)
  y = drawRow(page, y, [
    { label: "Beneficiário", value: nameAndDocument(payee), width: MAIN },
    { label: "Vencimento", value: brazilianDate(boleto.dueDate), width: SIDE, align: "right", bold: true, shaded: true },
  ])
  if (payee.address) y = drawRow(page, y, [{ label: "Endereço do beneficiário", value: payee.address, width: MAIN + SIDE }])
  y = drawRow(page, y, [
    { label: "Pagador", value: nameAndDocument(payer), width: MAIN },
    { label: "Valor do documento", value: reais(boleto.amount), width: SIDE, align: "right", bold: true, shaded: true },
  ])
  y = drawRow(page, y, [
    { label: "Nº do documento", value: boleto.documentNumber, width: 66 },
    { label: "Data do documento", value: brazilianDate(boleto.issuedOn), width: 30 },
    { label: "Agência / Código do beneficiário", value: payee.agencyAndCode, width: MAIN - 96 },
    { label: "Nosso número", value: boleto.ourNumber, width: SIDE, align: "right" },
  ])
  y = drawBox(page, y, 26 * MM, "Demonstrativo", boleto.statementDescriptor ? [boleto.statementDescriptor] : [])
  write(page, "Recibo do Pagador", LEFT, y + 1.2 * MM, { ...LABEL, font: BOLD, size: 7, width: WIDTH / 2 })
  write(page, "Autenticação mecânica", LEFT, y + 1.2 * MM, { ...LABEL, size: 7, width: WIDTH, align: "right" })
  return y + 20 * MM
}

function drawSlip(page: Page, boleto: BoletoPaper, top: number): void {
  const { payee, amount } = boleto
  let y = drawHead(page, boleto, top)
  y = drawRow(page, y, [
    { label: "Local de pagamento", value: "Pagável em qualquer banco até o vencimento", width: MAIN },
    { label: "Vencimento", value: brazilianDate(boleto.dueDate), width: SIDE, align: "right", bold: true, shaded: true },
  ])
  y = drawRow(page, y, [
    { label: "Beneficiário", value: nameAndDocument(payee), width: MAIN },
    { label: "Agência / Código do beneficiário", value: payee.agencyAndCode, width: SIDE, align: "right" },
  ])
  y = drawRow(page, y, [
    { label: "Data do documento", value: brazilianDate(boleto.issuedOn), width: 26 },
    { label: "Nº do documento", value: boleto.documentNumber, width: 52 },
    { label: "Espécie doc.", value: "DM", width: 16 },
    { label: "Aceite", value: "N", width: 12 },
    { label: "Data do processamento", value: brazilianDate(boleto.issuedOn), width: MAIN - 106 },
    { label: "Nosso número", value: boleto.ourNumber, width: SIDE, align: "right" },
  ])
  y = drawRow(page, y, [
    { label: "Uso do banco", width: 26 },
    { label: "Carteira", value: boleto.wallet, width: 18 },
    { label: "Espécie", value: "R$", width: 18 },
    { label: "Quantidade", width: 35 },
    { label: "Valor", width: MAIN - 97 },
    { label: "(=) Valor do documento", value: reais(amount), width: SIDE, align: "right", bold: true, shaded: true },
  ])
  y = drawInstructions(page, y, boleto)
  y = drawPayer(page, y, boleto)
  write(page, "Sacador / Avalista", LEFT, y + 0.8 * MM, { ...LABEL, width: WIDTH / 2 })
  write(page, "Autenticação mecânica – Ficha de Compensação", LEFT, y + 0.8 * MM, {
    ...LABEL,
    font: BOLD,
    size: 7,
    width: WIDTH,
    align: "right",
  })
  drawBars(page, boleto.barCode, LEFT, y + 6 * MM)
}

/** Draws the bank's name, its number, and the digits that payers type. */
function drawHead(page: Page, { bank, barCode }: BoletoPaper, y: number): number {
  const bottom = y + 9 * MM
  write(page, bank.name, LEFT, y + 3.2 * MM, { font: BOLD, size: 12, width: 42 * MM })
  write(page, `${bank.code}-${bankCheckDigit(bank.code)}`, LEFT + 44 * MM, y + 2.6 * MM, {
    font: BOLD,
    size: 14,
    width: 18 * MM,
    align: "center",
  })
  write(page, formatLine(lineOfBarCode(barCode)), LEFT + 64 * MM, y + 3.6 * MM, {
    font: BOLD,
    size: 10.8,
    width: 116 * MM,
    align: "right",
  })
  for (const x of [44, 62]) line(page, LEFT + x * MM, y + 2 * MM, LEFT + x * MM, bottom, 1.2)
  line(page, LEFT, bottom, LEFT + WIDTH, bottom, 1.2)
  return bottom
}

function drawRow(page: Page, y: number, cells: Cell[]): number {
  let x = LEFT
  for (const cell of cells) {
    drawCell(page, x, y, ROW, cell)
    x += cell.width * MM
  }
  for (const edge of [y, y + ROW]) line(page, LEFT, edge, LEFT + WIDTH, edge, 0.5)
  return y + ROW
}

function drawCell(page: Page, x: number, y: number, height: number, { label, value, width, align, bold, shaded }: Cell): void {
  if (shaded) page.rect(x, y, width * MM, height).fill("#eeeeee")
  line(page, x, y, x, y + height, 0.5)
  const inner = { width: (width - 2.4) * MM }
  write(page, label, x + 1.2 * MM, y + 0.8 * MM, { ...LABEL, ...inner })
  if (value) write(page, value, x + 1.2 * MM, y + 3.6 * MM, { ...VALUE, font: bold ? BOLD : VALUE.font, ...inner, align })
}

function drawBox(page: Page, y: number, height: number, label: string, lines: string[]): number {
  line(page, LEFT, y, LEFT, y + height, 0.5)
  write(page, label, LEFT + 1.2 * MM, y + 0.8 * MM, { ...LABEL, width: WIDTH })
  writeLines(page, lines, LEFT + 1.2 * MM, y + 4.2 * MM, WIDTH - 2.4 * MM, height - 5 * MM)
  line(page, LEFT, y + height, LEFT + WIDTH, y + height, 0.5)
  return y + height
}

function drawInstructions(page: Page, y: number, { instructions, statementDescriptor }: BoletoPaper): number {
  const side = [
    "(-) Desconto / Abatimento",
    "(-) Outras deduções",
    "(+) Mora / Multa",
    "(+) Outros acréscimos",
    "(=) Valor cobrado",
  ]
  const height = side.length * ROW
  line(page, LEFT, y, LEFT, y + height, 0.5)
  write(page, "Instruções (texto de responsabilidade do beneficiário)", LEFT + 1.2 * MM, y + 0.8 * MM, {
    ...LABEL,
    width: MAIN * MM,
  })
  writeLines(
    page,
    statementDescriptor ? [...instructions, statementDescriptor] : instructions,
    LEFT + 1.2 * MM,
    y + 4.6 * MM,
    (MAIN - 3) * MM,
    height - 5.5 * MM,
  )
  for (const [i, label] of side.entries()) {
    drawCell(page, LEFT + MAIN * MM, y + i * ROW, ROW, { label, width: SIDE, shaded: i === side.length - 1 })
    line(page, LEFT + MAIN * MM, y + (i + 1) * ROW, LEFT + WIDTH, y + (i + 1) * ROW, 0.5)
  }
  line(page, LEFT, y + height, LEFT + WIDTH, y + height, 0.5)
  return y + height
}

function drawPayer(page: Page, y: number, { payer }: BoletoPaper): number {
  const height = 17 * MM
  line(page, LEFT, y, LEFT, y + height, 0.5)
  write(page, "Pagador", LEFT + 1.2 * MM, y + 0.8 * MM, { ...LABEL, width: WIDTH })
  writeLines(page, [nameAndDocument(payer), ...payer.address], LEFT + 1.2 * MM, y + 4 * MM, WIDTH - 3 * MM, height - 5 * MM)
  line(page, LEFT, y + height, LEFT + WIDTH, y + height, 1.2)
  return y + height
}

/** Draws the bars 103 mm wide and 13 mm high, as the banks require. */
function drawBars(page: Page, barCode: string, x: number, y: number): void {
  const { bars, width } = barsOf(barCode)
  const unit = (103 * MM) / width
  for (const bar of bars) page.rect(x + bar.x * unit, y, bar.width * unit, 13 * MM)
  page.fill("black")
}

function drawCut(page: Page, y: number): number {
  page.save().dash(3, { space: 3 })
  line(page, LEFT, y, LEFT + WIDTH, y, 0.6)
  page.restore()
  write(page, "Corte na linha pontilhada", LEFT, y - 3.2 * MM, { ...LABEL, width: WIDTH, align: "right" })
  return y + 6 * MM
}

function drawWarning(page: Page): void {
  page
    .save()
    .rotate(-32, { origin: [page.page.width / 2, page.page.height / 2] })
    .fillOpacity(0.1)
  page.font(BOLD).fontSize(46).fillColor("black")
  page.text("TESTE – SEM VALOR", 0, page.page.height / 2 - 60, { width: page.page.width, align: "center", lineBreak: false })
  page.restore()
  const y = page.page.height - 20 * MM
  write(page, "Boleto de teste: não é uma cobrança e não pode ser pago.", LEFT, y, {
    font: "Helvetica",
    size: 8,
    width: WIDTH,
    align: "center",
  })
}

function nameAndDocument({ name, document }: { name: string; document?: string | null }): string {
  return document ? `${name} – ${namedDocument(document)}` : name
}

/** `R$ 1.234,56` */
export function reais(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ".")
  return `R$ ${whole},${String(cents % 100).padStart(2, "0")}`
}

/** `24/11/2026` for `2026-11-24`. */
export function brazilianDate(date: string): string {
  return date.split("-").reverse().join("/")
}
