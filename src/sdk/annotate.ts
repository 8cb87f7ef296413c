// Prepares the contract for OpenAPI Generator. Removes parts that the SDK does not offer, and adds extensions with facts that the templates
// cannot derive themselves. All additions come from the contract.

import { describeErrors, describeLimits, describeReference, describeValues, type Json, resolve } from "./comments.ts"

type Schema = Json

const PARTS = ["oneOf", "anyOf", "allOf"]
const REF = "#/components/schemas/"
const METHODS = ["get", "post", "delete"] as const
const HELPERS = "testHelpers."
// Callers need these types, but no successful response refers to them.
const ROOTS = ["ErrorCode", "ErrorType", "EventType"]

const pascal = (name: string) => name.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(".", "-")
const nameOf = (ref: string) => ref.slice(REF.length)

/** Calls `visit` for a schema and all schemas nested in it. */
const walk = (schema: Schema, visit: (schema: Schema) => void): void => {
  visit(schema)
  for (const part of [
    ...Object.values((schema.properties ?? {}) as Json),
    ...PARTS.flatMap((name) => (schema[name] ?? []) as Schema[]),
  ])
    walk(part, visit)
  if (schema.items) walk(schema.items, visit)
}

/** Returns the names of all component schemas that the given schemas refer to, directly or not. */
const reachableFrom = (contract: Json, from: Schema[]): Set<string> => {
  const names = new Set<string>()
  const add = (schema: Schema): void =>
    walk(schema, ({ $ref }) => {
      if (!$ref || names.has(nameOf($ref))) return
      names.add(nameOf($ref))
      add(contract.components.schemas[nameOf($ref)])
    })
  for (const schema of from) add(schema)
  return names
}

const success = (contract: Json, operation: Json): Schema => {
  const [, response] = Object.entries(operation.responses as Json).find(([status]) => status.startsWith("2")) ?? []
  return resolve(contract, response).content["application/json"].schema
}

const annotateOperation = (contract: Json, path: string, method: string, operation: Json): void => {
  const resource = operation["x-sdk-resource"] as string
  const parameters = ((operation.parameters ?? []) as Json[]).map((parameter) => ({ ...resolve(contract, parameter) }))
  const inPath = parameters.filter((parameter) => parameter.in === "path")
  const query = parameters.filter((parameter) => parameter.in === "query")
  // The maximum length of an id or address does not help anybody who filters by it.
  for (const parameter of query) describeLimits(parameter, { ...parameter.schema, maxLength: undefined })
  const names = (some: Json[]) => some.map(({ name }) => name).join(", ")
  // A DELETE names its resource in the path or in the query.
  const inQuery = method === "delete" ? query : []
  let response = success(contract, operation)
  const description = (contract.tags as Json[]).find(({ name }) => name === operation.tags[0])?.description
  Object.assign(operation, {
    tags: [pascal(resource)],
    parameters: parameters.filter((parameter) => parameter.in !== "header"),
    "x-sdk-file": kebab(resource),
    "x-sdk-class": `${pascal(resource)}Resource`,
    [resource.startsWith(HELPERS) ? "x-sdk-helper" : "x-sdk-member"]: resource.replace(HELPERS, ""),
    "x-sdk-call": `${resource}.${operation["x-sdk-method"]}`,
    // The generator HTML-escapes its own copy.
    "x-sdk-summary": operation.summary,
    "x-sdk-http-method": method.toUpperCase(),
    "x-sdk-path": path,
    "x-sdk-resource-description": description,
    "x-sdk-name-pascal": pascal(operation.operationId),
    "x-sdk-positional": [...inPath, ...inQuery].map(({ name, description }) => ({ name, description })),
    // The templates treat an empty string as present.
    ...(inPath.length > 0 && { "x-sdk-path-ids": names(inPath) }),
    ...(inQuery.length > 0 && { "x-sdk-query-ids": names(inQuery) }),
    ...(query.length > 0 && method === "get" && { "x-sdk-query": { required: query.some(({ required }) => required) } }),
  })
  const items = resolve(contract, response).properties?.data?.items
  if (operation["x-sdk-method"].startsWith("list") && items) {
    operation["x-sdk-list"] = { item: nameOf(items.$ref), paged: operation["x-sdk-paging"] === true }
    response = items
  }
  operation.responses = { 200: { description: "", content: { "application/json": { schema: response } } } }
}

