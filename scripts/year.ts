// make year [SALES=1000] [SEED=n] [OUT=folder]: plays a year of a merchant, and explains it to the cent from what the API and the dashboard say.
// docs/testing.md describes it.
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { buildSdk } from "./build/sdk.ts"
import { explain } from "./year/explain/explain.ts"
import { liveYear } from "./year/live.ts"

const { values: options } = parseArgs({
  options: {
    sales: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
  },
})
const MAX_SHOWN = 20

process.env.VINTEM_TEST_DATABASE = "sqlite"
buildSdk()
const folder = options.out ?? mkdtempSync(join(tmpdir(), "vintem-year-"))
await liveYear({ folder, sales: Number(options.sales), seed: Number(options.seed), print: console.log })
const { wrong, lines } = explain(folder)
console.log([`The year is in ${folder}:`, ...lines].join("\n"))
for (const each of wrong.slice(0, MAX_SHOWN)) console.log(`WRONG ${each}`)
console.log(wrong.length === 0 ? "All of it is explained to the cent." : `${wrong.length} differences with seed ${options.seed}`)
process.exit(wrong.length === 0 ? 0 : 1)
