// npm run build: writes the service to one file, which src/cli.js then starts instead of the sources (docs/operations/deploy.md).
import { writeFileSync } from "node:fs"
import { BUILT, digestOf, SOURCES } from "../src/built.ts"
import { bundle } from "./build/bundle.ts"

const files = [...(await bundle("src/program.ts", BUILT)), "package-lock.json"].sort()
writeFileSync(SOURCES, `${JSON.stringify({ digest: digestOf(files), files })}\n`)
