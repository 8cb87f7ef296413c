// The code that a payer scans: EMV fields, with Banco Central's templates 26 (charge) and 80 (mandate).
import { ascii, crc16 } from "../../src/acquirers/br-code.ts"

const PIX = "br.gov.bcb.pix"

/** Addresses without scheme: of a charge, of a mandate, or of both. */
export type Parts = { location?: string; recLocation?: string; name: string; city: string }

/** The code of a charge, of a mandate, or of both. */
export function codeOf({ location, recLocation, name, city }: Parts): string {
  const unsigned = [
    field("00", "01"),
    location ? field("01", "12") : "",
    field("26", field("00", PIX) + (location ? field("25", location) : "")),
    ...[field("52", "0000"), field("53", "986"), field("58", "BR")],
    ...[field("59", ascii(name, 25)), field("60", ascii(city, 15))],
    field("62", field("05", "***")),
    recLocation ? field("80", field("00", PIX) + field("25", recLocation)) : "",
    "6304",
  ].join("")
  return unsigned + crc16(unsigned)
}

/** Reads a code as a payer's bank does. Throws if it is none, or if its check digits are wrong. */
export function readCode(code: string): { location?: string; recLocation?: string; amount?: string } {
  if (crc16(code.slice(0, -4)) !== code.slice(-4)) throw new Error("the code's check digits are wrong")
  const fields = fieldsOf(code)
  const template = (id: string) => fieldsOf(fields.get(id) ?? "")
  if (template("26").get("00") !== PIX) throw new Error("the code is not of PIX")
  return {
    location: template("26").get("25"),
    recLocation: template("80").get("25"),
    amount: fields.get("54"),
  }
}

function field(id: string, value: string): string {
  if (value.length < 1 || value.length > 99) throw new RangeError(`field ${id} of a code must have 1 to 99 characters`)
  return id + String(value.length).padStart(2, "0") + value
}

function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    const value = text.slice(at + 4, at + 4 + length)
    if (Number.isNaN(length) || value.length !== length) throw new Error("the code is cut")
    fields.set(text.slice(at, at + 2), value)
    at += 4 + length
  }
  return fields
}
