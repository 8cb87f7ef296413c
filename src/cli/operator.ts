import { InvalidArgumentError } from "commander"
import { type Account, createAccount, listAccounts } from "../accounts/accounts.ts"
import { readConfig } from "../config/config.ts"
import { createLog } from "../log.ts"
import { openModes } from "../serve.ts"
import type { Mode } from "../wiring.ts"

export type ModeName = "test" | "live"
export type Modes = { test: Mode; live?: Mode }

/** Opens the databases of the configuration for one command, and closes them after it. */
export async function withModes<T>(work: (modes: Modes) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  const modes = await openModes(config, { log: createLog("silent"), baseUrl })
  try {
    return await work(modes)
  } finally {
    await modes.test.database.close()
    await modes.live?.database.close()
  }
}

/** The mode of a name. Throws where live mode is not configured. */
export function modeNamed(modes: Modes, name: ModeName): Mode {
  const mode = modes[name]
  if (!mode) throw new Error("There is no live mode: set LIVE_DATABASE_URL and ENCRYPTION_KEY.")
  return mode
}

/** Both modes, test first: ids are looked for in either. */
export function everyMode({ test, live }: Modes): Mode[] {
  return live ? [test, live] : [test]
}

/** The account that a command means: the one named, or the only one there is. The same account exists in both modes. */
export async function resolveAccount(modes: Modes, mode: Mode, id: string | undefined): Promise<Account> {
  const known = await listAccounts(modes.test.database)
  const account = id ? known.find((candidate) => candidate.id === id) : known[0]
  if (!account) throw new Error(id ? `There is no account ${id}.` : "There is no account yet: vintem accounts create --name NAME")
  if (!id && known.length > 1) throw new Error("There are several accounts; say which with --account ID (vintem accounts list).")
  return mode.database.transaction((tx) => createAccount(tx, mode.clock, account.name, account.id))
}

/** Prints one JSON value with --json, else what `text` makes of it. */
export function print<T>(json: boolean | undefined, value: T, text: (value: T) => string): void {
  console.log(json ? JSON.stringify(value) : text(value))
}

export function readMode(text: string): ModeName {
  if (text === "test" || text === "live") return text
  throw new InvalidArgumentError("It is test or live.")
}

export function readName(text: string): string {
  if (text.length > 0 && [...text].length <= 255) return text
  throw new InvalidArgumentError("It takes 1 to 255 characters.")
}

/** Rows of text in aligned columns. */
export function table(rows: (string | number | null)[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? "-").length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => String(cell ?? "-").padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}
