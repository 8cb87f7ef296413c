import { readFileSync } from "node:fs"

/** A guide, rendered from docs/guides by `make generate`. */
export type Guide = {
  /** The last part of its address. */
  name: string
  title: string
  summary: string
  /** The heading of its group in the list of guides. */
  group: string
  /** The text before its first heading, and then each of its headings. */
  sections: Section[]
  /** The operations in its samples. */
  operations: string[]
  html: string
}

/** `text` is the visible text between this heading and the next one, for the search. */
export type Section = { id: string; level: number; title: string; text: string }

/** The rendered guides. */
const GUIDES_FILE = new URL("../../../generated/guides/guides.json", import.meta.url)

/** Returns the guides in reading order. */
export function readGuides(): Guide[] {
  return JSON.parse(readFileSync(GUIDES_FILE, "utf8"))
}

/** The address of a guide. */
export function guidePath(name: string): string {
  return `/v1/docs/guides/${name}`
}
