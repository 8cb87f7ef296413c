import { DEFAULT_VERSION, isLater, type Version } from "../../versions.ts"

export const REFERENCE_PATH = "/v1/docs/reference"

/** The name of the contract of a version, under `/v1/docs/`. */
export function documentName(version: Version): string {
  return `openapi-${version}.json`
}

/** Something that a version may have added. */
type Dated = { "x-since"?: string }

type OperationLocation = Dated & { method: string; path: string; tags?: string[] }

/** Returns the address of the reference that has something: that of a new key's version, or of the version that added it. */
function referenceOf({ "x-since": since }: Dated): string {
  return isLater(since, DEFAULT_VERSION) ? `${REFERENCE_PATH}?version=${since}` : REFERENCE_PATH
}

/** Returns the address of an operation in the reference. Scalar builds the anchor from the tag, the method and the path. */
export function operationPath({ method, path, tags: [tag = ""] = [], ...operation }: OperationLocation): string {
  return `${referenceOf(operation)}#tag/${slug(tag)}/${method.toUpperCase()}${path}`
}

/** The address of a schema in the reference. */
export function schemaPath(name: string, schema: Dated = {}): string {
  return `${referenceOf(schema)}#model/${name}`
}

function slug(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-")
}
