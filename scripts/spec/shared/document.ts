// biome-ignore lint/suspicious/noExplicitAny: the contract can have any shape until the rules have checked it
export type Json = any

/** A problem that a rule found. `at` has the keys from the root of the contract to the problem. */
export type Finding = { at: string[]; message: string }
export type Rule = (contract: Json) => Finding[]

/**
 * A rule of the specification, its value, and the places that must have this value, in the form that scripts/spec/specified.ts reads. Lists
 * may be in any order. A pattern has texts that it must accept and refuse.
 */
export type Row = [rule: string, value: Json, ...places: string[]]

export type Operation = { at: string[]; path: string; method: string; needsKey: boolean; value: Json }

export const METHODS = ["get", "put", "post", "delete", "patch", "head", "options", "trace"]

/** Every operation under `paths`. */
export const operations = (contract: Json): Operation[] =>
  Object.entries<Json>(contract.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const value = item[method]
      return {
        at: ["paths", path, method],
        path,
        method,
        value,
        needsKey: (value.security ?? contract.security ?? []).length > 0,
      }
    }),
  )

/** Returns the target of a local `$ref`. undefined if there is none. */
export const target = (contract: Json, $ref: string): Json => {
  if (!$ref.startsWith("#/")) return undefined
  const keys = $ref.slice(2).split("/")
  return keys.reduce((parent, key) => parent?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], contract)
}

/** Follows a local `$ref`. Returns any other node unchanged. */
export const resolve = (contract: Json, node: Json): Json =>
  node?.$ref ? resolve(contract, target(contract, String(node.$ref))) : node

/** A node with its place: the keys from the root of the contract. */
export type Placed = [node: Json, at: string[]]

/** Returns where a node is written: its component, or its place of use. */
export const placeOf = (node: Json, at: string[]): string[] => (node?.$ref ? node.$ref.replace("#/", "").split("/") : at)

const entriesAt = (nodes: Json, at: string[]): Placed[] =>
  Object.entries<Json>(nodes ?? {}).map(([name, node]) => [node, [...at, name]])

/** Returns the parameters of an operation and of its path, each with its place. */
export const parametersAt = (contract: Json, operation: Operation): Placed[] =>
  [
    ...entriesAt(contract.paths[operation.path].parameters, ["paths", operation.path, "parameters"]),
    ...entriesAt(operation.value.parameters, [...operation.at, "parameters"]),
  ].map(([node, at]) => [resolve(contract, node), placeOf(node, at)])

export const parameters = (contract: Json, operation: Operation): Json[] =>
  parametersAt(contract, operation).map(([parameter]) => parameter)

/** Returns a schema and the schemas inside it, with `$ref`s followed. Each appears once, with its component or its place of use. */
export const schemasWithin = (
  contract: Json,
  root: Json,
  at: string[],
  seen = new Set<Json>(),
): { schema: Json; at: string[] }[] => {
  const place = placeOf(root, at)
  const schema = resolve(contract, root)
  if (!schema || typeof schema !== "object" || seen.has(schema)) return []
  seen.add(schema)
  const inner: [Json, string[]][] = [
    ...Object.entries<Json>(schema.properties ?? {}).map(([name, value]): [Json, string[]] => [value, ["properties", name]]),
    ...["oneOf", "anyOf", "allOf"].flatMap((kind) =>
      (schema[kind] ?? []).map((value: Json, i: number): [Json, string[]] => [value, [kind, String(i)]]),
    ),
    ...["items", "additionalProperties"]
      .filter((kind) => schema[kind] instanceof Object)
      .map((kind): [Json, string[]] => [schema[kind], [kind]]),
  ]
  return [{ schema, at: place }, ...inner.flatMap(([value, keys]) => schemasWithin(contract, value, [...place, ...keys], seen))]
}

const schemasOf = (content: Json, at: string[]): Placed[] =>
  Object.entries<Json>(content ?? {}).map(([type, { schema }]) => [schema, [...at, "content", type, "schema"]])

/** The schemas of an operation's request bodies, each with its place. */
export const requestSchemas = (contract: Json, { at, value }: Operation): { schema: Json; at: string[] }[] =>
  schemasOf(resolve(contract, value.requestBody)?.content, [...at, "requestBody"]).map(([schema, at]) => ({ schema, at }))

/** Returns every webhook of `x-webhooks`. Its body is that of a request. */
export const webhooks = (contract: Json): Operation[] =>
  operations({ ...contract, paths: contract["x-webhooks"] }).map((each) => ({ ...each, at: ["x-webhooks", ...each.at.slice(1)] }))

const responseSchemas = (contract: Json, node: Json, at: string[]): Placed[] => {
  const { headers, content } = resolve(contract, node) ?? {}
  return [
    ...schemasOf(content, at),
    ...Object.entries<Json>(headers ?? {}).map(([name, header]): Placed => [header.schema, [...at, "headers", name, "schema"]]),
  ]
}

/** Returns every schema of the contract once, in components, operations and webhooks, with its place. */
export const allSchemas = (contract: Json): { schema: Json; at: string[] }[] => {
  const { schemas, parameters: shared, headers, responses } = contract.components ?? {}
  const roots: Placed[] = [
    ...entriesAt(schemas, ["components", "schemas"]),
    ...[
      ...entriesAt(shared, ["components", "parameters"]),
      ...entriesAt(headers, ["components", "headers"]),
      ...[...operations(contract), ...webhooks(contract)].flatMap(({ at, value }) =>
        entriesAt(value.parameters, [...at, "parameters"]),
      ),
      ...operations(contract).flatMap(({ path }) => entriesAt(contract.paths[path].parameters, ["paths", path, "parameters"])),
    ].map(([node, at]): Placed => [node.schema, [...at, "schema"]]),
    ...entriesAt(responses, ["components", "responses"]).flatMap(([node, at]) => responseSchemas(contract, node, at)),
    ...[...operations(contract), ...webhooks(contract)].flatMap((operation) => [
      ...requestSchemas(contract, operation).map(({ schema, at }): Placed => [schema, at]),
      ...entriesAt(operation.value.responses, [...operation.at, "responses"]).flatMap(([node, at]) =>
        responseSchemas(contract, node, at),
      ),
    ]),
  ]
  const seen = new Set<Json>()
  return roots.flatMap(([schema, at]) => schemasWithin(contract, schema, at, seen))
}
