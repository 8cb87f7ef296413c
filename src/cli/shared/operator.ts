import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { type Command, InvalidArgumentError } from "commander"
import { createAccount, findAccount, listAccounts } from "../../accounts/accounts.ts"
import type { Account } from "../../accounts/tables.ts"
import { createLog } from "../../base/log.ts"
import { type ModeName, modeName } from "../../base/mode-name.ts"
import { must } from "../../base/must.ts"
import { type Config, readConfig } from "../../config/config.ts"
import type { Database } from "../../db/database.ts"
import { isSqlite, sqliteFile } from "../../db/drivers/connect.ts"
import { NotAnswering } from "../../db/unreachable.ts"
import { allOf, hasLive, livesOf, type Modes as ModesOf } from "../../http/mode.ts"
import { openDatabases, openLiveDatabases, openModes } from "../../modes/modes.ts"
import { liveModeOf } from "../../modes/of-account.ts"
import type { Mode } from "../../modes/wiring.ts"
import { threedsOriginOf } from "../../web/threeds/server.ts"

const HOUR_MS = 3_600_000

export type Modes = ModesOf<Mode>

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
  for (const name of modes.absent ?? [])
    console.error(`The live database ${name} does not answer. What is in it is neither found nor shown.`)
  try {
    return await work(modes)
  } finally {
    await modes.close()
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

/** Opens the named databases of live mode, but not their key rings, and closes them afterwards. */
export async function withLiveDatabases<T, const Names extends readonly string[]>(
  names: Names,
  work: (databases: { [At in keyof Names]: Database }, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const databases = await openLiveDatabases(config, names, createLog("silent"))
  try {
    return await work(databases as { [At in keyof Names]: Database }, config)
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

/** Returns a mode: live mode on the database `main`, which has the platform's rows. Throws if live mode is not configured. */
export function modeNamed(modes: Modes, name: ModeName): Mode {
  if (name === "live" && !hasLive(modes))
    throw new Error("Live mode is not configured: set LIVE_DATABASE_URL and LIVE_ENCRYPTION_KEY or ENCRYPTION_KEY.")
  const mode = modes[name]
  if (!mode) throw new Error("The live database main does not answer.")
  return mode
}

/**
 * Returns the named mode, on each of its databases that answers, or on the named one alone. Without a name, returns both modes, test first.
 * Throws if live mode is named but not configured, and if the named database does not answer.
 */
export function modesNamed(modes: Modes, name: ModeName | undefined, database?: string): Mode[] {
  if (database !== undefined) {
    if (name === "test") throw new Error("--database is for live mode. Test mode has one database.")
    return [liveModeOn(modes, database)]
  }
  if (name === "live" && hasLive(modes)) return livesOf(modes)
  return name ? [modeNamed(modes, name)] : allOf(modes)
}

/** Live mode on a database. Throws if there is none with this name, or if it does not answer. */
export function liveModeOn(modes: Modes, name: string): Mode {
  const mode = livesOf(modes).find(({ database }) => database.name === name)
  if (mode) return mode
  if (modes.absent?.includes(name)) throw new Error(`The live database ${name} does not answer.`)
  throw new Error(`There is no live database ${name}. List them with: vintem databases list`)
}

/** Adds the option to a command over all accounts. */
export function ofDatabase(command: Command): Command {
  return command.option("--database <name>", "only this database of live mode (default: all)")
}

/** Throws if a database of live mode does not answer, for a command that must not leave out what is in it. */
export function mustAllAnswer({ absent = [] }: Modes, why: string): void {
  if (absent.length > 0) throw new Error(`${why}, and these do not answer: ${absent.join(", ")}. Nothing is changed.`)
}

/**
 * Returns the account with an id, or the only account if no id is given, and the named mode on the database that has it. Creates its row
 * there if no database has one. Throws if there is no such account, or if there are several and no id is given.
 */
export async function accountIn(modes: Modes, name: ModeName, id: string | undefined): Promise<{ mode: Mode; account: Account }> {
  const known = name === "live" && hasLive(modes) ? undefined : modeNamed(modes, name)
  const { id: account, name: called } = id ? await mustFindAccount(modes, id) : await onlyAccount(modes)
  const mode = known ?? (await mustFindLiveMode(modes, account))
  return { mode, account: await mode.database.transaction((tx) => createAccount(tx, mode.clock, called, account)) }
}

/** The named mode, or else both, test first. Throws if live mode is named but not configured. */
export function namesOf(modes: Modes, name?: ModeName): ModeName[] {
  if (name === "live" && hasLive(modes)) return [name]
  if (name) return [modeName(modeNamed(modes, name))]
  return hasLive(modes) ? ["test", "live"] : ["test"]
}

async function mustFindLiveMode(modes: Modes, account: string): Promise<Mode> {
  const mode = await liveModeOf(modes, account).catch((error: Error) => {
    if (!(error instanceof NotAnswering)) throw error
    throw new Error(`The account ${account} may be in a database that does not answer: ${error.message}.`, { cause: error })
  })
  return must(mode, "live mode")
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
