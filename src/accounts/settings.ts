import { Refusal, refuseCardNumber } from "../base/errors.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { RowOf } from "../db/table.ts"
import { lockAccount } from "./accounts.ts"
import { findDocument } from "./document.ts"
import type { Logo } from "./logo.ts"
import { accountLogos, accountSettings } from "./tables.ts"

type SettingsRow = RowOf<typeof accountSettings>

/** What payers see of an account. A setting that is not set is null. */
export type Settings = Omit<SettingsRow, "account">

/** A change of settings. Null removes a setting, and a setting that is left out stays. */
export type SettingsChange = Partial<Settings> & { logo?: Logo | null }

/** A logo without its content. */
export type LogoFacts = Omit<Logo, "content">

const settingsOfAccount = accountSettings.find(["account"])
const putSettings = accountSettings.insert(["account", "display_name", "document", "address"], (rows) =>
  rows.onConflict("account").merge(["display_name", "document", "address"]),
)
const logoFactsOfAccount = accountLogos.find(["account"], (rows) => rows.select("type", "width", "height", "digest"))
const logoOfAccount = accountLogos.find(["account"])
const putLogo = accountLogos.insert(["account", "type", "width", "height", "digest", "content"], (rows) =>
  rows.onConflict("account").merge(["type", "width", "height", "digest", "content"]),
)
const deleteLogo = accountLogos.delete(["account"])

const NOTHING: Settings = { display_name: null, document: null, address: null }

/** Returns the settings of an account. Settings that were never set are null. */
export async function settingsOf(db: Queries, account: string): Promise<Settings> {
  const { display_name, document, address } = (await db.one(settingsOfAccount, { account })) ?? NOTHING
  return { display_name, document, address }
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
 * parameter_invalid if the name contains a card number.
 */
export async function updateSettings(tx: Transaction, account: string, { logo, ...change }: SettingsChange): Promise<Settings> {
  refuseCardNumber(change.display_name, "display_name")
  // The lock comes before the read, so two concurrent changes of different settings both hold.
  await lockAccount(tx, account)
  const settings = { ...(await settingsOf(tx, account)), ...change }
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
