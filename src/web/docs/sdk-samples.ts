import type { DatedContract } from "../../contract/contract.ts"
import type { Operation } from "../../contract/operation.ts"

type Parameter = { name: string; in: string; required?: boolean; example?: unknown }
type Media = { examples?: Record<string, { value?: unknown }> }
type Body = { content: Record<string, Media> }

/** Returns the paths of the contract, with a sample of the TypeScript SDK for each operation (`x-codeSamples`). */
export function pathsWithSdkSamples({ document, operations }: DatedContract, baseUrl: string): object {
  const paths = structuredClone(document.paths) as Record<string, Record<string, object>>
  for (const operation of operations) {
    if (!operation["x-sdk-resource"]) continue
    const sample = { lang: "TypeScript", label: "SDK", source: sampleOf(operation, baseUrl) }
    const item = paths[operation.path]?.[operation.httpMethod.toLowerCase()]
    if (item) Object.assign(item, { "x-codeSamples": [sample] })
  }
  return paths
}

function sampleOf(operation: Operation, baseUrl: string): string {
  const { "x-sdk-resource": resource, "x-sdk-method": method } = operation
  return `import { Vintem } from "vintem"

const baseUrl = ${JSON.stringify(baseUrl)}
const vintem = new Vintem(process.env.VINTEM_KEY, { baseUrl })
const result = await vintem.${resource}.${method}(${argumentsOf(operation).map(literal).join(", ")})
console.log(result)`
}

/**
 * Returns the ids in the path, then the parameters, then the body. The parameters of a list are one object, and all others are separate
 * arguments.
 */
function argumentsOf(operation: Operation): unknown[] {
  const parameters = (operation.parameters ?? []) as Parameter[]
  const ids = parameters.filter((parameter) => parameter.in === "path").map(({ example }) => example)
  const query = parameters.filter((parameter) => parameter.in === "query" && parameter.required)
  const isList = operation["x-sdk-paging"] && query.length > 0
  const given = isList
    ? [Object.fromEntries(query.map(({ name, example }) => [name, example]))]
    : query.map(({ example }) => example)
  const { examples = {} } = (operation.requestBody as Body | undefined)?.content["application/json"] ?? {}
  const body = Object.values(examples)
    .slice(0, 1)
    .map(({ value }) => value)
  return [...ids, ...given, ...body]
}

/** Formats JSON as people write it in TypeScript, with unquoted member names. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^( *)"(\w+)": /gm, "$1$2: ")
}
