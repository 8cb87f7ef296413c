import { isDeepStrictEqual } from "node:util"
import type { Json } from "./document.ts"

/** Returns the JSON pointers of the outermost values that differ. */
export function differences(known: Json, served: Json, at = "#"): string[] {
  const comparable = [known, served].every((each) => each !== null && typeof each === "object" && !Array.isArray(each))
  if (!comparable) return isDeepStrictEqual(known, served) ? [] : [at]
  const names = new Set([...Object.keys(known), ...Object.keys(served)])
  return [...names].flatMap((name) =>
    differences(known[name], served[name], `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  )
}
