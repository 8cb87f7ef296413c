// The contract as the tests read it, apart from the server.
import { readFileSync } from "node:fs"
import { load } from "js-yaml"

/** The parsed openapi.yaml. Tests that change it make a copy first. */
export const contract: any = load(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"))
