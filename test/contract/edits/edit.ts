// Edits of the contract that a reviewer would make or fear, each with the line that must report it.
import type { Json } from "../../../scripts/spec/shared/document.ts"

export type Edit = [title: string, edit: (contract: Json) => unknown, line: string]

export const schema = (contract: Json, name: string): Json => contract.components.schemas[name]
export const member = (contract: Json, path: string): Json => {
  const [name, property] = path.split(".") as [string, string]
  return schema(contract, name).properties[property]
}
export const post = (contract: Json, path: string): Json => contract.paths[path].post
export const get = (contract: Json, path: string): Json => contract.paths[path].get
export const without = (list: Json[], value: Json) => list.splice(list.indexOf(value), 1)

/** The values of a schema, whether the list may grow or not. */
export const values = (schema: Json): Json[] => schema["x-extensible-enum"] ?? schema.enum
