// Draws parts of a PDF page: text that fits, lines, and the characters that the standard fonts have.
import { plainLetters } from "../../../base/letters.ts"

export type Page = PDFKit.PDFDocument

export const MM = 72 / 25.4
export const LABEL = { font: "Helvetica", size: 6 }
export const VALUE = { font: "Helvetica", size: 8.5 }
export const BOLD = "Helvetica-Bold"

export type Style = { font: string; size: number; width: number; align?: "left" | "right" | "center" }

/** Writes one line of text, and cuts it with an ellipsis if it is wider than its cell. */
export function write(page: Page, text: string, x: number, y: number, { font, size, width, align = "left" }: Style): void {
  page.font(font).fontSize(size).fillColor("black")
  page.text(truncate(page, printable(text), width), x, y, { width, align, lineBreak: false })
}

export function writeLines(page: Page, lines: string[], x: number, y: number, width: number, height: number): void {
  page.font(VALUE.font).fontSize(8).fillColor("black")
  page.text(lines.map(printable).join("\n"), x, y, { width, height, lineGap: 1, ellipsis: true })
}

function truncate(page: Page, text: string, width: number): string {
  if (page.widthOfString(text) <= width) return text
  let short = text
  while (short && page.widthOfString(`${short}…`) > width) short = short.slice(0, -1)
  return `${short}…`
}

export function line(page: Page, x0: number, y0: number, x1: number, y1: number, width: number): void {
  page.lineWidth(width).strokeColor("black").moveTo(x0, y0).lineTo(x1, y1).stroke()
}

/** The characters that the standard fonts of PDF have. */
const UNPRINTABLE = /[^\x20-\x7e\u00a0-\u00ff–…]+/gu

/** Replaces what the standard fonts cannot show: a Latin letter loses its mark, and a question mark stands for any other characters. */
export function printable(text: string): string {
  return text.normalize("NFC").replace(UNPRINTABLE, (unknown) => plainLetters(unknown).replace(UNPRINTABLE, "?"))
}
