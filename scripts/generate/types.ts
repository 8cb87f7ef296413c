import { writeFile } from "node:fs/promises"
import path from "node:path"
import openapiTS, { astToString } from "openapi-typescript"

const banner = "// Generated from openapi.yaml by `make generate`. Do not edit.\n\n"

/** Writes `types.ts` to `directory`: the schemas, parameters, responses and operations of the contract as TypeScript types. */
export const generateTypes = async (contract: URL, directory: string): Promise<void> => {
  const nodes = await openapiTS(contract, {
    alphabetize: false,
    // A member with a default stays optional: requests may leave it out.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    silent: true,
  })
  await writeFile(path.join(directory, "types.ts"), banner + astToString(nodes))
}
