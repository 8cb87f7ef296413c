import { VintemError } from "./errors.ts"
import type { Fetch } from "./types.ts"

type Platform = {
  process?: { env?: Record<string, string | undefined>; versions?: Record<string, string | undefined> }
  document?: unknown
  location?: { origin?: string }
  navigator?: { onLine?: boolean }
  fetch?: Fetch
}

// Looked up each time, because tests and instrumentation change globals. Their types differ from platform to platform.
const platform = () => globalThis as unknown as Platform

/** Returns undefined where reading fails: Deno throws for what a program has no permission to read. */
const readable = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Returns an environment variable. A browser has none. */
export const variable = (name: string): string | undefined => readable(() => platform().process?.env?.[name])

/**
 * Returns whether this code runs in a browser's page, where everybody can read the code and its keys. Tests with jsdom or happy-dom look
 * like one.
 */
export const inBrowser = (): boolean => platform().document !== undefined

/** Returns whether this code runs in Node, Bun or Deno. */
export const isServer = (): boolean => platform().process?.versions?.node !== undefined

/** Returns the origin of the browser's page, if there is one. */
export const pageOrigin = (): string | undefined => (inBrowser() ? readable(() => platform().location?.origin) : undefined)

/** Returns whether the browser knows that its device is offline. */
export const isOffline = (): boolean => platform().navigator?.onLine === false

/** The current global fetch, so later instrumentation takes effect. */
export const globalFetch: Fetch = (url, init) => {
  const scope = platform()
  if (scope.fetch) return scope.fetch(url, init)
  throw new VintemError(
    "There is no fetch here, as in Jest with jsdom. Pass one as the option fetch, or test with @jest-environment node.",
  )
}

/** Returns the runtime and its version for the User-Agent, for example `node/24.1.0`. */
export const runtime = (): string | undefined => {
  const versions = platform().process?.versions ?? {}
  const name = ["bun", "deno", "node"].find((each) => versions[each])
  return name && `${name}/${versions[name]}`
}
