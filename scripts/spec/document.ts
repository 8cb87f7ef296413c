// biome-ignore lint/suspicious/noExplicitAny: the contract as it is read from the file, of any shape until the rules have looked at it
export type Json = any

/** Something that a rule does not like, and where: the keys from the root of the contract down to it. */
export type Finding = { at: string[]; message: string }
export type Rule = (contract: Json) => Finding[]

export type Operation = { at: string[]; path: string; method: string; keyed: boolean; value: Json }

const METHODS = ["get", "put", "post", "delete", "patch", "head", "options", "trace"]

/** Every operation under `paths`; `keyed` when it needs an API key. */
export const operations = (contract: Json): Operation[] =>
  Object.entries<Json>(contract.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const value = item[method]
      return { at: ["paths", path, method], path, method, value, keyed: (value.security ?? contract.security ?? []).length > 0 }
    }),
  )

/** What a local `$ref` stands for, or the node itself. */
export const resolve = (contract: Json, node: Json): Json => {
  if (!node?.$ref) return node
  const keys = String(node.$ref).replace("#/", "").split("/")
  return resolve(
    contract,
    keys.reduce((parent, key) => parent?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], contract),
  )
}

export const parameters = (contract: Json, operation: Operation): Json[] =>
  [...(contract.paths[operation.path].parameters ?? []), ...(operation.value.parameters ?? [])].map((node) =>
    resolve(contract, node),
  )

/** A schema and all that it is made of, each once, `$ref`s followed, with where it stands (a component, or the place of use). */
export const schemasWithin = (
  contract: Json,
  root: Json,
  at: string[],
  seen = new Set<Json>(),
): { schema: Json; at: string[] }[] => {
  const place = root?.$ref ? root.$ref.replace("#/", "").split("/") : at
  const schema = resolve(contract, root)
  if (!schema || typeof schema !== "object" || seen.has(schema)) return []
  seen.add(schema)
  const inner: [Json, string[]][] = [
    ...Object.entries<Json>(schema.properties ?? {}).map(([name, value]): [Json, string[]] => [value, ["properties", name]]),
    ...["oneOf", "anyOf", "allOf"].flatMap((kind) =>
      (schema[kind] ?? []).map((value: Json, i: number): [Json, string[]] => [value, [kind, String(i)]]),
    ),
    ...(schema.items ? [[schema.items, ["items"]] as [Json, string[]]] : []),
  ]
  return [{ schema, at: place }, ...inner.flatMap(([value, keys]) => schemasWithin(contract, value, [...place, ...keys], seen))]
}

/** Every request body of an operation, with where its schema stands. */
export const requestSchemas = (operation: Operation): { schema: Json; at: string[] }[] =>
  Object.entries<Json>(operation.value.requestBody?.content ?? {}).map(([type, { schema }]) => ({
    schema,
    at: [...operation.at, "requestBody", "content", type, "schema"],
  }))
