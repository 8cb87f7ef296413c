import { VintemError } from "./errors.ts"
import { inBrowser, isServer } from "./platform.ts"
import type { Logger, LogLevel } from "./types.ts"

const LEVELS = ["debug", "info", "warn", "error", "off"] as const

const checkLevel = (level: string, name: string): LogLevel => {
  const known = LEVELS.find((each) => each === level)
  if (!known) throw new VintemError(`${name} is ${JSON.stringify(level)}. Use debug, info, warn, error or off.`)
  return known
}

const nothing = () => {}

/** On a server, the log goes to stderr, because a program's own output goes to stdout. */
const write =
  (level: Exclude<LogLevel, "off">): Logger["debug"] =>
  (message, details) => {
    const log = isServer() && !inBrowser() ? console.error : console[level]
    if (level === "debug") log(`vintem ${level}: ${message}`, JSON.stringify(details))
    else log(`vintem ${level}: ${message}`)
  }

const toConsole: Logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") }

/**
 * A failing log changes no result, now or later. Otherwise the caller of a successful payment would believe that it failed, and repeat it.
 */
const guarded = (write: () => unknown): void => void new Promise((resolve) => resolve(write())).catch(nothing)

/** The levels that are logged. A missing one is called with `log.debug?.(…)`, so that nothing is built for it. */
export type Log = Partial<Logger>

/**
 * Returns the levels of the logger from `level` on. Without a level, a given logger gets all lines, and the console gets none. The
 * functions never throw.
 *
 * @param variable The value of VINTEM_LOG.
 * @throws VintemError for an unknown level.
 */
export const logOf = (given: Logger | undefined, level: string | undefined, variable: string | undefined): Log => {
  const least =
    level !== undefined ? checkLevel(level, "logLevel") : variable ? checkLevel(variable, "VINTEM_LOG") : given ? "debug" : "off"
  const logger = given ?? toConsole
  const log: Log = {}
  for (const name of LEVELS.slice(LEVELS.indexOf(least)))
    if (name !== "off") log[name] = (message, details) => guarded(() => logger[name](message, details))
  return log
}
