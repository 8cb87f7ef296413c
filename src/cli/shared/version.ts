import { InvalidArgumentError } from "commander"
import { isVersion, VERSIONS, type Version } from "../../versions.ts"

/** Reads a dated version of the API. Throws an InvalidArgumentError that names the known ones. */
export function readVersion(text: string): Version {
  if (isVersion(text)) return text
  throw new InvalidArgumentError(`Must be one of ${VERSIONS.map(({ date }) => date).join(", ")}.`)
}
