import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { eventTypes, eventTypesSince, membersSince } from "../../src/contract/dated.ts"

const BANNER = "// Generated from openapi.yaml by `make generate`. Do not edit.\n\n"

/**
 * Writes `since.ts` to `directory`: the members that versions added to the contract's resources, the types of events, and which of them
 * versions added, with their dates. A process that only delivers webhooks needs them without the contract.
 */
export function generateSince(contract: URL, directory: string): void {
  const document = load(readFileSync(contract, "utf8")) as object
  const constant = (name: string, value: object, as = "") => `export const ${name} = ${JSON.stringify(value, null, 2)}${as}\n`
  const constants = [
    constant("MEMBERS_SINCE", membersSince(document)),
    constant("EVENT_TYPES", eventTypes(document), " as const"),
    constant("EVENT_TYPES_SINCE", eventTypesSince(document)),
  ]
  writeFileSync(path.join(directory, "since.ts"), `${BANNER}${constants.join("\n")}`)
}
