// The databases of live mode (docs/decisions/0034-whole-accounts.md).
import { MAIN } from "../base/mode-name.ts"
import { ConfigError, liveDatabaseUrl, secretFile } from "./values.ts"

const PREFIX = "LIVE_DATABASE_URL_"
const FILE = "_FILE"
const NAME = /^[A-Z][A-Z0-9]*$/
/** `file` would be LIVE_DATABASE_URL_FILE, and `main` is LIVE_DATABASE_URL. */
const RESERVED = ["FILE", "MAIN"]

type Environment = Record<string, string | undefined>

export const FURTHER_DATABASES = {
  furtherDatabases: {
    name: `${PREFIX}NAME`,
    readAll: furtherDatabases,
    shownDefault: "unset: live mode has one database",
    doc: "One more database of live mode, for some of the accounts: `LIVE_DATABASE_URL_EAST` is the database `east`. Add it with `vintem databases add east` before the first start. Or `LIVE_DATABASE_URL_EAST_FILE`: a file that contains the URL. Users other than its owner and group must not have access.",
  },
  liveDefaultDatabase: {
    name: "LIVE_DEFAULT_DATABASE",
    read: databaseName,
    default: MAIN,
    doc: "The database of live mode that gets new accounts.",
  },
} as const

/** Returns the name of a database. */
export function databaseName(value: string, name: string): string {
  if (NAME.test(value.toUpperCase()) && value === value.toLowerCase() && value !== "file") return value
  throw new ConfigError(`${name} must be the name of a database, in small letters and digits, such as ${MAIN} or east.`)
}

/** Reads the URLs of all databases but `main`, by their names. */
function furtherDatabases(env: Environment): Readonly<Record<string, string>> {
  const urls: Record<string, string> = {}
  for (const [variable, value] of Object.entries(env)) {
    if (!value || !variable.startsWith(PREFIX)) continue
    const isFile = variable.endsWith(FILE)
    const name = variable.slice(PREFIX.length, isFile ? -FILE.length : undefined)
    if (!NAME.test(name) || RESERVED.includes(name))
      throw new ConfigError(
        `${variable} names no database: after ${PREFIX} comes a name in capital letters and digits, such as EAST, and neither FILE nor MAIN.`,
      )
    const key = name.toLowerCase()
    if (key in urls) throw new ConfigError(`Set one of ${PREFIX}${name} and ${PREFIX}${name}${FILE}, not both.`)
    urls[key] = isFile
      ? liveDatabaseUrl(secretFile(value, variable), `The content of ${variable}`)
      : liveDatabaseUrl(value, variable)
  }
  return urls
}

type LiveDatabases = {
  readonly liveDatabaseUrl: string | undefined
  readonly furtherDatabases: Readonly<Record<string, string>>
}

export type LiveDatabase = { readonly name: string; readonly url: string; readonly variable: string }

/** The databases of live mode, `main` first. None without live mode. */
export function liveDatabasesOf({ liveDatabaseUrl: url, furtherDatabases: further }: LiveDatabases): LiveDatabase[] {
  if (!url) return []
  const others = Object.entries(further).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    { name: MAIN, url, variable: "LIVE_DATABASE_URL" },
    ...others.map(([name, url]) => ({ name, url, variable: `${PREFIX}${name.toUpperCase()}` })),
  ]
}
