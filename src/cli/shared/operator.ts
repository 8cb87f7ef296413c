import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { InvalidArgumentError } from "commander"
import { createAccount, findAccount, listAccounts } from "../../accounts/accounts.ts"
import type { Account } from "../../accounts/tables.ts"
import { createLog } from "../../base/log.ts"
import type { ModeName } from "../../base/mode-name.ts"
import { type Config, readConfig } from "../../config/config.ts"
import type { Database } from "../../db/database.ts"
import { isSqlite, sqliteFile } from "../../db/drivers/connect.ts"
import { allOf, openDatabases, openModes } from "../../modes/modes.ts"
import type { Mode } from "../../modes/wiring.ts"
import { threedsOriginOf } from "../../web/threeds/server.ts"

const HOUR_MS = 3_600_000

export type Modes = { test: Mode; live?: Mode }

/**
 * Opens the databases for one command and closes them after it. Throws if test mode has no database, because DATA_DIR may differ from the
 * service's.
 */
export function withModes<T>(work: (modes: Modes) => Promise<T>): Promise<T> {
  return withModesOf(readConfig(process.env), work)
}

/** Like withModes, for a command that may be the very first one. Creates a missing database, and says so. */
export function withModesOrNew<T>(work: (modes: Modes) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const missing = missingFile(config)
  return withOpenModes(config, (modes) => {
    if (missing) console.error(`Created a new database for test mode: ${missing}`)
    return work(modes)
  })
}

/** Like withModes, for a command whose statements read whole tables. On Postgres, they may take an hour. */
export function withPatientModes<T>(work: (modes: Modes) => Promise<T>): Promise<T> {
  return withModesOf({ ...readConfig(process.env), databaseStatementTimeoutMs: HOUR_MS }, work)
}

/** Opens only test mode, for a developer's command. Such a command has no access to live mode. */
export function withTestMode<T>(work: (mode: Mode) => Promise<T>): Promise<T> {
  return withModesOf({ ...readConfig(process.env), liveDatabaseUrl: undefined }, ({ test }) => work(test))
}

async function withModesOf<T>(config: Config, work: (modes: Modes) => Promise<T>): Promise<T> {
  checkExists(config)
  return withOpenModes(config, work)
}

async function withOpenModes<T>(config: Config, work: (modes: Modes) => Promise<T>): Promise<T> {
  const baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  const modes = await openModes(config, { log: createLog("silent"), baseUrl, threedsOrigin: threedsOriginOf(config) })
  try {
    return await work(modes)
  } finally {
    await modes.test.close()
    await modes.live?.close()
  }
}

/**
 * Opens only the databases, test mode's first, and closes them afterwards. For a command that replaces the keys that everything else needs.
 */
export async function withDatabases<T>(work: (databases: [Database, ...Database[]], config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  checkExists(config)
  const databases = await openDatabases(config, createLog("silent"))
  try {
    return await work(databases, config)
  } finally {
    for (const database of databases) await database.close()
  }
}

function checkExists(config: Config): void {
  const missing = missingFile(config)
  if (!missing) return
  throw new Error(
    `There is no database of test mode at ${missing}. Set DATA_DIR or TEST_DATABASE_URL as for the service, or create one with: vintem migrate`,
  )
}

/** Returns the SQLite file of test mode if it does not exist. */
function missingFile({ testDatabaseUrl }: Config): string | undefined {
  if (!isSqlite(testDatabaseUrl)) return undefined
  const file = resolve(sqliteFile(testDatabaseUrl))
  return existsSync(file) ? undefined : file
}

/** Returns a mode. Throws if live mode is not configured. */
export function modeNamed(modes: Modes, name: ModeName): Mode {
  const mode = modes[name]
  if (!mode) throw new Error("Live mode is not configured: set LIVE_DATABASE_URL and LIVE_ENCRYPTION_KEY or ENCRYPTION_KEY.")
  return mode
}

/** Returns the named mode. Without a name, returns both modes, test first. Throws if live mode is named but not configured. */
export function modesNamed(modes: Modes, name: ModeName | undefined): Mode[] {
  return name ? [modeNamed(modes, name)] : allOf(modes)
}

/**
 * Returns the account with an id, or the only account if no id is given. Creates its row in `mode` if it is missing. Throws if there is no
 * such account, or if there are several and no id is given.
 */
export async function resolveAccount(modes: Modes, mode: Mode, id: string | undefined): Promise<Account> {
  const account = id ? await mustFindAccount(modes, id) : await onlyAccount(modes)
  return mode.database.transaction((tx) => createAccount(tx, mode.clock, account.name, account.id))
}

/** Throws if there is no such account. The database of test mode has every account. */
export async function mustFindAccount({ test }: { test: Pick<Mode, "database"> }, id: string): Promise<Account> {
  const account = await findAccount(test.database, id)
  if (!account) throw new Error(`No such account: '${id}'. List them with: vintem accounts list`)
  return account
}

/** Says that a list has reached its limit, so that the operator does not take it for the whole. */
export function warnOfLimit(limit: number): void {
  console.error(`There may be more: these are the ${limit} newest. See older ones with a larger --limit.`)
}

async function onlyAccount({ test }: Modes): Promise<Account> {
  const [account, ...others] = await listAccounts(test.database)
  if (!account) throw new Error("There is no account yet. Create one with: vintem accounts create --name NAME")
  if (others.length > 0) {
    throw new Error("There are several accounts. Choose one with --account ID, and list them with: vintem accounts list")
  }
  return account
}

/** Prints one JSON value with --json, otherwise the output of `text`. */
export function print<T>(json: boolean | undefined, value: T, text: (value: T) => string): void {
  console.log(json ? JSON.stringify(value) : text(value))
}

export function readMode(text: string): ModeName {
  if (text === "test" || text === "live") return text
  throw new InvalidArgumentError("Must be test or live.")
}

/** Reads the mode of a developer's command. Live mode is refused with the reason `why`. */
export function readTestMode(why: string): (text: string) => "test" {
  return (text) => {
    if (readMode(text) === "test") return "test"
    throw new InvalidArgumentError(why)
  }
}

export function readName(text: string): string {
  if (text.length > 0 && [...text].length <= 255) return text
  throw new InvalidArgumentError("Must have 1 to 255 characters.")
}

/** Aligns the cells of rows in columns. Without rows, returns the sentence `nothing`. */
export function table(rows: (string | number | null)[][], nothing = ""): string {
  if (rows.length === 0) return nothing
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? "-").length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => String(cell ?? "-").padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}
