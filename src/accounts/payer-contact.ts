import { Refusal, refuseCardNumber } from "../base/errors.ts"

/** How many installments payers are offered at most, and the least amount of each, in cents of brl. */
export type Installments = { max: number; minimum_amount: number }

export const DEFAULT_INSTALLMENTS: Installments = { max: 12, minimum_amount: 500 }

/** WCAG 2.2, 1.4.3: the contrast that text needs. Buttons have white text on the color, and links have the color on white. */
const LEAST_CONTRAST = 4.5
const MAX_FOOTER = 255
const MAX_EMAIL = 255
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+$/
const PHONE = /^\+[1-9]\d{1,14}$/

/** Reads a color such as #0a5c36. Throws a Refusal if it is none, or if white on it is hard to read. */
export function readColor(text: string): string {
  const color = text.toLowerCase()
  if (!/^#[\da-f]{6}$/.test(color))
    throw new Refusal("color_invalid", `'${text.slice(0, 30)}' is no color. Send # and six hexadecimal digits, such as #0a5c36.`)
  const contrast = contrastWithWhite(color)
  if (contrast >= LEAST_CONTRAST) return color
  // Rounded down, 4.49 does not look as if it were enough.
  const shown = Math.floor(contrast * 10) / 10
  const message = `The contrast of ${color} with white is ${shown}:1. Buttons have white text on it, so it must be at least ${LEAST_CONTRAST}:1. Choose a darker color.`
  throw new Refusal("color_too_light", message)
}

/** Reads the address to which payers reply. Throws a Refusal if it has another form. */
export function readSupportEmail(text: string): string {
  if (text.length <= MAX_EMAIL && EMAIL.test(text)) return text
  throw new Refusal(
    "support_email_invalid",
    `'${text.slice(0, 60)}' is no e-mail address. Send name@host, such as ajuda@example.com.`,
  )
}

/** Reads a phone number in E.164 format, with or without blanks. Throws a Refusal if it has another form. */
export function readSupportPhone(text: string): string {
  const phone = text.replace(/[ ().-]/g, "")
  if (PHONE.test(phone)) return phone
  throw new Refusal(
    "support_phone_invalid",
    `'${text.slice(0, 30)}' is no phone number with its country, such as +55 11 4002-8922.`,
  )
}

/** Reads the text at the end of each mail. Throws a Refusal if it is too long, and parameter_invalid if it has a card number. */
export function readMailFooter(text: string): string {
  refuseCardNumber(text, "mail_footer")
  if (text.length > 0 && [...text].length <= MAX_FOOTER) return text
  throw new Refusal("mail_footer_too_long", `The text at the end of mails must have 1 to ${MAX_FOOTER} characters.`)
}

/** Checks what payers are offered. Throws a Refusal if a number is out of its range. */
export function checkInstallments(installments: Installments): Installments {
  const { max, minimum_amount } = installments
  const most = DEFAULT_INSTALLMENTS.max
  if (Number.isInteger(max) && max >= 1 && max <= most && Number.isInteger(minimum_amount) && minimum_amount >= 1)
    return installments
  throw new Refusal("installments_invalid", `Offer 1 to ${most} installments of at least one cent each.`)
}

/** The contrast of a color with white, from 1 to 21, as WCAG 2.2 computes it. */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
