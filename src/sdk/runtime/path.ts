import { VintemError } from "./errors.ts"

// Half of a character, which UTF-8 cannot encode.
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Replaces the names in a path by encoded ids. Throws VintemError for an id that cannot be encoded, or that would change the path
 * (empty, `.`, `..` or not a string): an empty id would otherwise request /v1/customers/.
 */
export const fillPath = (path: string, ids: string[] = []): string => {
  let next = 0
  return path.replace(/\{\w+\}/g, () => {
    const id = ids[next++]
    if (typeof id !== "string" || id === "" || id === "." || id === ".." || LONE_SURROGATE.test(id)) {
      // What was passed instead, such as the parameters, may not be for a message.
      const what = typeof id === "string" ? JSON.stringify(id) : id === null ? "null" : typeof id
      throw new VintemError(`An id in ${path} is invalid: ${what}. Pass the id that the service returned, before the parameters.`)
    }
    return encodeURIComponent(id)
  })
}
