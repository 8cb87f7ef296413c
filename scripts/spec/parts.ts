import { isDeepStrictEqual } from "node:util"
import { partsOf } from "./changes/rules.ts"
import { allSchemas, type Finding, type Json, type Rule, resolve } from "./shared/document.ts"

/** Members that each part may have for itself: texts, and members that count one by one. */
const OWN = ["description", "title", "example", "examples", "externalDocs", "deprecated", "x-since", "required", "properties"]

/** Returns the parts of a schema, with those inside them, and the schema's own members. */
const flattened = (contract: Json, node: Json): Json[] => {
  const { allOf, oneOf, anyOf, ...own } = resolve(contract, node)
  const parts = partsOf(resolve(contract, node))
  if (parts.length === 0) return [{ ...own, oneOf: oneOf ?? anyOf }]
  // The branch beside null does not allow null itself.
  return [own, ...parts.flatMap((part) => flattened(contract, part))]
}

/** Null is refused if one part refuses it. A list of values is the same whether or not it may grow. */
const comparable = ({ enum: values, nullable = false, ...part }: Json): Json => ({
  ...part,
  enum: values ?? part["x-extensible-enum"],
  nullable: part.type === undefined ? undefined : nullable,
})

const disputed = (parts: Json[], names: string[]): string[] =>
  [...new Set(names)].filter((name) => {
    const [first, ...others] = parts.map((part) => part[name]).filter((value) => value !== undefined)
    return others.some((other) => !isDeepStrictEqual(first, other))
  })

/**
 * The parts of a schema agree. A value must match all parts. But the comparison of contracts reads only one of two values, or one of two
 * lists of parts or branches. So it would not notice that the other one became narrower.
 */
export const agreeingParts: Rule = (contract) =>
  allSchemas(contract).flatMap(({ schema, at }): Finding[] => {
    if ([schema.allOf, schema.oneOf, schema.anyOf].filter(Boolean).length > 1)
      return [{ at, message: "allOf, oneOf and anyOf must not stand beside each other; give each a schema of its own" }]
    if (partsOf(schema).length === 0) return []
    const parts = flattened(contract, schema).map(comparable)
    const members = parts.map(({ properties = {} }) => properties)
    const keywords = parts.flatMap(Object.keys).filter((keyword) => !OWN.includes(keyword))
    return [
      ...disputed(parts, keywords).map((keyword) => `two parts give ${keyword} different values; give it in one of them`),
      ...disputed(members, members.flatMap(Object.keys)).map(
        (name) => `two parts describe the member ${name} differently; describe it in one of them`,
      ),
    ].map((message) => ({ at, message }))
  })
