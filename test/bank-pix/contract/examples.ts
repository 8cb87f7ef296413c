import { resolved } from "./closed.ts"
import type { Contract } from "./contract.ts"
import type { Json } from "./json.ts"

export type Example = { operation: string; name: string; problems: string[] }

/** The examples of the contract's own operations, and what is wrong with each. */
export function examplesOf(contract: Contract): Example[] {
  return contract.operations.flatMap((operation) => {
    const [method = "", path = ""] = operation.split(" ")
    const { requestBody, responses } = contract.document.paths[path][method.toLowerCase()]
    const asked = examplesIn(requestBody, contract).map(({ name, value }) => ({
      ...{ operation, name },
      problems: contract.request(operation, { path: {}, query: {}, body: value }).filter((problem) => problem.startsWith("body")),
    }))
    const answered = Object.entries<Json>(responses).flatMap(([status, response]) =>
      examplesIn(response, contract).map(({ name, value }) => ({
        ...{ operation, name },
        problems: contract.answer(operation, Number(status), value),
      })),
    )
    return [...asked, ...answered]
  })
}

function examplesIn(described: Json, { document }: Contract): { name: string; value: Json }[] {
  const content: Json = Object.values(resolved(described, document)?.content ?? {})[0]
  return Object.values<Json>(content?.examples ?? {}).map(({ $ref }) => ({
    name: $ref.split("/").at(-1),
    value: expanded(resolved({ $ref }, document).value, document),
  }))
}

/** Examples refer to others by an allOf of one. */
function expanded(value: Json, document: Json): Json {
  if (Array.isArray(value)) return value.map((one) => expanded(one, document))
  if (typeof value !== "object" || value === null) return value
  if (value.$ref) return expanded(resolved(value, document), document)
  if (value.allOf?.length === 1) return expanded(value.allOf[0], document)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, expanded(one, document)]))
}
