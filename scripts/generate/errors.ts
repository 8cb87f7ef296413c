import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { load } from "js-yaml"

const BANNER = "// Generated from openapi.yaml by `make generate`. Do not edit.\n\n"

type Errors = Record<string, { type: string; status: number }>

/**
 * Writes `errors.ts` to `directory`: every error code of the contract with its type and HTTP status. Throws if `x-extensible-enum` and
 * `x-errors` of ErrorCode do not have the same codes.
 */
export function generateErrors(contract: URL, directory: string): void {
  const { components } = load(readFileSync(contract, "utf8")) as {
    components: { schemas: { ErrorCode: { "x-extensible-enum": string[]; "x-errors": Errors } } }
  }
  const { "x-extensible-enum": codes, "x-errors": errors } = components.schemas.ErrorCode
  const unpaired = [...codes.filter((code) => !(code in errors)), ...Object.keys(errors).filter((code) => !codes.includes(code))]
  if (unpaired.length > 0)
    throw new Error(`ErrorCode has these codes in only one of x-extensible-enum and x-errors: ${unpaired.join(", ")}`)
  const rows = Object.entries(errors).map(([code, { type, status }]) => `  ${code}: { type: "${type}", status: ${status} },\n`)
  writeFileSync(path.join(directory, "errors.ts"), `${BANNER}export const ERRORS = {\n${rows.join("")}} as const\n`)
}
