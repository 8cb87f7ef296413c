import { type Command, Option } from "commander"
import { listAccounts } from "../accounts/accounts.ts"
import { formatDocument } from "../accounts/document.ts"
import { findLogoFacts, readAnyDocument, settingsOf } from "../accounts/settings.ts"
import type { Account, ThreeDSecureSettings } from "../accounts/tables.ts"
import { newId } from "../base/ids.ts"
import { hasLive, hasSeveral, livesOf } from "../http/mode.ts"
import type { Mode } from "../modes/wiring.ts"
import { SCHEDULES, type Schedule } from "../payouts/schedule.ts"
import { type PayoutSettingsChange, payoutSettingsOf } from "../payouts/settings.ts"
import { moveCommands } from "./account-moves.ts"
import { type SettingOptions, settingsChangeOf, withSettingOptions } from "./account-settings.ts"
import { actToCreateAccount, actToUpdateAccount, actToUpdatePayouts } from "./shared/act.ts"
import { readCents } from "./shared/amounts.ts"

import {
  accountIn,
  liveModeOn,
  type Modes,
  namesOf,
  print,
  readName,
  table,
  withModes,
  withModesOrNew,
} from "./shared/operator.ts"

export function accountCommands(vintem: Command): void {
  const accounts = vintem
    .command("accounts")
    .description("Manage accounts, the merchants of this platform. Every API key belongs to one.")

  accounts
    .command("create")
    .description("Create an account.")
    .requiredOption("--name <name>", "the name of the account", readName)
    .option("--database <name>", "the database of live mode that it is in (default: LIVE_DEFAULT_DATABASE)")
    .option("--json", "print one JSON value")
    .action(({ name, database, json }) =>
      withModesOrNew(async (modes) => {
        const id = newId("acct")
        const live = liveModeForNew(modes, database)
        const account = await actToCreateAccount(modes.test, name, id)
        if (live) await actToCreateAccount(live, name, id)
        print(
          json,
          { ...present(account), ...(hasSeveral(modes) && { database: live?.database.name }) },
          ({ id }) => `${id}  ${name}`,
        )
      }),
    )

  accounts
    .command("list")
    .description("List the accounts, oldest first.")
    .option("--json", "print one JSON value")
    .action(({ json }) =>
      withModes(async (modes) => {
        const databases = hasSeveral(modes) ? await databasesOfAccounts(modes) : undefined
        const rows = (await listAccounts(modes.test.database)).map((account) => ({
          ...present(account),
          ...(databases && { database: databases.get(account.id) ?? null }),
        }))
        print(json, rows, (list) =>
          table(
            list.map(({ id, name, database }) => (databases ? [id, database ?? "-", name] : [id, name])),
            "No accounts.",
          ),
        )
      }),
    )

  showCommand(accounts)
  updateCommand(accounts)
  moveCommands(accounts)
}

/** Live mode on the database of a new account. Undefined without live mode. */
function liveModeForNew(modes: Modes, database: string | undefined): Mode | undefined {
  if (database === undefined && !hasLive(modes)) return undefined
  return liveModeOn(modes, database ?? modes.test.config.liveDefaultDatabase)
}

/** The live databases of all accounts, by their ids. An account that no database has yet is in none. */
async function databasesOfAccounts(modes: Modes): Promise<Map<string, string>> {
  const lists = await Promise.all(livesOf(modes).map(({ database }) => listAccounts(database)))
  return new Map(lists.flat().map(({ id, database }) => [id, database]))
}

function showCommand(accounts: Command): void {
  accounts
    .command("show")
    .description("Show an account and what payers see of it.")
    .option("--account <id>", "the account; optional if there is only one")
    .option("--json", "print one JSON value")
    .action(({ account, json }) => withModes(async (modes) => printSettings(modes, account, json)))
}

type UpdateOptions = SettingOptions & {
  account?: string
  holderDocument?: string
  payouts?: Schedule
  payoutMinimum?: number
  json?: boolean
}

