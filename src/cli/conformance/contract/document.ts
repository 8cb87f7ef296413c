// The contract as written in openapi.yaml, independent of the server's own reading of it.
import { readFileSync } from "node:fs"
import { load } from "js-yaml"
import { CONTRACT_FILE } from "../../../contract/contract.ts"
import { contractOf } from "../../../contract/dated.ts"
import { VERSIONS, type Version } from "../../../versions.ts"

// biome-ignore lint/suspicious/noExplicitAny: the contract, and what a server answers, can have any shape
export type Json = any

const written = load(readFileSync(CONTRACT_FILE, "utf8"))

/**
 * The parsed openapi.yaml. Copy it before changing it. Nodes that YAML anchors share are separate copies here, so a change affects one
 * place.
 */
export const contract: Json = JSON.parse(JSON.stringify(written))

/** The contract of each version. A `$ref` in it begins with `#/at/` and the date. */
const at: Json = Object.fromEntries(VERSIONS.map(({ date }) => [date, placedAt(date)]))

function placedAt(version: Version): Json {
  const text = JSON.stringify(documentAt(version))
  return JSON.parse(text.replaceAll('"#/components/', `"#/at/${version}/components/`))
}

/** Returns the contract as clients of a version see it. */
export function contractAt(version: Version): Json {
  return at[version]
}

/** Returns the contract of a version as a server publishes it: its references begin with `#/components/`. */
export function documentAt(version: Version): Json {
  return contractOf(contract, version)
}

/** What a `$ref` may point into. */
export const root: Json = { ...contract, at }

/** Follows a `$ref`, and any further ones. Returns any other node unchanged. Throws if a `$ref` points to nothing. */
export function resolve(node: Json): Json {
  return node?.$ref ? resolve(lookUp(node.$ref)) : node
}

/** Returns the target of a `$ref` such as `#/components/schemas/Refund`. */
export function lookUp(ref: string): Json {
  const found = ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((node, part) => node?.[part.replaceAll("~1", "/").replaceAll("~0", "~")], root)
  if (!found) throw new Error(`${ref} is not in openapi.yaml`)
  return found
}
