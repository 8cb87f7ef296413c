import { ApiError } from "../base/errors.ts"

/** The merchant's own data about an object (openapi.yaml, Metadata). */
export type Metadata = Record<string, string>

/** Metadata in a request. A null member removes the stored member. Null instead of the object removes all members. */
export type MetadataInput = Record<string, string | null> | null

export const MAX_MEMBERS = 50
export const MAX_NAME_LENGTH = 40

/**
 * The metadata after a request: the stored metadata with the given members merged into it. Throws parameter_invalid if a name is
 * empty or too long, or if there would be too many members. The contract has already checked the values.
 */
export function mergeMetadata(stored: Metadata, input: MetadataInput | undefined): Metadata {
  if (input === undefined) return stored
  if (input === null) return {}
  for (const name of Object.keys(input)) checkName(name)
  const members = Object.entries({ ...stored, ...input }).filter(([, value]) => value !== null)
  if (members.length > MAX_MEMBERS) {
    throw new ApiError(
      "parameter_invalid",
      `'metadata' would have ${members.length} members. The limit is ${MAX_MEMBERS}.`,
      "metadata",
    )
  }
  return Object.fromEntries(members) as Metadata
}

/** The metadata of a new object. */
export function newMetadata(input: MetadataInput | undefined): Metadata {
  return mergeMetadata({}, input)
}

function checkName(name: string): void {
  const length = [...name].length
  if (length >= 1 && length <= MAX_NAME_LENGTH) return
  throw new ApiError("parameter_invalid", `The names in 'metadata' must have 1 to ${MAX_NAME_LENGTH} characters.`, "metadata")
}
