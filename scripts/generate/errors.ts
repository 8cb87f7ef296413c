import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parse } from "yaml"

const BANNER = "// Generated from openapi.yaml by `make generate`. Do not edit.\n\n"

type Errors = Record<string, { type: string; status: number }>

/** Writes `errors.ts` into `directory`: every error code of the contract with its type and its HTTP status. Throws where one has none. */
export function generateErrors(contract: URL, directory: string): void {
  const { enum: codes, "x-errors": errors } = parse(readFileSync(contract, "utf8")).components.schemas.ErrorCode as {
    enum: string[]
    "x-errors": Errors
  }
  const unpaired = [...codes.filter((code) => !(code in errors)), ...Object.keys(errors).filter((code) => !codes.includes(code))]
  if (unpaired.length > 0) throw new Error(`ErrorCode names these in its enum or in x-errors only: ${unpaired.join(", ")}`)
  const rows = Object.entries(errors).map(([code, { type, status }]) => `  ${code}: { type: "${type}", status: ${status} },\n`)
  writeFileSync(path.join(directory, "errors.ts"), `${BANNER}export const ERRORS = {\n${rows.join("")}} as const\n`)
}
