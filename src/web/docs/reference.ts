export const REFERENCE_PATH = "/v1/docs/reference"

type OperationLocation = { method: string; path: string; tags?: string[] }

/** Returns the address of an operation in the reference. Scalar builds the anchor from the tag, the method and the path. */
export function operationPath({ method, path, tags: [tag = ""] = [] }: OperationLocation): string {
  return `${REFERENCE_PATH}#tag/${slug(tag)}/${method.toUpperCase()}${path}`
}

/** The address of a schema in the reference. */
export function schemaPath(name: string): string {
  return `${REFERENCE_PATH}#model/${name}`
}

function slug(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-")
}
