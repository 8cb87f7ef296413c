// Bundles the service into one file (docs/operations/deploy.md): `npm run -s build`. src/start/cli.js then starts it, not
// the sources.
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { BUILT, digestOf, SOURCES } from "../src/start/built.ts"
import { bundle } from "./build/bundle.ts"

// Until the build is complete, the sources run.
rmSync(SOURCES, { force: true })
const before = await take()
// A file that changed since its first reading is read again.
const after = await take()
if (after.digest !== before.digest) throw new Error("A source has changed during the build. Run it again.")
writeFileSync(`${SOURCES}.part`, `${JSON.stringify(after)}\n`)
renameSync(`${SOURCES}.part`, SOURCES)

async function take(): Promise<{ digest: string; files: string[] }> {
  const files = [...(await bundle("src/start/program.ts", BUILT)), "package-lock.json"].sort()
  return { digest: digestOf(files), files }
}