/** Builds the type of an event: a union of the webhooks' bodies, discriminated by `type`. */
const eventUnion = (contract: Json): Schema => {
  const { Event, EventType } = contract.components.schemas
  const mapping = Object.fromEntries(
    (values(EventType) as string[]).map((type) => {
      const webhook = contract["x-webhooks"][type]
      return [type, webhook.post.requestBody.content["application/json"].schema.$ref as string]
    }),
  )
  const refs = [...new Set(Object.values(mapping))]
  return {
    description: Event.description ?? "An event. Its `type` determines the type of `data.object`.",
    oneOf: refs.map(($ref) => ({ $ref })),
    discriminator: { propertyName: "type", mapping },
  }
}

const values = (schema: Schema) =>
  ((schema.enum ?? schema["x-extensible-enum"]) as unknown[] | undefined)?.filter((value) => value !== null)

/** Returns whether a schema, or a schema that it refers to, is an enum that is open to later values. */
const isOpen = (contract: Json, schema: Schema): boolean => {
  const found = resolve(contract, schema)
  return (
    found["x-extensible-enum"] !== undefined || PARTS.some((name) => found[name]?.some((part: Schema) => isOpen(contract, part)))
  )
}

/** Rewrites `X or null` as a nullable X, which is the form that the generator understands. */
const simplifyNull = (schema: Schema): void => {
  const [branch, nothing] = (schema.oneOf ?? []) as Schema[]
  if (!branch || nothing?.enum?.[0] !== null) return
  delete schema.oneOf
  delete schema.type
  // The generator ignores an inline X in allOf.
  Object.assign(schema, branch.$ref ? { allOf: [branch] } : { ...branch, ...schema }, { nullable: true })
}

/**
 * Changes the contract in place for the generator and returns it.
 *
 * - Removes operations without `x-sdk-method`, their schemas and all header parameters.
 * - Marks schemas that only requests use with `x-sdk-input`. Their unions are closed, and their arrays may be read-only (`x-sdk-readonly`).
 * - Marks members with an `x-extensible-enum` as open to later values (`x-sdk-open`). The discriminators of unions are excluded, because
 *   they narrow by their known values.
 */
export const annotate = (contract: Json): Json => {
  const schemas = contract.components.schemas as Record<string, Schema>
  schemas.Event = eventUnion(contract)

  const offered = Object.values(contract.paths as Record<string, Json>).flatMap((operations) =>
    METHODS.map((method) => operations[method]).filter((operation) => operation?.["x-sdk-method"]),
  )
  describeErrors(contract, offered)

  const inputs: Schema[] = []
  const outputs: Schema[] = ROOTS.map((name) => ({ $ref: REF + name }))
  for (const [path, operations] of Object.entries(contract.paths as Record<string, Json>)) {
    for (const method of METHODS) {
      const operation = operations[method]
      if (!operation) continue
      if (!operation["x-sdk-method"]) {
        delete operations[method]
        continue
      }
      annotateOperation(contract, path, method, operation)
      if (operation.requestBody) inputs.push(operation.requestBody.content["application/json"].schema)
      for (const parameter of operation.parameters as Json[]) inputs.push(parameter.schema)
      outputs.push(success(contract, operation))
    }
    if (METHODS.every((method) => !operations[method])) delete contract.paths[path]
  }

  const sent = reachableFrom(contract, inputs)
  const received = reachableFrom(contract, outputs)
  for (const [name, schema] of Object.entries(schemas)) {
    if (!sent.has(name) && !received.has(name)) delete schemas[name]
    walk(schema, (part) => {
      simplifyNull(part)
      if (!received.has(name)) describeLimits(part, part)
      describeValues(part)
    })
  }
  const discriminants = new Set<Schema>()
  for (const schema of Object.values(schemas)) {
    if (!schema.discriminator) continue
    for (const branch of schema.oneOf) discriminants.add(resolve(contract, branch).properties[schema.discriminator.propertyName])
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const input = !received.has(name)
    if (input) schema["x-sdk-input"] = true
    walk(schema, (part) => {
      if (input && part.items) part["x-sdk-readonly"] = true
      const inner = [...Object.values((part.properties ?? {}) as Json), ...(part.items ? [part.items] : [])] as Schema[]
      for (const member of inner) {
        const open = isOpen(contract, member) && !discriminants.has(member)
        describeReference(contract, member)
        if (open) member["x-sdk-open"] = true
      }
      const known = values(part)
      if (known) part.enum = known
      if (part.type === "boolean" && known?.length === 1) part["x-sdk-literal"] = String(known[0])
    })
  }
  for (const key of ["x-webhooks", "tags", "security"]) delete contract[key]
  for (const key of ["responses", "parameters", "headers", "examples"]) delete contract.components[key]
  return contract
}
