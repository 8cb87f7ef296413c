// Generates all files that derive from openapi.yaml. Usage: generate.ts [directory], by default generated/
import { mkdir } from "node:fs/promises"
import path from "node:path"
import { generateErrors } from "./generate/errors.ts"
import { generateSdk } from "./generate/sdk.ts"
import { generateTypes } from "./generate/types.ts"

const root = path.resolve(import.meta.dirname, "..")
const contract = new URL("../openapi.yaml", import.meta.url)
const directory = path.resolve(process.argv[2] ?? path.join(root, "generated"))

await mkdir(directory, { recursive: true })
await generateTypes(contract, directory)
generateErrors(contract, directory)
generateSdk(contract, directory)
