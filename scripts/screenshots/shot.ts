import type { Page } from "playwright-core"
import type { Running } from "../../test/support/app/vintem.ts"

/** The subject of the pictures: a running service with an account. */
export type Stage = {
  vintem: Running
  /** Runs a function after all pictures are taken. */
  atEnd(end: () => unknown): void
}

/** Related pages, under a heading of docs/images/README.md. */
export type PictureSet = { heading: string; take: (stage: Stage) => Promise<Shot[]> }

export type ViewName = "desktop" | "phone"

/** A page, taken on a desktop and on a phone, light and dark. */
export type Shot = {
  /** The beginning of the file names. */
  name: string
  /** The caption. */
  title: string
  url: string
  /** The preferred language of the browser. The default is Portuguese. */
  language?: string
  /** Brings the page into the state for the picture. */
  prepare?: (page: Page) => Promise<unknown>
  /** The browser runs no script. */
  noScript?: true
  /** Where it is taken, if not on both. */
  views?: readonly ViewName[]
  /** Only the part in the window. Long pages that look the same further down are cut there. */
  cut?: true
}
