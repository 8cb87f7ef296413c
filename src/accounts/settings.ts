import { Refusal, refuseCardNumber } from "../base/errors.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { RowOf } from "../db/table.ts"
import { lockAccount } from "./accounts.ts"
import { findDocument } from "./document.ts"
import type { Logo } from "./logo.ts"
import { checkInstallments, DEFAULT_INSTALLMENTS, type Installments } from "./payer-contact.ts"
import { accountLogos, accountSettings, type ThreeDSecureSettings } from "./tables.ts"
import { checkThreeDSecureSettings, DEFAULT_THREE_D_SECURE } from "./three-d-secure.ts"

type SettingsRow = RowOf<typeof accountSettings>

/** What payers see of an account. A setting that is not set is null. */
export type Settings = Omit<SettingsRow, "account" | "installments" | "three_d_secure" | "offers_debit"> & {
  installments: Installments
  three_d_secure: ThreeDSecureSettings
  /** Whether pay pages let the payer choose debit. */
  offers_debit: boolean
}

/** A change of settings. Null removes a setting, and a setting that is left out stays, as each number of installments and each member of 3-D Secure. */
export type SettingsChange = Partial<Omit<Settings, "installments" | "three_d_secure">> & {
  installments?: Partial<Installments>
  three_d_secure?: Partial<ThreeDSecureSettings>
  logo?: Logo | null
}

/** A logo without its content. */
export type LogoFacts = Omit<Logo, "content">

const NAMES = [
  "display_name",
  "document",
  "address",
  "color",
  "mail_footer",
  "support_email",
  "support_phone",
  "installments",
  "three_d_secure",
  "offers_debit",
] as const

const settingsOfAccount = accountSettings.find(["account"], (rows) => rows.select(...NAMES))
const putSettings = accountSettings.insert(["account", ...NAMES], (rows) => rows.onConflict("account").merge([...NAMES]))
const logoFactsOfAccount = accountLogos.find(["account"], (rows) => rows.select("type", "width", "height", "digest"))
const logoOfAccount = accountLogos.find(["account"])
const putLogo = accountLogos.insert(["account", "type", "width", "height", "digest", "content"], (rows) =>
  rows.onConflict("account").merge(["type", "width", "height", "digest", "content"]),
)
const deleteLogo = accountLogos.delete(["account"])

const NOTHING: Settings = {
  display_name: null,
  document: null,
  address: null,
  color: null,
  mail_footer: null,
  support_email: null,
  support_phone: null,
  installments: DEFAULT_INSTALLMENTS,
  three_d_secure: DEFAULT_THREE_D_SECURE,
  offers_debit: false,
}

/** Returns the settings of an account. Settings that were never set are null, and installments have a default. */
export async function settingsOf(db: Queries, account: string): Promise<Settings> {
  const { installments, three_d_secure, offers_debit, ...settings } = (await db.one(settingsOfAccount, { account })) ?? NOTHING
  return {
    ...settings,
    installments: installments ?? DEFAULT_INSTALLMENTS,
    three_d_secure: three_d_secure ?? DEFAULT_THREE_D_SECURE,
    offers_debit: offers_debit ?? false,
  }
}

/** Returns an account's logo without its content, or undefined if the account has none. */
export function findLogoFacts(db: Queries, account: string): Promise<LogoFacts | undefined> {
  return db.one(logoFactsOfAccount, { account })
}

/** Returns an account's logo, or undefined if the account has none. */
export async function findLogo(db: Queries, account: string): Promise<Logo | undefined> {
  const row = await db.one(logoOfAccount, { account })
  if (!row) return undefined
  const { type, width, height, digest, content } = row
  return { type, width, height, digest, content: Buffer.from(content, "base64") }
}

/**
 * Changes what payers see of an account. Pages of earlier payments keep the name, document and address, but not the logo. Throws
 * parameter_invalid if the name contains a card number, and a Refusal if the numbers of installments or the amount of 3-D Secure are out of
 * their ranges.
 */
export async function updateSettings(tx: Transaction, account: string, change: SettingsChange): Promise<Settings> {
  const { logo, installments, three_d_secure, ...others } = change
  refuseCardNumber(change.display_name, "display_name")
  // The lock comes before the read, so two concurrent changes of different settings both hold.
  await lockAccount(tx, account)
  const before = await settingsOf(tx, account)
  const settings = {
    ...before,
    ...others,
    installments: checkInstallments({ ...before.installments, ...installments }),
    three_d_secure: checkThreeDSecureSettings({ ...before.three_d_secure, ...three_d_secure }),
  }
  await tx.run(putSettings, { account, ...settings })
  if (logo === null) await tx.run(deleteLogo, { account })
  else if (logo) await tx.run(putLogo, { account, ...logo, content: logo.content.toString("base64") })
  return settings
}

/** Reads a CPF or a CNPJ, with or without punctuation. Throws a Refusal if its form or its check digits are wrong. */
export function readAnyDocument(text: string): string {
  const document = findDocument(text)
  if (!document)
    throw new Refusal("document_invalid", `'${text.slice(0, 30)}' is neither a CPF nor a CNPJ. Check its digits and its form.`)
  return document.number
}
