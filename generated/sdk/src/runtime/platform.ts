import type { Fetch } from "./types.ts"

type Platform = {
  process?: { env?: Record<string, string | undefined>; versions?: Record<string, string | undefined> }
  document?: unknown
  location?: { origin?: string }
  navigator?: { onLine?: boolean }
  fetch: Fetch
}

// Looked up each time: tests and instruments change globals.
const platform = () => globalThis as unknown as Platform

/** The environment variables; none in a browser. */
export const environment = (): Record<string, string | undefined> => platform().process?.env ?? {}

/** Whether this is the page of a browser, where everybody can read the code and its keys. */
export const inBrowser = (): boolean => platform().document !== undefined

/** Whether this is Node, Bun or Deno. */
export const isServer = (): boolean => platform().process?.versions?.node !== undefined

/** The origin of the browser's page, if there is one. */
export const pageOrigin = (): string | undefined => (inBrowser() ? platform().location?.origin : undefined)

/** Whether the browser knows that its device has no network. */
export const isOffline = (): boolean => platform().navigator?.onLine === false

/** The global fetch of the moment, so that code that instruments it later takes effect. */
export const globalFetch: Fetch = (url, init) => platform().fetch(url, init)

/** The runtime and its version, for the User-Agent, for example `node/24.1.0`. */
export const runtime = (): string | undefined => {
  const versions = platform().process?.versions ?? {}
  const name = ["bun", "deno", "node"].find((each) => versions[each])
  return name && `${name}/${versions[name]}`
}
