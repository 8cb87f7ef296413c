import type { Page } from "playwright-core"
import type { Running } from "../../test/support/vintem.ts"

/** What the pictures are taken of: a running service with an account. */
export type Stage = {
  vintem: Running
  /** Ends something when all pictures are taken. */
  atEnd(end: () => unknown): void
}

/** Pages that belong together, under a heading of docs/images/README.md. */
export type PictureSet = { heading: string; take: (stage: Stage) => Promise<Shot[]> }

/** A page, taken on a desktop and on a phone, light and dark. */
export type Shot = {
  /** The beginning of the files' names. */
  name: string
  /** What is seen. */
  title: string
  url: string
  /** What the browser prefers. Portuguese where it is left out. */
  language?: string
  /** Brings the page to the state that is to be seen. */
  prepare?: (page: Page) => Promise<unknown>
  /** Only what fits the window. Pages that are long, and look the same further down, are cut there. */
  cut?: true
}
