import { DateTime } from "luxon"

/** Day 0 of the due-date factor. */
const FACTOR_EPOCH = "1997-10-07"
/** The factor reached 9999 on 2025-02-21 and restarted at 1000 the next day. It restarts every 9,000 days. */
const MIN_FACTOR = 1000
const FACTOR_CYCLE_DAYS = 9000

export type BoletoCode = {
  /** The bank's three-digit number at the Banco Central. */
  bank: string
  /** In cents. */
  amount: number
  /** ISO date. */
  dueDate: string
  /** 25 digits that each bank defines itself, such as branch, account and its own number for the boleto. */
  freeField: string
}

const CURRENCY_BRL = "9"
/** The largest amount, in cents, that fits into the ten digits of the amount field. */
const MAX_AMOUNT = 9_999_999_999

/**
 * The 44 digits of a boleto's bar code (Carta-Circular 2.926): bank, currency, check digit, due-date factor, amount, free field.
 * An amount of more than ten digits replaces the factor, as the banks' manuals prescribe. Throws RangeError for a malformed part.
 */
export function boletoBarCode({ bank, amount, dueDate, freeField }: BoletoCode): string {
  if (!/^\d{3}$/.test(bank) || !/^\d{25}$/.test(freeField))
    throw new RangeError("a bank number must have 3 digits and a free field 25")
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > 99_999_999_999_999) {
    throw new RangeError(`a boleto amount must be 1 to 99999999999999 cents, not ${amount}`)
  }
  const value = amount > MAX_AMOUNT ? digits(amount, 14) : dueDateFactor(dueDate) + digits(amount, 10)
  const head = bank + CURRENCY_BRL
  const tail = value + freeField
  return head + modulo11(head + tail) + tail
}

/**
 * The 47 digits that payers type instead of scanning the bar code. First come bank, currency and free field, as three groups with
 * a check digit each. Then come the bar code's check digit, the due-date factor and the amount.
 */
export function lineOfBarCode(barCode: string): string {
  if (!/^\d{44}$/.test(barCode)) throw new RangeError("a bar code must have 44 digits")
  const head = barCode.slice(0, 4)
  const check = barCode.slice(4, 5)
  const value = barCode.slice(5, 19)
  const free = barCode.slice(19)
  const groups = [head + free.slice(0, 5), free.slice(5, 15), free.slice(15, 25)]
  return groups.map((group) => group + modulo10(group)).join("") + check + value
}

/** Whether a text is a bar code: 44 digits with the right check digit. */
export function isBarCode(text: string): boolean {
  return /^\d{44}$/.test(text) && modulo11(text.slice(0, 4) + text.slice(5)) === text[4]
}

/** The bar code of a line, which may contain dots and spaces. Undefined if the line has a wrong length or check digit. */
export function barCodeOfLine(line: string): string | undefined {
  const digits = line.replace(/[ .-]/g, "")
  if (!/^\d{47}$/.test(digits)) return undefined
  const free = digits.slice(4, 9) + digits.slice(10, 20) + digits.slice(21, 31)
  const barCode = digits.slice(0, 4) + digits.slice(32) + free
  return isBarCode(barCode) && lineOfBarCode(barCode) === digits ? barCode : undefined
}

/** Formats a line for printing: `23790.00009 00000.000000 00000.000000 1 00000000000000`. */
export function formatLine(line: string): string {
  return line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, "$1.$2 $3.$4 $5.$6 $7 $8")
}

/** A check digit with the weights 2, 1, 2, … from the right. It sums the digits of each product. */
function modulo10(number: string): string {
  let sum = 0
  for (const [i, digit] of [...number].reverse().entries()) {
    const product = Number(digit) * (i % 2 === 0 ? 2 : 1)
    sum += product > 9 ? product - 9 : product
  }
  return String((10 - (sum % 10)) % 10)
}

/** A check digit with the weights 2 to 9, repeated, from the right. 0, 10 and 11 become 1. */
function modulo11(number: string): string {
  const check = 11 - (weighted(number) % 11)
  return String(check > 9 ? 1 : check)
}

/** The check digit that is printed after a bank's number: `237-2`, `001-9`. */
export function bankCheckDigit(bank: string): string {
  const check = 11 - (weighted(bank) % 11)
  return String(check > 9 ? 0 : check)
}

function weighted(number: string): number {
  let sum = 0
  for (const [i, digit] of [...number].reverse().entries()) sum += Number(digit) * (2 + (i % 8))
  return sum
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, "0")
}

/** The four digits that encode a due date (ISO, 2000-07-03 or later) in a bar code. Throws RangeError for an earlier date. */
export function dueDateFactor(date: string): string {
  const utc = { zone: "utc" }
  const { days } = DateTime.fromISO(date, utc).diff(DateTime.fromISO(FACTOR_EPOCH, utc), "days")
  if (!(days >= MIN_FACTOR)) throw new RangeError(`the due date must be 2000-07-03 or later, not ${date}`)
  return String(MIN_FACTOR + ((days - MIN_FACTOR) % FACTOR_CYCLE_DAYS))
}
