import { DateTime } from "luxon"

/** Day 0 of the due-date factor. */
const BASE = DateTime.utc(1997, 10, 7)
/** 2025-02-21 was 9999; since the day after, the factor runs from 1000 again, and will every 9,000 days. */
const FIRST = 1000
const CYCLE = 9000

export type BoletoCode = {
  /** Three digits, as the Banco Central numbers the banks. */
  bank: string
  /** In cents. */
  amount: number
  /** ISO. */
  dueDate: string
  /** 25 digits, in which each bank says what it likes: branch, account, its own number of the boleto. */
  freeField: string
}

const REAL = "9"
/** The largest amount that the ten digits of the amount hold. */
const MAX_AMOUNT = 9_999_999_999

/**
 * The 44 digits of a boleto's bar code (Carta-Circular 2.926): bank, currency, check digit, due-date factor, amount, free field.
 * An amount of more than ten digits takes the place of the factor as well, as the banks' manuals have it.
 */
export function boletoBarCode({ bank, amount, dueDate, freeField }: BoletoCode): string {
  if (!/^\d{3}$/.test(bank) || !/^\d{25}$/.test(freeField)) throw new RangeError("a bank has 3 digits, a free field has 25")
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > 99_999_999_999_999) {
    throw new RangeError(`a boleto is of 1 to 99999999999999 cents, not ${amount}`)
  }
  const value = amount > MAX_AMOUNT ? digits(amount, 14) : dueDateFactor(dueDate) + digits(amount, 10)
  const head = bank + REAL
  const tail = value + freeField
  return head + modulo11(head + tail) + tail
}

/**
 * The 47 digits that people type instead of the bar code: the free field in three groups behind bank and currency, each with a
 * check digit of its own, then the bar code's check digit, the due-date factor and the amount.
 */
export function lineOfBarCode(barCode: string): string {
  if (!/^\d{44}$/.test(barCode)) throw new RangeError("a bar code has 44 digits")
  const head = barCode.slice(0, 4)
  const check = barCode.slice(4, 5)
  const value = barCode.slice(5, 19)
  const free = barCode.slice(19)
  const groups = [head + free.slice(0, 5), free.slice(5, 15), free.slice(15, 25)]
  return groups.map((group) => group + modulo10(group)).join("") + check + value
}

/** A line as it is printed: `23790.00009 00000.000000 00000.000000 1 00000000000000`. */
export function formatLine(line: string): string {
  return line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, "$1.$2 $3.$4 $5.$6 $7 $8")
}

/** Weights 2, 1, 2, … from the right; the digits of each product are added up. */
export function modulo10(number: string): string {
  let sum = 0
  for (const [i, digit] of [...number].reverse().entries()) {
    const product = Number(digit) * (i % 2 === 0 ? 2 : 1)
    sum += product > 9 ? product - 9 : product
  }
  return String((10 - (sum % 10)) % 10)
}

/** Weights 2 to 9 from the right, over and over; 0, 10 and 11 become 1. */
export function modulo11(number: string): string {
  const check = 11 - (weighted(number) % 11)
  return String(check > 9 ? 1 : check)
}

/** The check digit that is printed behind the number of a bank: `237-2`, `001-9`. */
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

/** The four digits that stand for a due date (ISO, 2000-07-03 or later) in a bar code. */
export function dueDateFactor(date: string): string {
  const days = DateTime.fromISO(date, { zone: "utc" }).diff(BASE, "days").days
  if (!(days >= FIRST)) throw new RangeError(`no due-date factor for ${date}`)
  return String(FIRST + ((days - FIRST) % CYCLE))
}
