// biome-ignore lint/suspicious/noExplicitAny: a part of an OpenAPI document may have any shape.
export type Json = any

/** The part of a document at a path of names with dots in between. Throws where there is none. */
export function at(document: Json, path: string): Json {
  return path.split(".").reduce((node, name) => {
    if (node === null || typeof node !== "object" || !Object.hasOwn(node, name)) throw new Error(`there is no ${name} in ${path}`)
    return node[name]
  }, document)
}

/** All objects in a document, each with the name of the member that it is in its parent. */
export function objectsIn(node: Json, name = ""): { name: string; object: Json }[] {
  if (typeof node !== "object" || node === null) return []
  const inner = Object.entries(node).flatMap(([key, value]) => objectsIn(value, key))
  return Array.isArray(node) ? inner : [{ name, object: node }, ...inner]
}
