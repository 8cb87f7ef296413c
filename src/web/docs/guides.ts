import { readFileSync } from "node:fs"
import type { Language } from "../shared/language.ts"

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
  /** Words that the guide does not use, and by which readers search for it. */
  keywords?: string
  html: string
}

/** `text` is the visible text between this heading and the next one, for the search. */
export type Section = { id: string; level: number; title: string; text: string }

/** Returns the guides of a language in reading order. Both languages have the same guides, with the same sections. */
export function readGuides(language: Language): Guide[] {
  return JSON.parse(readFileSync(new URL(`../../../generated/guides/${language}.json`, import.meta.url), "utf8"))
}

/** The address of a guide, in the language that the reader chose. */
export function guidePath(name: string): string {
  return `/v1/docs/guides/${name}`
}