function updateCommand(accounts: Command): void {
  withSettingOptions(accounts.command("update"))
    .description(
      "Set what payers see of an account, on hosted pages and on boletos, and how it is paid out. In test mode and in live mode.",
    )
    .option("--account <id>", "the account; optional if there is only one")
    .option(
      "--holder-document <number>",
      "the CPF or CNPJ of the holder of its bank account; another one removes the bank account",
    )
    .addOption(
      new Option("--payouts <schedule>", "when it is paid out: on banking days, for Mondays, for the 1st").choices(SCHEDULES),
    )
    .option("--payout-minimum <cents>", "the least amount of a payout in brl", readCents(0))
    .option("--json", "print one JSON value")
    .addHelpText(
      "after",
      "\nPages and boletos of payments that were made before keep the name, the document and the address. The logo changes on all of them.",
    )
    .action(({ account, json, ...options }: UpdateOptions) =>
      withModes(async (modes) => {
        const [change, payouts] = [await settingsChangeOf(options), payoutsChangeOf(options)]
        if (isEmpty(change) && isEmpty(payouts))
          throw new Error("Nothing to change. Name at least one option: vintem accounts update --help lists them.")
        const {
          account: { id },
        } = await accountIn(modes, "test", account)
        for (const name of namesOf(modes)) {
          const { mode } = await accountIn(modes, name, id)
          if (!isEmpty(change)) await actToUpdateAccount(mode, id, change)
          if (!isEmpty(payouts)) await actToUpdatePayouts(mode, id, payouts)
        }
        await printSettings(modes, id, json)
      }),
    )
}

const isEmpty = (change: object) => Object.keys(change).length === 0

function payoutsChangeOf({ holderDocument, payouts, payoutMinimum }: UpdateOptions): PayoutSettingsChange {
  return {
    ...(holderDocument !== undefined && { holder_document: readAnyDocument(holderDocument) }),
    ...(payouts !== undefined && { schedule: payouts }),
    ...(payoutMinimum !== undefined && { minimum: payoutMinimum }),
  }
}

async function printSettings(modes: Modes, named: string | undefined, json: boolean | undefined): Promise<void> {
  const { account } = await accountIn(modes, "test", named)
  const settings = await settingsOf(modes.test.database, account.id)
  const logo = (await findLogoFacts(modes.test.database, account.id)) ?? null
  const payouts = await payoutSettingsOf(modes.test.database, account.id)
  print(json, { ...present(account), ...settings, logo, payouts }, ({ id, name, logo, ...shown }) =>
    table([
      ["account", id],
      ["name", name],
      ["display name", shown.display_name],
      ["document", shown.document && formatDocument(shown.document)],
      ["address", shown.address],
      ["e-mail for payers", shown.support_email],
      ["phone for payers", shown.support_phone],
      ["color", shown.color],
      ["end of mails", shown.mail_footer],
      ["installments", `up to ${shown.installments.max}, each of at least ${shown.installments.minimum_amount} cents`],
      ["debit", shown.offers_debit ? "offered on pay pages" : "not offered"],
      ["3-D Secure", threeDSecureText(shown.three_d_secure)],
      ["logo", logo && `${logo.type}, ${logo.width} x ${logo.height} pixels`],
      ["bank account of", payouts.holder_document && formatDocument(payouts.holder_document)],
      ["payouts", payouts.schedule],
      ["least payout in brl", `${payouts.minimum} cents`],
    ]),
  )
}

function threeDSecureText({ minimum_amount, brands, data_only }: ThreeDSecureSettings): string {
  const reasons = [minimum_amount !== null && `from ${minimum_amount} cents on`, brands.length > 0 && `for ${brands.join(", ")}`]
  const asked = reasons.filter(Boolean).join(" and ") || "where a payment asks for it"
  return data_only ? `${asked}; the issuers of other sales are told` : asked
}

function present({ id, name, created }: Account) {
  return { id, name, created }
}
