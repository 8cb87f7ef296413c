import { API_VERSION, BASE_URL } from "./contract.ts"
import { VintemError } from "./errors.ts"
import { type Log, logOf } from "./log.ts"
import { environment, globalFetch, inBrowser } from "./platform.ts"
import type { ClientOptions, Fetch, RequestHeaders } from "./types.ts"

const TIMEOUT = 80_000
const MAX_RETRIES = 2
// A longer setTimeout would fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1

/** The settings of a client, with defaults and environment variables filled in. */
export type Settings = {
  readonly apiKey: string | undefined
  readonly baseUrl: string
  readonly version: string
  readonly timeout: number
  readonly maxRetries: number
  readonly fetch: Fetch
  readonly log: Log
  readonly headers: RequestHeaders
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

/** Returns the API key. Throws VintemError for a key that a header cannot carry, and for a secret key in a browser. */
export const checkKey = (key: string): string => {
  if (typeof key !== "string")
    throw new VintemError(
      "The API key must be a string. It is the first argument; options are the second: new Vintem(key, { … }).",
    )
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new VintemError("The API key contains invalid characters. Remove any space or line break.")
  if (inBrowser() && /^z(sk|rk)_/.test(key)) {
    throw new VintemError("Do not use a secret API key in a browser, where anybody can read it. Use a publishable key (zk_…).")
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
  const env = environment()
  const key = apiKey || env.VINTEM_KEY
  return {
    apiKey: key ? checkKey(key) : undefined,
    baseUrl: checkBaseUrl(options.baseUrl ?? (env.VINTEM_BASE_URL || BASE_URL)),
    version: options.version ?? API_VERSION,
    timeout: checkTimeout(options.timeout ?? TIMEOUT),
    maxRetries: checkRetries(options.maxRetries ?? MAX_RETRIES),
    fetch: options.fetch ?? globalFetch,
    log: logOf(options.logger, options.logLevel, env.VINTEM_LOG),
    headers: options.headers ?? {},
  }
}
