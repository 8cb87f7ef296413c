import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { membersSince } from "../../src/contract/dated.ts"

const BANNER = "// Generated from openapi.yaml by `make generate`. Do not edit.\n\n"

/**
 * Writes `since.ts` to `directory`: the members that versions added to the contract's resources, with their dates. A process that only
 * delivers webhooks needs them without the contract.
 */
export function generateSince(contract: URL, directory: string): void {
  const document = load(readFileSync(contract, "utf8")) as object
  const members = JSON.stringify(membersSince(document), null, 2)
  writeFileSync(path.join(directory, "since.ts"), `${BANNER}export const MEMBERS_SINCE = ${members}\n`)
}
