// The contract as the tests read it, apart from the server.
import { readFileSync } from "node:fs"
import { load } from "js-yaml"

const written = load(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"))

/** The parsed openapi.yaml. Tests that change it make a copy first. What YAML anchors share is copied: a change is in one place. */
export const contract: any = JSON.parse(JSON.stringify(written))
