import type { Command } from "commander"
import { readLogo } from "../accounts/logo.ts"
import { type Installments, readColor, readMailFooter, readSupportEmail, readSupportPhone } from "../accounts/payer-contact.ts"
import { readAnyDocument, type SettingsChange } from "../accounts/settings.ts"
import type { ThreeDSecureSettings } from "../accounts/tables.ts"
import { readThreeDSecureBrands } from "../accounts/three-d-secure.ts"
import { readFileUpTo } from "./file.ts"
import { readCents } from "./shared/amounts.ts"
import { readName } from "./shared/operator.ts"

/** What payers see of an account, as options. An option `--no-…` is false. */
export type SettingOptions = {
  displayName?: string | false
  document?: string | false
  address?: string | false
  logo?: string | false
  color?: string | false
  mailFooter?: string | false
  supportEmail?: string | false
  supportPhone?: string | false
  maxInstallments?: number
  installmentMinimum?: number
  debit?: boolean
  threeDSecureFrom?: number | false
  threeDSecureBrands?: string | false
  threeDSecureData?: boolean
}

/** Adds the options that set what payers see. */
export function withSettingOptions(command: Command): Command {
  return command
    .option("--display-name <name>", "the name that payers know; without one, the account's name is shown", readName)
    .option("--document <number>", "its CPF or CNPJ")
    .option("--address <address>", "its address in one line, as a boleto prints it", readName)
    .option("--logo <file>", "a PNG or JPEG of at most 100 KiB and 1024 x 1024 pixels")
    .option("--color <color>", "the color of buttons, such as #0a5c36; its contrast with white must be at least 4.5:1")
    .option("--support-email <address>", "the e-mail address to which payers reply")
    .option("--support-phone <number>", "the phone number for payers, such as +551140028922")
    .option("--mail-footer <text>", "the text at the end of each mail, of at most 255 characters")
    .option("--max-installments <number>", "how many installments payers are offered at most, from 1 to 12", Number)
    .option("--installment-minimum <cents>", "the least amount of an installment in brl", readCents(1))
    .option("--debit", "let payers choose debit on pay pages, where the acquirer has 3DS")
    .option("--no-debit", "offer credit cards only")
    .option("--three-d-secure-from <cents>", "ask for 3-D Secure from this amount in brl on, in live mode", readCents(1))
    .option("--three-d-secure-brands <brands>", "ask for it for cards of these brands, such as visa,elo")
    .option("--three-d-secure-data", "tell the issuers of Visa and Mastercard about the other sales (data only)")
    .option("--no-three-d-secure-from", "ask for it from no amount on")
    .option("--no-three-d-secure-brands", "ask for it for no brand")
    .option("--no-three-d-secure-data", "tell the issuers of no other sale")
    .option("--no-display-name", "remove the name")
    .option("--no-document", "remove the CPF or CNPJ")
    .option("--no-address", "remove the address")
    .option("--no-logo", "remove the logo")
    .option("--no-color", "remove the color")
    .option("--no-support-email", "remove the e-mail address")
    .option("--no-support-phone", "remove the phone number")
    .option("--no-mail-footer", "remove the text")
}

/** Returns the change in the options. Throws if a value is refused. */
export async function settingsChangeOf(options: SettingOptions): Promise<SettingsChange> {
  const { displayName, address, logo } = options
  const offer = offerOf(options)
  const three_d_secure = threeDSecureOf(options)
  return {
    ...(displayName !== undefined && { display_name: displayName || null }),
    ...read("document", options.document, readAnyDocument),
    ...(address !== undefined && { address: address || null }),
    ...read("color", options.color, readColor),
    ...read("mail_footer", options.mailFooter, readMailFooter),
    ...read("support_email", options.supportEmail, readSupportEmail),
    ...read("support_phone", options.supportPhone, readSupportPhone),
    ...(options.debit !== undefined && { offers_debit: options.debit }),
    ...(Object.keys(offer).length > 0 && { installments: offer }),
    ...(Object.keys(three_d_secure).length > 0 && { three_d_secure }),
    ...(logo !== undefined && { logo: logo === false ? null : readLogo(await readFileUpTo(logo, "--logo")) }),
  }
}

function read(name: keyof SettingsChange, option: string | false | undefined, reader: (text: string) => string): SettingsChange {
  return option === undefined ? {} : { [name]: option === false ? null : reader(option) }
}

function offerOf({ maxInstallments, installmentMinimum }: SettingOptions): Partial<Installments> {
  return {
    ...(maxInstallments !== undefined && { max: maxInstallments }),
    ...(installmentMinimum !== undefined && { minimum_amount: installmentMinimum }),
  }
}

function threeDSecureOf({
  threeDSecureFrom,
  threeDSecureBrands,
  threeDSecureData,
}: SettingOptions): Partial<ThreeDSecureSettings> {
  return {
    ...(threeDSecureFrom !== undefined && { minimum_amount: threeDSecureFrom || null }),
    ...(threeDSecureBrands !== undefined && { brands: readThreeDSecureBrands(threeDSecureBrands || "") }),
    ...(threeDSecureData !== undefined && { data_only: threeDSecureData }),
  }
}
