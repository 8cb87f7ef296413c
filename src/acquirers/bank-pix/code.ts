// The code that a payer scans, held against what it is to pay and to agree to.
import { brCode, crc16, mandateBrCode } from "../br-code.ts"
import type { Charge } from "./charge.ts"
import { reaisOf } from "./wire.ts"

const PIX = "br.gov.bcb.pix"

/** What a code must lead to, as far as it is known. Locations have no scheme. */
type Target = { charge?: Pick<Charge, "location" | "cents"> | undefined; mandate?: { location: string | undefined } }

/**
 * The code of a charge. Undefined if the bank's code is not that of this charge, or if there is neither a code nor the location to make one
 * of. `payee` is a name for people: the payer's bank shows what it reads at the location.
 */
export function codeOf(charge: Charge, payee: string): string | undefined {
  const { code, location, cents: amount } = charge
  if (code !== undefined) return isCodeOf(code, { charge }) ? code : undefined
  if (location === undefined) return undefined
  return brCode({ location, amount, txid: "***", merchantName: payee, merchantCity: "" })
}

/** The code of a mandate with the charge that is paid when its payer agrees, or of a mandate alone. Undefined as of `codeOf`. */
export function mandateCodeOf(
  mandate: { code: string | undefined; location: string | undefined },
  charge: Charge | undefined,
  payee: string,
): string | undefined {
  const { code, location } = mandate
  if (code !== undefined) return isCodeOf(code, { charge, mandate }) ? code : undefined
  if (location === undefined) return undefined
  const names = { merchantName: payee, merchantCity: "" }
  if (!charge) return mandateBrCode({ ...names, mandate: location })
  if (charge.location === undefined) return undefined
  return mandateBrCode({ ...names, mandate: location, charge: { location: charge.location, amount: charge.cents } })
}

/** Whether a code is whole, leads to what it must, and has the charge's amount, if it has one. */
function isCodeOf(code: string, { charge, mandate }: Target): boolean {
  // A name in the code may have accents. The checksum covers the bytes, not the characters.
  const bytes = Buffer.from(code).toString("latin1")
  if (crc16(bytes.slice(0, -4)) !== bytes.slice(-4).toUpperCase()) return false
  const fields = fieldsOf(code)
  const pix = fieldsOf(fields.get("26") ?? "")
  if (pix.get("00")?.toLowerCase() !== PIX) return false
  const [place, amount] = [pix.get("25"), fields.get("54")]
  const isCharge = charge ? isPlace(place, charge.location) : place === undefined
  const isAmount = amount === undefined || amount === (charge && reaisOf(charge.cents))
  return isCharge && isAmount && (!mandate || isMandateIn(code, bytes, mandate.location))
}

/** The field of the mandate comes after the names, so it is read by characters and by bytes: banks differ in how they count a letter with an accent. */
function isMandateIn(code: string, bytes: string, location: string | undefined): boolean {
  return [code, bytes].some((text) => {
    const found = fieldsOf(fieldsOf(text).get("80") ?? "")
    return found.get("00")?.toLowerCase() === PIX && isPlace(found.get("25"), location)
  })
}

function isPlace(place: string | undefined, location: string | undefined): boolean {
  return place !== undefined && (location === undefined || place === location)
}

/**
 * The fields of a text: two digits that name it, two of its length, and its value. Banks differ in how they count a letter with an accent.
 * Only names of people have such letters, and all fields of a charge are before them.
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
