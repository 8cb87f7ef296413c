// Generates all files that derive from openapi.yaml, and the pages that derive from tables in the code.
// Usage: generate.ts [root], by default the repository: writes generated/ and pages of docs/ there.
import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"
import { apiChangelogPage } from "./api-changelog.ts"
import { configurationPage } from "./configuration.ts"
import { generateBrowser } from "./generate/browser.ts"
import { generateContract } from "./generate/contract.ts"
import { generateErrors } from "./generate/errors.ts"
import { generateGuides } from "./generate/guides.ts"
import { copyScalar } from "./generate/scalar.ts"
import { generateSdk } from "./generate/sdk.ts"
import { generateSince } from "./generate/since.ts"
import { generateTypes } from "./generate/types.ts"
import { statesPage } from "./states.ts"
import { versionsPage } from "./versions/page.ts"

const contract = new URL("../openapi.yaml", import.meta.url)
const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."))
const directory = path.join(root, "generated")

const PAGES = {
  "api-changelog": apiChangelogPage,
  configuration: configurationPage,
  states: statesPage,
  versions: versionsPage,
}

await mkdir(directory, { recursive: true })
await mkdir(path.join(root, "docs"), { recursive: true })
for (const [name, page] of Object.entries(PAGES)) await writeFile(path.join(root, "docs", `${name}.md`), page())
await generateTypes(contract, directory)
generateContract(contract, directory)
generateErrors(contract, directory)
generateSince(contract, directory)
copyScalar(directory)
generateGuides(contract, directory)
await generateBrowser(directory)
generateSdk(contract, directory)
