import type { Command } from "commander"
import { settleAccount } from "../accounts/places.ts"
import { MAIN } from "../base/mode-name.ts"
import { type Config, readConfig } from "../config/config.ts"
import { liveDatabasesOf } from "../config/databases.ts"
import { type Migrated, migrateDatabase } from "../db/migrations/migrate.ts"
import { masterKeyOf } from "../modes/modes.ts"
import { copyRing } from "../vault/copy-ring.ts"
import { openKeyRing } from "../vault/key-ring.ts"
import { flawsOfDatabases } from "./databases-check.ts"
import { describeMigrated } from "./shared/migrated.ts"
import { print, table, withLiveDatabases } from "./shared/operator.ts"

export function databaseCommands(vintem: Command): void {
  const databases = vintem
    .command("databases")
    .description("The databases of live mode. Each holds whole accounts (docs/decisions/0034-whole-accounts.md).")

  databases
    .command("list")
    .description("List the databases of live mode that are configured.")
    .option("--json", "print one JSON value")
    .action(({ json }) =>
      print(json, listed(readConfig(process.env)), (list) =>
        table(
          list.map(({ name, host, database, new_accounts }) => [name, host, database, new_accounts ? "gets new accounts" : ""]),
          "There is no live mode.",
        ),
      ),
    )

  databases
    .command("check")
    .description("Check the schema, the key ring and the clock of each, and that each account is in one of them.")
    .option("--json", "print one JSON value")
    .action(async ({ json }) => {
      const flaws = await flawsOfDatabases(readConfig(process.env))
      print(json, flaws, (list) =>
        table(
          list.map(({ database, problem }) => [database, problem]),
          "The databases of live mode fit together.",
        ),
      )
      if (flaws.length > 0) throw new Error(`Problems of the databases of live mode: ${flaws.length}.`)
    })

  databases
    .command("add")
    .argument("<name>", "the name, as in LIVE_DATABASE_URL_NAME, in small letters")
    .description("Migrate a further database of live mode, and copy the key ring of the main one to it. Safe to repeat.")
    .option("--json", "print one JSON value")
    .action(async (name: string, { json }) =>
      print(json, await add(name), ({ keys, ...migrated }) =>
        [
          `${name}: ${describeMigrated(migrated)}`,
          `${name}: ${keys === 0 ? "has the key ring" : `${keys} keys of the ring were copied`}`,
        ].join("\n"),
      ),
    )

  databases
    .command("settle")
    .argument("<account>", "the account")
    .requiredOption("--in <name>", "the database that has it")
    .description("Say in which database an account is that two of them claim, or none. All databases must answer.")
    .option("--json", "print one JSON value")
    .action(async (account: string, { in: name, json }: { in: string; json?: boolean }) => {
      const names = liveDatabasesOf(readConfig(process.env)).map((each) => each.name)
      if (!names.includes(name)) throw new Error(`There is no live database ${name}. List them with: vintem databases list`)
      await withLiveDatabases(names, (opened) => settleAccount(opened, account, name))
      print(json, { account, database: name }, () => `${account} is in ${name}`)
    })
}

function listed(config: Config) {
  return liveDatabasesOf(config).map(({ name, url }) => {
    const { host, pathname } = new URL(url)
    return { name, host, database: decodeURIComponent(pathname.slice(1)), new_accounts: name === config.liveDefaultDatabase }
  })
}

async function add(name: string): Promise<{ database: string; keys: number } & Migrated> {
  const place = liveDatabasesOf(readConfig(process.env)).find((each) => each.name === name)
  if (name === MAIN || !place)
    throw new Error(`There is no further database ${name}: set LIVE_DATABASE_URL_${name.toUpperCase()} to its URL first.`)
  const migrated = await migrateDatabase(place.url, true, undefined, { name })
  return withLiveDatabases([MAIN, name], async ([main, added], config) => {
    // Makes the ring of a main database that was never started.
    await openKeyRing(main, masterKeyOf(config, true))
    return { database: name, keys: await copyRing(main, added), ...migrated }
  })
}
