import { VintemError } from "./errors.ts"

/**
 * A path with its ids encoded: path`/v1/customers/${id}`. An id that would lead to another path (empty, `.`, `..`, not a
 * string) is refused: GET /v1/customers/ is not a customer.
 */
export const path = (parts: TemplateStringsArray, ...ids: string[]): string =>
  ids.reduce((whole, id, i) => {
    if (typeof id !== "string" || id === "" || id === "." || id === "..") {
      throw new VintemError(`An id in ${parts.join("…")} is ${JSON.stringify(id)}. Give the id that the service answered.`)
    }
    return whole + encodeURIComponent(id) + parts[i + 1]
  }, parts[0]!)
