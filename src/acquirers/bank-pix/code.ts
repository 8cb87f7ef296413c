// The code that a payer scans, held against the charge that it is to pay.
import { brCode, crc16 } from "../br-code.ts"
import type { Charge } from "./charge.ts"
import { reaisOf } from "./wire.ts"

const PIX = "br.gov.bcb.pix"

/**
 * The code of a charge. Undefined if the bank's code is not that of this charge, or if there is neither a code nor the location to make one
 * of. `payee` is a name for people: the payer's bank shows what it reads at the location.
 */
export function codeOf(charge: Charge, payee: string): string | undefined {
  const { code, location, cents: amount } = charge
  if (code !== undefined) return isCodeOf(code, charge) ? code : undefined
  if (location === undefined) return undefined
  return brCode({ location, amount, txid: "***", merchantName: payee, merchantCity: "" })
}

/** Whether a code is whole, leads to the charge's location, and has its amount, if it has one. */
function isCodeOf(code: string, { location, cents }: Charge): boolean {
  // A name in the code may have accents. The checksum covers the bytes, not the characters.
  const bytes = Buffer.from(code).toString("latin1")
  if (crc16(bytes.slice(0, -4)) !== bytes.slice(-4).toUpperCase()) return false
  const fields = fieldsOf(code)
  const pix = fieldsOf(fields.get("26") ?? "")
  if (pix.get("00")?.toLowerCase() !== PIX) return false
  const [place, amount] = [pix.get("25"), fields.get("54")]
  const isPlace = place !== undefined && (location === undefined || place === location)
  return isPlace && (amount === undefined || amount === reaisOf(cents))
}

/**
 * The fields of a text: two digits that name it, two of its length, and its value. Banks differ in how they count a letter with an accent.
 * Only names of people have such letters, and all fields that count are before them.
 */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    const value = text.slice(at + 4, at + 4 + length)
    if (!Number.isInteger(length) || value.length !== length) return fields
    fields.set(text.slice(at, at + 2), value)
    at += 4 + length
  }
  return fields
}
