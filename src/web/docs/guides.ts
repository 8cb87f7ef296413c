import { readFileSync } from "node:fs"

/** A guide, as `make generate` renders docs/guides. */
export type Guide = {
  /** The last part of its address. */
  name: string
  title: string
  summary: string
  /** The heading that it stands under in the list of guides. */
  group: string
  /** What comes before its first heading, and then each of its headings. */
  sections: Section[]
  /** The operations that its samples call. */
  operations: string[]
  html: string
}

/** `text` is what a reader sees between this heading and the next one, for the search. */
export type Section = { id: string; level: number; title: string; text: string }

/** The rendered guides. */
const GUIDES_FILE = new URL("../../../generated/guides/guides.json", import.meta.url)

/** Returns the guides in the order in which they are read. */
export function readGuides(): Guide[] {
  return JSON.parse(readFileSync(GUIDES_FILE, "utf8"))
}

/** The address of a guide. */
export function guidePath(name: string): string {
  return `/v1/docs/guides/${name}`
}
