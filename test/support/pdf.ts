// What is written and drawn on a PDF that pdfkit made with the fonts that every reader has.
import { inflateSync } from "node:zlib"

export type Words = { text: string; x: number; y: number }
export type Rectangle = { x: number; y: number; width: number; height: number }
export type ReadPdf = {
  pages: number
  /** In the order in which they were written; x and y from the lower left corner, in points. */
  words: Words[]
  rectangles: Rectangle[]
  /** What was written right after each occurrence of a label. */
  under(label: string): string[]
}

const NUMBER = "(-?[\\d.]+)"
const TEXT = new RegExp(`BT\\s+1 0 0 1 ${NUMBER} ${NUMBER} Tm\\s+/\\S+ [\\d.]+ Tf\\s+(?:.*\\s+)?\\[(.*)\\] TJ\\s+ET`, "g")
const RECTANGLE = new RegExp(`^${NUMBER} ${NUMBER} ${NUMBER} ${NUMBER} re$`, "gm")

/** Reads a PDF whose streams are deflated, or are no text. */
export function readPdf(file: Buffer): ReadPdf {
  const source = file.toString("latin1")
  // By its length, as what is deflated may end in what looks like a line end.
  const content = [...source.matchAll(/\/Length (\d+)\s+\/Filter \/FlateDecode\s*>>\s*stream\r?\n/g)]
    .map(({ 0: head, 1: length, index }) => file.subarray(index + head.length, index + head.length + Number(length)))
    .map((stream) => inflateSync(stream).toString("latin1"))
    .join("\n")
  const words = [...content.matchAll(TEXT)].map(([, x, y, shown]) => ({ text: shownText(shown!), x: Number(x), y: Number(y) }))
  const rectangles = [...content.matchAll(RECTANGLE)].map((match) => {
    const [x, y, width, height] = match.slice(1).map(Number) as [number, number, number, number]
    return { x, y, width, height }
  })
  return {
    pages: source.match(/\/Type \/Page\b/g)?.length ?? 0,
    words,
    rectangles,
    under: (label) => words.flatMap(({ text }, i) => (text === label ? [words[i + 1]?.text ?? ""] : [])),
  }
}

/** `<54455354> 80 <45> 0`: hexadecimal characters of Windows-1252, and how far to move between them. */
function shownText(shown: string): string {
  const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, digits]) => digits).join("")
  return new TextDecoder("windows-1252").decode(Buffer.from(hex, "hex"))
}
