import { VintemError } from "./errors.ts"

// Half of a surrogate pair, which UTF-8 cannot encode.
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Replaces the names in a path with encoded ids. Throws VintemError for an id that cannot be encoded or that would change the path (empty,
 * `.`, `..` or not a string). For example, an empty id would request /v1/customers/.
 */
export const fillPath = (path: string, ids: string[] = []): string => {
  let next = 0
  return path.replace(/\{\w+\}/g, () => {
    const id = ids[next++]
    if (typeof id !== "string" || id === "" || id === "." || id === ".." || LONE_SURROGATE.test(id)) {
      // A wrong argument, such as the parameters, may be confidential. So the message names only its type.
      const what = typeof id === "string" ? JSON.stringify(id) : id === null ? "null" : typeof id
      throw new VintemError(`An id in ${path} is invalid: ${what}. Pass the id that the service returned, before the parameters.`)
    }
    return encodeURIComponent(id)
  })
}
