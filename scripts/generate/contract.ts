import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parsedContract } from "../../src/contract/contract.ts"

/** Writes `openapi.json` to `directory`: the contract and the digest of its text, so the service starts without reading YAML. */
export function generateContract(contract: URL, directory: string): void {
  const parsed = parsedContract(readFileSync(contract, "utf8"))
  writeFileSync(path.join(directory, "openapi.json"), `${JSON.stringify(parsed, null, 1)}\n`)
}
