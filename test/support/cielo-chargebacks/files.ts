// The rules for a document that is sent with a refusal.
import { inflateSync } from "node:zlib"
import { imageSize } from "image-size"

const MAX_BYTES = 8 * 1024 * 1024
const MAX_PAGES = 10
const MAX_INCHES = { width: 8.64, height: 14 }

type Kind = "pdf" | "jpeg" | "tiff"
const KINDS: Record<string, Kind> = { ".PDF": "pdf", ".JPEG": "jpeg", ".TIF": "tiff", ".TIFF": "tiff" }

/** What is wrong with a file: its ending, what it is, its size, its pages. A file that is whole has nothing wrong. */
export function problemOf(name: string, bytes: Buffer): string | undefined {
  const ending = name.slice(name.lastIndexOf(".")).toUpperCase()
  const kind = KINDS[ending]
  if (!kind) return `${ending} is none of .TIF, .TIFF, .PDF and .JPEG`
  if (kindOf(bytes) !== kind) return `the file is no ${kind}`
  if (bytes.length > MAX_BYTES) return `the file has ${bytes.length} bytes, more than ${MAX_BYTES}`
  const pages = pagesOf(kind, bytes)
  if (pages < 1 || pages > MAX_PAGES) return `the file has ${pages} pages, not 1 to ${MAX_PAGES}`
  return kind === "jpeg" ? tooLarge(bytes) : undefined
}

function kindOf(bytes: Buffer): Kind | undefined {
  const start = bytes.subarray(0, 4).toString("latin1")
  if (start === "%PDF") return "pdf"
  if (start.startsWith("\xff\xd8\xff")) return "jpeg"
  return start === "II*\0" || start === "MM\0*" ? "tiff" : undefined
}

function pagesOf(kind: Kind, bytes: Buffer): number {
  if (kind === "pdf") return pagesOfPdf(bytes)
  return kind === "tiff" ? pagesOfTiff(bytes) : 1
}

function pagesOfPdf(bytes: Buffer): number {
  const text = bytes.toString("latin1")
  const count = (part: string) => part.match(/\/Type ?\/Page(?![A-Za-z])/g)?.length ?? 0
  let pages = count(text)
  // Since PDF 1.5, objects may be in compressed streams.
  for (const { index } of text.matchAll(/\/ObjStm/g)) {
    const start = /stream\r?\n/.exec(text.slice(index, index + 1000))
    if (start) pages += count(inflated(bytes.subarray(index + start.index + start[0].length)))
  }
  return pages
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString("latin1")
  } catch {
    return ""
  }
}

/** Counts the directories of a TIFF, each of which is a page. A list that never ends has too many. */
function pagesOfTiff(bytes: Buffer): number {
  const little = bytes[0] === 0x49
  const word = (at: number, size: 2 | 4) => (little ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size))
  let pages = 0
  try {
    for (let at = word(4, 4); at !== 0 && pages <= MAX_PAGES; pages++) at = word(at + 2 + 12 * word(at, 2), 4)
  } catch {
    return 0
  }
  return pages
}

/** A JPEG without a density has no size in inches. */
function tooLarge(bytes: Buffer): string | undefined {
  if (bytes.subarray(6, 10).toString("latin1") !== "JFIF") return undefined
  const unit = { 1: 1, 2: 2.54 }[bytes[13] as number]
  if (!unit) return undefined
  const { width, height } = imageSize(bytes)
  const inches = { width: width / (bytes.readUInt16BE(14) * unit), height: height / (bytes.readUInt16BE(16) * unit) }
  if (inches.width <= MAX_INCHES.width && inches.height <= MAX_INCHES.height) return undefined
  return `the picture is ${inches.width} × ${inches.height} inches`
}
