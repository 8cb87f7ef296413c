import { VintemError } from "./errors.ts"

/**
 * A path with its ids, encoded, in the places of their names. An id that would lead to another path (empty, `.`, `..`, not
 * a string) is refused: GET /v1/customers/ is not a customer.
 */
export const fillPath = (path: string, ids: string[] = []): string => {
  let next = 0
  return path.replace(/\{\w+\}/g, () => {
    const id = ids[next++]
    if (typeof id !== "string" || id === "" || id === "." || id === "..") {
      throw new VintemError(`An id in ${path} is ${JSON.stringify(id)}. Give the id that the service answered.`)
    }
    return encodeURIComponent(id)
  })
}
