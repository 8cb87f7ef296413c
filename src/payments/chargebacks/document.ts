// The document of a refusal: its type and its pages, told by its content and not by its name.
import { inflateSync } from "node:zlib"
import type { DocumentType } from "../../acquirers/chargebacks.ts"
import { Refusal } from "../../base/errors.ts"

export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024
const MAX_PAGES = 10
/** What the packed parts of a PDF may become together. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const PAGE = /\/Type\s*\/Page(?![0-9A-Za-z])/g

/**
 * Returns the type of a document. Throws Refusal if it is no PDF, JPEG or TIFF, is larger than 8 MB, or does not have 1 to 10 pages
 *.
 */
export function checkDocument(bytes: Buffer): DocumentType {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw invalid("The document is larger than 8 MB.")
  const type = typeOf(bytes)
  if (!type) throw invalid("The document must be a PDF, a JPEG or a TIFF.")
  const pages = type === "pdf" ? pagesOfPdf(bytes) : type === "tiff" ? pagesOfTiff(bytes) : 1
  if (pages === 0)
    throw invalid("The document has no pages that can be read. Save it again without a password, and try it once more.")
  if (pages > MAX_PAGES) throw invalid(`The document has more than ${MAX_PAGES} pages.`)
  return type
}

function typeOf(bytes: Buffer): DocumentType | undefined {
  const start = bytes.subarray(0, 4).toString("latin1")
  if (start === "%PDF") return "pdf"
  if (start.startsWith("\xff\xd8\xff")) return "jpeg"
  return start === "II*\0" || start === "MM\0*" ? "tiff" : undefined
}

/** Newer PDFs have their pages in packed streams. */
function pagesOfPdf(bytes: Buffer): number {
  const text = bytes.toString("latin1")
  let pages = text.match(PAGE)?.length ?? 0
  let left = MAX_UNPACKED_BYTES
  for (const { index } of text.matchAll(/\/Type\s*\/ObjStm/g)) {
    const stream = /stream\r?\n/g
    stream.lastIndex = index
    const start = stream.exec(text)
    if (!start || pages > MAX_PAGES) break
    const unpacked = unpack(bytes.subarray(start.index + start[0].length), left)
    left -= unpacked.length
    pages += unpacked.match(PAGE)?.length ?? 0
  }
  return pages
}

/** What follows a packed part is ignored. A part that cannot be unpacked, such as one with a password, has no pages. */
function unpack(bytes: Buffer, most: number): string {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) }).toString("latin1")
  } catch {
    return ""
  }
}

/** Each page of a TIFF names the place of the next one. */
function pagesOfTiff(bytes: Buffer): number {
  const isLittle = bytes[0] === 0x49
  const read = (at: number, size: 2 | 4) => (isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size))
  let pages = 0
  for (let at = read(4, 4); at !== 0 && pages <= MAX_PAGES; pages++) {
    const next = at + 2 + 12 * (at + 2 <= bytes.length ? read(at, 2) : 0)
    if (next + 4 > bytes.length) return 0
    at = read(next, 4)
  }
  return pages
}

function invalid(message: string): Refusal {
  return new Refusal("document_invalid", message)
}
