import { createWriteStream } from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type Day, write } from "./columns.ts"
import { HEADER } from "./records.ts"
import { sumsOf } from "./trailer.ts"
import type { FileType } from "./types.ts"

export type Header = { type: FileType; ec: string; processed: Day; from: Day; to: Day; sequence: number }

/** A statement, without line ends. The first line is the header, the last the trailer. */
export type StatementFile = { name: string; header: Header; lines: readonly string[] }

/** How lines become bytes. The document allows CRLF and LF, and lines whose trailing blanks were cut. */
export type Format = { lineEnd?: "\r\n" | "\n"; trimmed?: boolean; lastEnd?: boolean }

/** All lines of a file, made one by one. */
export function* linesOf({ type, ...header }: Header, body: Iterable<string>): Iterable<string> {
  const sums = sumsOf(type)
  yield write(HEADER, { ...header, fileType: type, hierarchy: 3, wholeGroup: "S" })
  for (const line of body) {
    sums.add(line)
    yield line
  }
  yield sums.trailer()
}

/** As a file's name: D daily, R made anew, M monthly. */
export function nameOf({ type, ec, from, to, processed }: Header, made: "D" | "R" | "M"): string {
  const days = [from, to, processed].map((day) => day.replaceAll("-", ""))
  return `CIELO${type}${made}_${ec}_${days.join("_")}.TXT`
}

/** The bytes of a file, in Latin-1. */
export function bytesOf({ lines }: Pick<StatementFile, "lines">, format: Format = {}): Buffer {
  return Buffer.concat([...chunks(lines, format)])
}

/** Writes lines to a file as they are made. */
export async function save(path: string, lines: Iterable<string>, format: Format = {}): Promise<void> {
  await pipeline(Readable.from(chunks(lines, format)), createWriteStream(path))
}

const LINES_OF_A_CHUNK = 500

function* chunks(lines: Iterable<string>, { lineEnd = "\r\n", trimmed = false, lastEnd = true }: Format): Iterable<Buffer> {
  let chunk: string[] = []
  let before = ""
  for (const line of lines) {
    chunk.push(before, trimmed ? line.trimEnd() : line)
    before = lineEnd
    if (chunk.length < 2 * LINES_OF_A_CHUNK) continue
    yield Buffer.from(chunk.join(""), "latin1")
    chunk = []
  }
  yield Buffer.from(chunk.join("") + (lastEnd ? lineEnd : ""), "latin1")
}
