/** What a payer's bank has to know to pay a PIX. Names are brought to the ASCII and the lengths that a BR Code allows. */
export type BrCode = {
  /** In cents, up to 13 characters in reais. */
  amount: number
  /** What the payment is recognised by when it arrives: 1 to 25 letters and digits. */
  txid: string
  merchantName: string
  merchantCity: string
} & (
  | { /** A PIX key in the form of the DICT: the code itself says everything (static). */ key: string }
  | {
      /** Where the payer's bank fetches the charge, without `https://` (dynamic); txid and amount are told there. */ location: string
    }
)

const LETTERS_AND_DIGITS = /^[A-Za-z0-9]{1,25}$/
const NAME_LENGTH = 25
const CITY_LENGTH = 15
const REAL = "986"

/**
 * The BR Code of one PIX payment: the string behind its QR code, and what "PIX copia e cola" takes (EMV MPM with the PIX
 * template of the Banco Central, CRC16 at its end). Throws RangeError for what no BR Code can carry.
 */
export function brCode(pix: BrCode): string {
  const account = "key" in pix ? field("01", pix.key) : field("25", pix.location)
  const txid = "key" in pix ? checkedTxid(pix.txid) : "***"
  const unsigned = [
    field("00", "01"),
    "key" in pix ? "" : field("01", "12"),
    field("26", field("00", "br.gov.bcb.pix") + account),
    field("52", "0000"),
    field("53", REAL),
    field("54", reais(pix.amount)),
    field("58", "BR"),
    field("59", ascii(pix.merchantName, NAME_LENGTH)),
    field("60", ascii(pix.merchantCity, CITY_LENGTH)),
    field("62", field("05", txid)),
    // The checksum covers its own id and length as well.
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

/** A name in printable ASCII without accents, at most `length` long; never empty, as the field is mandatory. */
export function ascii(name: string, length: number): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]+/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, length)
    .trimEnd()
  return plain || "NAO INFORMADO"
}

function field(id: string, value: string): string {
  if (value.length < 1 || value.length > 99)
    throw new RangeError(`field ${id} of a BR Code holds 1 to 99 characters, not ${value.length}`)
  return id + String(value.length).padStart(2, "0") + value
}

function checkedTxid(txid: string): string {
  if (LETTERS_AND_DIGITS.test(txid)) return txid
  throw new RangeError("a txid has 1 to 25 letters and digits")
}

function reais(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > 999_999_999_999) {
    throw new RangeError(`a PIX is of 1 to 999999999999 cents, not ${cents}`)
  }
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`
}
