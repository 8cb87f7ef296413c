import { API_VERSION, BASE_URL } from "./contract.ts"
import { VintemError } from "./errors.ts"
import { type Log, logOf } from "./log.ts"
import { globalFetch, inBrowser, variable } from "./platform.ts"
import type { ClientOptions, Fetch, FetchOptions, RequestHeaders } from "./types.ts"

const TIMEOUT = 80_000
const MAX_RETRIES = 2
// A longer setTimeout would fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1
/** The members of fetch's second argument that the client sets itself. */
const OWN = ["method", "headers", "body", "redirect", "signal"]

/** The settings of a client, with defaults and environment variables filled in. */
export type Settings = {
  readonly apiKey: string | undefined
  readonly baseUrl: string
  readonly version: string
  readonly timeout: number
  readonly maxRetries: number
  readonly fetch: Fetch
  readonly fetchOptions: FetchOptions
  readonly log: Log
  readonly headers: RequestHeaders
  readonly allowBrowser: boolean
}

/** Returns the timeout in milliseconds. Throws VintemError if it is invalid. */
export const checkTimeout = (timeout: number): number => {
  if (typeof timeout !== "number" || !(timeout > 0)) throw new VintemError("timeout must be a positive number of milliseconds.")
  return Math.min(timeout, MAX_TIMER_MS)
}

/** Returns the number of retries. Throws VintemError if it is invalid. */
export const checkRetries = (retries: number): number => {
  if (!Number.isInteger(retries) || retries < 0) throw new VintemError("maxRetries must be an integer of 0 or more.")
  return retries
}

/** Returns the options. Throws VintemError if they would replace what the client sets itself. */
export const checkFetchOptions = (options: FetchOptions | undefined): FetchOptions => {
  const own = OWN.find((name) => options?.[name] !== undefined)
  if (own === undefined) return options ?? {}
  throw new VintemError(`fetchOptions cannot have ${own}, which the client sets. Headers and a signal are options of their own.`)
}

/** Returns the API key. Throws VintemError for a key that a header cannot carry, and for a secret key in a browser. */
export const checkKey = (key: string, allowBrowser: boolean): string => {
  if (typeof key !== "string")
    throw new VintemError(
      "The API key must be a string. It is the first argument; options are the second: new Vintem(key, { … }).",
    )
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new VintemError("The API key contains invalid characters. Remove any space or line break.")
  if (inBrowser() && !allowBrowser && /^z(sk|rk)_/.test(key)) {
    throw new VintemError(
      "Do not use a secret API key in a browser, where everybody can read it. Use a publishable key (zk_…). If this is no public page, " +
        "as in a test with jsdom or happy-dom, pass { dangerouslyAllowBrowser: true } after the key.",
    )
  }
  return key
}

const withoutPassword = (url: string) => url.replace(/\/\/.*@/, "//…@")

const checkBaseUrl = (url: string) => {
  if (!/^https?:\/\/[^\s?#@]+$/.test(url))
    throw new VintemError(`The base URL ${JSON.stringify(withoutPassword(url))} is invalid. Use the form https://host/path.`)
  return url.replace(/\/+$/, "")
}

/** Fills in the defaults. Throws VintemError if a setting is invalid. */
export const readSettings = (apiKey: string | undefined, options: ClientOptions): Settings => {
  const key = apiKey || variable("VINTEM_KEY")
  const allowBrowser = options.dangerouslyAllowBrowser === true
  return {
    apiKey: key ? checkKey(key, allowBrowser) : undefined,
    baseUrl: checkBaseUrl(options.baseUrl ?? (variable("VINTEM_BASE_URL") || BASE_URL)),
    version: options.version ?? API_VERSION,
    timeout: checkTimeout(options.timeout ?? TIMEOUT),
    maxRetries: checkRetries(options.maxRetries ?? MAX_RETRIES),
    fetch: options.fetch ?? globalFetch,
    fetchOptions: checkFetchOptions(options.fetchOptions),
    log: logOf(options.logger, options.logLevel, variable("VINTEM_LOG")),
    headers: options.headers ?? {},
    allowBrowser,
  }
}
