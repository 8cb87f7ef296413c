import { asKnown, type DatedContract } from "../../contract/contract.ts"
import { isLater, VERSIONS } from "../../versions.ts"
import { pathsWithSdkSamples } from "./sdk-samples.ts"

type Node = Record<string, unknown>
type Errors = Record<string, { description: string }>
type ExtendedComponents = {
  parameters: { ServiceVersion: Node }
  schemas: { ErrorCode: { "x-errors": Errors } }
  securitySchemes: { BearerKey: { "x-scopes": Record<string, string> } }
}

const list = (meanings: Record<string, string>) =>
  Object.entries(meanings)
    .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
    .join("\n")

function descriptionOf(code: string, errors: Errors): string {
  const error = errors[code]
  if (!error) throw new Error(`openapi.yaml does not describe the error code ${code} in ErrorCode.`)
  return error.description
}

/** Appends the error codes of a response, the scope of an operation and the version that added something: Scalar does not show them. */
function explain(node: unknown, errors: Errors): unknown {
  if (Array.isArray(node)) return node.map((each) => explain(each, errors))
  if (node === null || typeof node !== "object") return node
  const { "x-error-codes": codes, "x-scope": scope, "x-errors": own, "x-since": since, ...rest } = node as Node
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, explain(value, errors)]))
  const meaningOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, descriptionOf(name, errors)]))
  if (own) inner["x-enumDescriptions"] = meaningOf(Object.keys(errors))
  if (Array.isArray(codes)) inner.description = `${rest.description}\n\n${list(meaningOf(codes))}`
  if (typeof scope === "string") inner.description = `${rest.description}\n\nScope of a restricted key: \`${scope}\`.`
  if (typeof since === "string" && isLater(since, VERSIONS[0].date))
    inner.description = `${inner.description ?? ""}\n\nFrom version ${since} on.`.trim()
  return inner
}

/**
 * Returns the contract for the documentation page. It lists the values of enums, writes the contract's own extensions into texts, and adds
 * SDK samples to operations. `baseUrl` is the URL in the samples.
 */
export function docsDocument(contract: DatedContract, baseUrl: string): object {
  // The types of OpenAPI do not have the contract's own extensions.
  const { components, info } = contract.document as unknown as { components: ExtendedComponents; info: Node }
  // The console sends the examples of headers.
  const ServiceVersion = { ...components.parameters.ServiceVersion, example: info.version }
  const parameters = { ...components.parameters, ServiceVersion }
  const document = {
    ...contract.document,
    paths: pathsWithSdkSamples(contract, baseUrl),
    components: { ...components, parameters },
  }
  const errors = components.schemas.ErrorCode["x-errors"]
  const scopes = components.securitySchemes.BearerKey["x-scopes"]
  const described = explain(asKnown(document), errors) as object
  return { ...described, info: { ...info, description: `${info.description}\n\n## Scopes\n\n${list(scopes)}` } }
}
