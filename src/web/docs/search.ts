import type { Contract } from "../../contract/contract.ts"
import { LANGUAGES, type Language } from "../shared/language.ts"
import { type Guide, guidePath, type Section } from "./guides.ts"
import { operationPath, schemaPath } from "./reference.ts"
import { WORDS } from "./words.ts"

/**
 * A search result: a part of a guide, an operation, a schema or an error code. It is found by `names` and `words` too, which are not shown: how
 * other languages call it, and their words.
 */
export type Entry = { path: string; title: string; kind: string; text: string; names?: string; words?: string }

type Described = {
  "x-since"?: string
  description?: string
  properties?: object
  "x-errors"?: Record<string, { description: string }>
}

/** Returns everything that readers can search. The browser builds the index, because the text is smaller than an index would be. */
export function searchEntries(contract: Contract, language: Language, guidesIn: (language: Language) => Guide[]): Entry[] {
  const others = (Object.keys(LANGUAGES) as Language[]).filter((each) => each !== language).map(guidesIn)
  const guides = guidesIn(language).flatMap((guide, index) =>
    guide.sections.map((_, at) => {
      const entry = sectionEntry(guide, at, WORDS[language].guide)
      const same = others.flatMap((each) => (each[index] ? [sectionEntry(each[index], at, "")] : []))
      return { ...entry, ...namesOf(entry, same) }
    }),
  )
  return [...guides, ...operationEntries(contract), ...schemaEntries(contract, language)]
}

/** Keywords count as words, because nobody wants to read them. */
function sectionEntry({ name, title, summary, sections, keywords = "" }: Guide, at: number, kind: string): Entry {
  const { id, title: heading, text } = sections[at] as Section
  if (id) return { path: `${guidePath(name)}#${id}`, title: heading, kind: title, text }
  return { path: guidePath(name), title, kind, text: `${summary} ${text}`, words: keywords }
}

/** Returns what the same section has in other languages, each word once, and none that it has in this one. */
function namesOf(entry: Entry, others: Entry[]): { names?: string; words?: string } {
  const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  const own = wordsIn(`${entry.title} ${entry.text}`)
  const names = others.map(({ title }) => title).filter((title) => title !== entry.title)
  const words = wordsIn([entry, ...others].map(({ text, words = "" }) => `${words} ${text}`).join(" "))
  return { names: names.join(" "), words: [...words.difference(own)].join(" ") }
}

function operationEntries({ operations }: Contract): Entry[] {
  return operations.map((operation) => ({
    path: operationPath(operation),
    title: operation.summary ?? operation.operationId,
    kind: `${operation.httpMethod} ${operation.path}`,
    text: `${firstParagraph(operation.description)} ${operation.operationId}`,
  }))
}

function schemaEntries({ document }: Contract, language: Language): Entry[] {
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, Described][]
  const described = schemas.map(([name, { description, properties = {}, ...schema }]) => ({
    path: schemaPath(name, schema),
    title: name,
    kind: WORDS[language].schema,
    text: `${firstParagraph(description)} ${Object.keys(properties).join(" ")}`.trim(),
  }))
  const codes = Object.entries(schemas.find(([name]) => name === "ErrorCode")?.[1]["x-errors"] ?? {})
  const errors = codes.map(([code, { description }]) => ({
    path: schemaPath("ErrorCode"),
    title: code,
    kind: WORDS[language].errorCode,
    text: description,
  }))
  return [...described, ...errors]
}

function firstParagraph(text = ""): string {
  const [first = ""] = text.split("\n\n")
  return first.replaceAll("`", "").replace(/\s+/g, " ")
}
