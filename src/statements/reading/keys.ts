// What names a line, so that repeats, recoveries and corrections of Cielo add nothing twice.
import { hash } from "node:crypto"
import { REPROCESSED } from "../layout/frame.ts"
import type { RecordItem } from "./items.ts"

type Unkeyed<Item> = Item extends unknown ? Omit<Item, "key" | "repeated"> : never
export type KeyedBy = Unkeyed<RecordItem>

/**
 * The key of a record in files of a type. A sale has one in 03 and one in 04: its lines tell different things. B, C and what has no number of its
 * own have their place in `within`, such as the third B of a negotiation.
 */
export function keyOf(fileType: string, item: KeyedBy, within: number): string {
  switch (item.type) {
    case "E": {
      const { received_code, installment, entry_type } = item.fields
      if (isBlankNumber(received_code)) return textKey(fileType, item.raw)
      return join("E", fileType, received_code, installment, entry_type)
    }
    case "D": {
      // Merchant numbers of one holder may share a unit key, and each has a D. So may what was negotiated of a unit, and what was not.
      const { establishment, unit_key, entry_type, payment_date, payment_status, negotiated, negotiator } = item.fields
      if (isBlankNumber(unit_key)) return textKey(fileType, item.raw)
      const mark = negotiated === "S" ? `S${negotiator}` : ""
      return join("D", fileType, establishment, unit_key, entry_type, payment_date, payment_status, mark)
    }
    case "8": {
      const { pix_id, transaction_type, origin } = item.fields
      return pix_id === "" ? textKey(fileType, item.raw) : join("8", pix_id, transaction_type, origin)
    }
    case "A":
      return isBlankNumber(item.fields.number) ? textKey(fileType, item.raw) : join("A", item.fields.number)
    case "B":
    case "C":
      return join(item.type, item.negotiation, within)
    case "R":
      return isBlankNumber(item.fields.unit_key)
        ? textKey(fileType, item.raw)
        : join("R", item.fields.establishment, item.fields.unit_key, item.fields.original_due_on)
    case "0":
    case "9":
      return item.type
  }
}

/** The key of a line that has no number: its text. */
export function textKey(fileType: string, raw: string): string {
  return join("text", fileType, hash("sha256", raw.trimEnd(), "base64url"))
}

/** Numbers are padded with zeros. Only zeros, or nothing, is no number. */
export function isBlankNumber(number: string): boolean {
  return /^0*$/.test(number)
}

function join(...parts: (string | number | null)[]): string {
  return parts.map((part) => part ?? "").join("|")
}

/**
 * Tells the units (D) of a file apart that share a key, because one negotiator has negotiated them several times: the second and later ones are
 * counted. A day has few units.
 */
export function newNegotiatedTwice(): (item: KeyedBy, key: string) => string {
  const counts = new Map<string, number>()
  return (item, key) => {
    if (item.type !== "D" || item.fields.negotiated !== "S" || isBlankNumber(item.fields.unit_key)) return key
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return before === 0 ? key : join(key, before)
  }
}

/** Notices keys that it was given before. It keeps 53 bits of each, so that a long file takes little memory. */
export function newRepeats(): (key: string) => boolean {
  const seen = new Set<number>()
  return (key) => {
    const digest = hash("sha256", key, "buffer")
    const short = digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) >> 3)
    const size = seen.size
    return seen.add(short).size === size
  }
}

/** What is kept of a file that was read. Days count from 1970. */
export type FileRead = {
  establishment: string
  file_type: string
  period_from: number
  period_to: number
  sequence: number
  sha256: string
}

/**
 * What a file is to those of its kind that were read before. `read`: the same bytes, so there is nothing to do. `correction`: an earlier file has its
 * period or its sequence with other contents, or it says of itself that it was made again; its lines replace earlier ones by their keys.
 */
export function standingOf(file: FileRead, earlier: readonly FileRead[]): "read" | "correction" | "new" {
  if (earlier.some(({ sha256 }) => sha256 === file.sha256)) return "read"
  if (file.sequence === REPROCESSED) return "correction"
  const again = earlier.some(
    (other) => isSameKind(file, other) && (isSamePeriod(file, other) || file.sequence === other.sequence),
  )
  return again ? "correction" : "new"
}

/**
 * The sequences between the newest earlier file and this one that were not read, first and last. Undefined if there are none. That the sequence counts up for
 * each type and establishment is taken from examples, so a gap is shown and refuses nothing.
 */
export function missingBefore(file: FileRead, earlier: readonly FileRead[]): [first: number, last: number] | undefined {
  const before = earlier.filter((other) => isSameKind(file, other) && other.sequence < file.sequence)
  if (file.sequence === REPROCESSED || before.length === 0) return undefined
  const newest = Math.max(...before.map(({ sequence }) => sequence))
  return newest + 1 < file.sequence ? [newest + 1, file.sequence - 1] : undefined
}

function isSameKind(file: FileRead, other: FileRead): boolean {
  return file.establishment === other.establishment && file.file_type === other.file_type
}

function isSamePeriod(file: FileRead, other: FileRead): boolean {
  return file.period_from === other.period_from && file.period_to === other.period_to
}
