// The document of a refusal: its type and its pages, told by its content and not by its name.
import { inflateSync } from "node:zlib"
import type { DocumentType } from "../../acquirers/chargebacks.ts"
import { Refusal } from "../../base/errors.ts"

export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024
const MAX_PAGES = 10
/** What the packed parts of a PDF may become together. Those that describe ten pages are far smaller. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024
const MAX_PACKED_PARTS = 100
const PAGE = /\/Type\s*\/Page(?![0-9A-Za-z])/g

/** A document and its type, told by checkDocument. */
export type CheckedDocument = { readonly bytes: Buffer; readonly type: DocumentType }

/**
 * Tells the type of a document. Throws Refusal if it is no PDF, JPEG or TIFF, is larger than 8 MB, or does not have 1 to 10 pages. A large one takes
 * a while, so no transaction waits for it.
 */
export function checkDocument(bytes: Buffer): CheckedDocument {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw new Refusal("evidence_too_large", "The document is larger than 8 MB.")
  const type = typeOf(bytes)
  if (!type) throw new Refusal("evidence_type_invalid", "The document must be a PDF, a JPEG or a TIFF.")
  const pages = PAGES_OF[type](bytes)
  if (pages === 0) throw unreadable()
  if (pages > MAX_PAGES) throw new Refusal("evidence_too_long", `The document has more than ${MAX_PAGES} pages.`)
  return { bytes, type }
}

const PAGES_OF: Record<DocumentType, (bytes: Buffer) => number> = { pdf: pagesOfPdf, jpeg: pagesOfJpeg, tiff: pagesOfTiff }

function typeOf(bytes: Buffer): DocumentType | undefined {
  const start = bytes.subarray(0, 4).toString("latin1")
  if (start === "%PDF") return "pdf"
  if (start.startsWith("\xff\xd8\xff")) return "jpeg"
  return start === "II*\0" || start === "MM\0*" ? "tiff" : undefined
}

/** Newer PDFs have their pages in packed parts. Each part is read once, however often it is announced. */
function pagesOfPdf(bytes: Buffer): number {
  const text = bytes.toString("latin1")
  const [marker, opening] = [/\/Type\s*\/ObjStm/g, /stream\r?\n/g]
  let pages = countPages(text)
  let left = MAX_UNPACKED_BYTES
  for (let parts = 0; pages <= MAX_PAGES; parts++) {
    const start = endOfNext(opening, text, endOfNext(marker, text, marker.lastIndex))
    if (start === undefined) break
    if (parts === MAX_PACKED_PARTS) throw unreadable()
    const unpacked = unpack(bytes.subarray(start), left)
    left -= unpacked.length
    pages += countPages(unpacked)
    const end = text.indexOf("endstream", start)
    if (end < 0) break
    marker.lastIndex = end
  }
  return pages
}

/** Where the next match ends. */
function endOfNext(pattern: RegExp, text: string, from: number | undefined): number | undefined {
  if (from === undefined) return undefined
  pattern.lastIndex = from
  return pattern.exec(text) ? pattern.lastIndex : undefined
}

/** One more than a document may have is enough to know. */
function countPages(text: string): number {
  return text
    .matchAll(PAGE)
    .take(MAX_PAGES + 1)
    .toArray().length
}

/**
 * What follows a packed part is ignored. A part that is packed otherwise, or that has a password, has no pages. Throws Refusal for one that becomes too
 * large, and for one that breaks off: how much work it was is not known.
 */
function unpack(bytes: Buffer, most: number): string {
  if (!isZlib(bytes)) return ""
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) }).toString("latin1")
  } catch {
    throw unreadable()
  }
}

/** Whether bytes begin as RFC 1950, section 2.2, says. */
function isZlib(bytes: Buffer): boolean {
  return bytes.length > 2 && (bytes.readUInt8(0) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0
}

/** A JPEG is segments, each with its length. One of them describes the picture: without it, the file breaks off. */
function pagesOfJpeg(bytes: Buffer): number {
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at)
    if (marker === 0xffff) at += 1
    else if (isFrame(marker)) return 1
    else if (marker < 0xffc0) return 0
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return 0
}

/** Of 0xffc0 to 0xffcf, three are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
}

/** Each page of a TIFF names the place of the next one. */
function pagesOfTiff(bytes: Buffer): number {
  if (bytes.length < 8) return 0
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

function unreadable(): Refusal {
  const message = "The pages of the document cannot be read. Save it again without a password, and try it once more."
  return new Refusal("evidence_unreadable", message)
}
