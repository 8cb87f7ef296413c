// The contract as a reader of openapi.yaml sees it, apart from what the server makes of it.
import { readFileSync } from "node:fs"
import { load } from "js-yaml"
import { CONTRACT_FILE } from "../../../contract.ts"

// biome-ignore lint/suspicious/noExplicitAny: the contract, and what a server answers, can have any shape
export type Json = any

const written = load(readFileSync(CONTRACT_FILE, "utf8"))

/** The parsed openapi.yaml. Who changes it makes a copy first. What YAML anchors share is copied: a change is in one place. */
export const contract: Json = JSON.parse(JSON.stringify(written))

/** Follows a `$ref`, and those that it leads to. Returns any other node unchanged. Throws where a `$ref` leads nowhere. */
export function resolve(node: Json): Json {
  return node?.$ref ? resolve(lookUp(node.$ref)) : node
}

/** Returns what a `$ref` names, such as `#/components/schemas/Refund`. */
export function lookUp(ref: string): Json {
  const found = ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((node, part) => node?.[part.replaceAll("~1", "/").replaceAll("~0", "~")], contract)
  if (!found) throw new Error(`${ref} is not in openapi.yaml`)
  return found
}
