import type { Contract } from "../../contract/contract.ts"
import { type Guide, guidePath } from "./guides.ts"
import { operationPath, schemaPath } from "./reference.ts"

/** A search result: a part of a guide, an operation, a schema or an error code. */
export type Entry = { path: string; title: string; kind: string; text: string }

type Described = {
  "x-since"?: string
  description?: string
  properties?: object
  "x-errors"?: Record<string, { description: string }>
}

/** Returns everything that readers can search. The browser builds the index, because the text is smaller than an index would be. */
export function searchEntries(contract: Contract, guides: Guide[]): Entry[] {
  return [...guides.flatMap(entriesOf), ...operationEntries(contract), ...schemaEntries(contract)]
}

function entriesOf({ name, title, summary, sections }: Guide): Entry[] {
  return sections.map(({ id, title: heading, text }) => {
    const path = guidePath(name) + (id ? `#${id}` : "")
    return id ? { path, title: heading, kind: title, text } : { path, title, kind: "Guide", text: `${summary} ${text}` }
  })
}

function operationEntries({ operations }: Contract): Entry[] {
  return operations.map((operation) => ({
    path: operationPath(operation),
    title: operation.summary ?? operation.operationId,
    kind: `${operation.httpMethod} ${operation.path}`,
    text: `${firstParagraph(operation.description)} ${operation.operationId}`,
  }))
}

function schemaEntries({ document }: Contract): Entry[] {
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, Described][]
  const described = schemas.map(([name, { description, properties = {}, ...schema }]) => ({
    path: schemaPath(name, schema),
    title: name,
    kind: "Schema",
    text: `${firstParagraph(description)} ${Object.keys(properties).join(" ")}`.trim(),
  }))
  const codes = Object.entries(schemas.find(([name]) => name === "ErrorCode")?.[1]["x-errors"] ?? {})
  const errors = codes.map(([code, { description }]) => ({
    path: schemaPath("ErrorCode"),
    title: code,
    kind: "Error code",
    text: description,
  }))
  return [...described, ...errors]
}

function firstParagraph(text = ""): string {
  const [first = ""] = text.split("\n\n")
  return first.replaceAll("`", "").replace(/\s+/g, " ")
}
