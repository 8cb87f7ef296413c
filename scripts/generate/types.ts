import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"
import { load } from "js-yaml"
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript"
import { asKnown } from "../../src/contract/contract.ts"

const banner = "// Generated from openapi.yaml by `make generate`. Do not edit.\n\n"

/**
 * Writes `types.ts` to `directory`: the schemas, parameters, responses and operations of the contract as TypeScript types. They are closed,
 * because the service itself responds only with members of the contract.
 */
export const generateTypes = async (contract: URL, directory: string): Promise<void> => {
  const nodes = await openapiTS(asKnown(load(await readFile(contract, "utf8"))) as OpenAPI3, {
    alphabetize: false,
    // A member with a default stays optional, because requests may omit it.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    silent: true,
  })
  await writeFile(path.join(directory, "types.ts"), banner + astToString(nodes))
}
