import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { CONTRACT, copyProgram, type Generator, ROOT } from "./generator.ts"

const PACKAGES = ["orval@8.38.0", "zod@4.6.7"]

const made = (client: string, file: string) => ({ input: CONTRACT, output: { target: `vintem/${file}.ts`, client } })
const CONFIG = `export default ${JSON.stringify({ client: made("fetch", "client"), schemas: made("zod", "zod") })}`

/** TypeScript as strict as Vintém's own, for files that Node.js runs as they are. */
const TSC = [
  ...["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--target", "esnext", "--module", "nodenext", "--skipLibCheck"],
  ...["--allowImportingTsExtensions", "--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")],
]

export const NODE: Generator[] = [
  {
    name: "orval, with zod",
    needs: ["npm", "--version"],
    programs: ["payment", "additions"],
    build: async (directory, run) => {
      writeFileSync(join(directory, "package.json"), JSON.stringify({ type: "module", private: true }))
      await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", ...PACKAGES])
      writeFileSync(join(directory, "orval.config.js"), CONFIG)
      await run("node_modules/.bin/orval", [])
      copyProgram("orval", "payment", join(directory, "payment.ts"))
      copyProgram("orval", "additions", join(directory, "additions.ts"))
      await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), ...TSC, "payment.ts", "additions.ts"])
    },
    start: (purpose, run, env) => run(process.execPath, [`${purpose}.ts`], env),
  },
]
