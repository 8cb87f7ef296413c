import type { Page } from "playwright-core"
import type { Running } from "../../test/support/vintem.ts"

/** What the pictures are taken of: a running service with an account. */
export type Stage = { vintem: Running }

/** A page, taken on a desktop and on a phone, light and dark. */
export type Shot = {
  name: string
  url: string
  /** What the browser prefers. Portuguese where it is left out. */
  language?: string
  /** Brings the page to the state that is to be seen. */
  prepare?: (page: Page) => Promise<unknown>
  /** The pictures that the documentation shows: `NAME-desktop-light` and its file's name, without `.png`. */
  documented?: Record<string, string>
}
