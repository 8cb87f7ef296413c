// Reads text and rectangles from a PDF that pdfkit made with standard fonts.
import { inflateSync } from "node:zlib"

export type Words = { text: string; x: number; y: number }
export type Rectangle = { x: number; y: number; width: number; height: number }
export type ReadPdf = {
  pages: number
  /** In drawing order. x and y are in points from the lower left corner. */
  words: Words[]
  rectangles: Rectangle[]
  /** The text that follows each occurrence of a label. */
  under(label: string): string[]
}

const NUMBER = "(-?[\\d.]+)"
const TEXT = new RegExp(`BT\\s+1 0 0 1 ${NUMBER} ${NUMBER} Tm\\s+/\\S+ [\\d.]+ Tf\\s+(?:.*\\s+)?\\[(.*)\\] TJ\\s+ET`, "g")
const RECTANGLE = new RegExp(`^${NUMBER} ${NUMBER} ${NUMBER} ${NUMBER} re$`, "gm")

/** Reads a PDF. Streams that are not deflated are ignored. */
export function readPdf(file: Buffer): ReadPdf {
  const source = file.toString("latin1")
  const content = streamsOf(file)
    .map((stream) => stream.toString("latin1"))
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

/** Returns the deflated streams of a PDF. They are cut by /Length, because deflated data can end with bytes that look like a line end. */
export function streamsOf(file: Buffer): Buffer[] {
  return [...file.toString("latin1").matchAll(/\/Length (\d+)\s+\/Filter \/FlateDecode\s*>>\s*stream\r?\n/g)]
    .map(({ 0: head, 1: length, index }) => file.subarray(index + head.length, index + head.length + Number(length)))
    .map((stream) => inflateSync(stream))
}

/** Decodes `<54455354> 80 <45> 0`: Windows-1252 characters in hexadecimal, and the distances between them. */
export function shownText(shown: string): string {
  const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, digits]) => digits).join("")
  return new TextDecoder("windows-1252").decode(Buffer.from(hex, "hex"))
}
