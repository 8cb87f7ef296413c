import { asciiText } from "./ascii-text.ts"

/** The contents of a BR Code. Names are converted to ASCII and cut to the lengths that a BR Code allows. */
export type BrCode = {
  /** In cents, from 1 to 999999999999: the field holds 13 characters in reais. */
  amount: number
  /** Identifies the payment when it arrives: 1 to 25 letters and digits. */
  txid: string
  merchantName: string
  merchantCity: string
} & (
  | { /** Static code: a PIX key, formatted as in the DICT. */ key: string }
  | { /** Dynamic code: the URL, without `https://`, from which the payer's bank fetches txid and amount. */ location: string }
)

/** The contents of the code of a mandate. Locations are URLs without `https://`. */
export type MandateBrCode = Pick<BrCode, "merchantName" | "merchantCity"> & {
  /** From where the payer's bank fetches the mandate. */
  mandate: string
  /** The charge that is paid by the same code, with its amount in cents. Left out if the payer only agrees. */
  charge?: { location: string; amount: number }
}

const LETTERS_AND_DIGITS = /^[A-Za-z0-9]{1,25}$/
const NAME_LENGTH = 25
const CITY_LENGTH = 15
const CURRENCY_BRL = "986"

/**
 * The BR Code of one PIX payment: the text of its QR code, which payers can also paste as "PIX copia e cola". The format is EMV
 * MPM with the Banco Central's PIX template. Throws RangeError if a value does not fit into a BR Code.
 */
export function brCode(pix: BrCode): string {
  const isStatic = "key" in pix
  return signed(pix, {
    isDynamic: !isStatic,
    account: isStatic ? field("01", pix.key) : field("25", pix.location),
    amount: pix.amount,
    txid: isStatic ? checkedTxid(pix.txid) : "***",
  })
}

/** The BR Code of a mandate of PIX Automático, alone or with a charge. Throws RangeError if a value does not fit into a BR Code. */
export function mandateBrCode({ mandate, charge, ...merchant }: MandateBrCode): string {
  return signed(merchant, {
    isDynamic: charge !== undefined,
    account: charge ? field("25", charge.location) : "",
    ...(charge && { amount: charge.amount }),
    txid: "***",
    mandate: field("25", mandate),
  })
}

/** What differs between codes. `account` and `mandate` are the fields of their templates. */
type Parts = { isDynamic: boolean; account: string; amount?: number; txid: string; mandate?: string }

function signed({ merchantName, merchantCity }: Pick<BrCode, "merchantName" | "merchantCity">, parts: Parts): string {
  const { isDynamic, account, amount, txid, mandate } = parts
  const unsigned = [
    field("00", "01"),
    isDynamic ? field("01", "12") : "",
    field("26", PIX + account),
    field("52", "0000"),
    field("53", CURRENCY_BRL),
    amount === undefined ? "" : field("54", reais(amount)),
    field("58", "BR"),
    field("59", ascii(merchantName, NAME_LENGTH)),
    field("60", ascii(merchantCity, CITY_LENGTH)),
    field("62", field("05", txid)),
    mandate === undefined ? "" : field("80", PIX + mandate),
    // The checksum also covers its own field id and length.
    "6304",
  ].join("")
  return unsigned + crc16(unsigned)
}

/** CRC16/CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF) of an ASCII string: four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  }
  return (crc & 0xffff).toString(16).toUpperCase().padStart(4, "0")
}

/** A name in printable ASCII without accents, at most `length` characters long. Never empty, because the field is mandatory. */
export function ascii(name: string, length: number): string {
  return asciiText(name, length) || "NAO INFORMADO"
}

function field(id: string, value: string): string {
  if (value.length < 1 || value.length > 99)
    throw new RangeError(`field ${id} of a BR Code must have 1 to 99 characters, not ${value.length}`)
  return id + String(value.length).padStart(2, "0") + value
}

const PIX = field("00", "br.gov.bcb.pix")

function checkedTxid(txid: string): string {
  if (LETTERS_AND_DIGITS.test(txid)) return txid
  throw new RangeError("a txid must have 1 to 25 letters and digits")
}

function reais(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > 999_999_999_999) {
    throw new RangeError(`a PIX amount must be 1 to 999999999999 cents, not ${cents}`)
  }
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`
}
