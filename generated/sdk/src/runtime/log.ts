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

/**
 * Returns the logger without the levels below `level`. Without a level, a given logger gets all lines, and the console gets none. Its
 * functions never throw.
 *
 * @param variable The value of VINTEM_LOG.
 * @throws VintemError for an unknown level.
 */
export const loggerOf = (given: Logger | undefined, level: string | undefined, variable: string | undefined): Logger => {
  const least =
    level !== undefined ? checkLevel(level, "logLevel") : variable ? checkLevel(variable, "VINTEM_LOG") : given ? "debug" : "off"
  const logger = given ?? toConsole
  const from = LEVELS.indexOf(least)
  const at = (name: keyof Logger): Logger["debug"] =>
    LEVELS.indexOf(name) < from ? nothing : (message, details) => guarded(() => logger[name](message, details))
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }
}
