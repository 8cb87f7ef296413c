// Prints a first request with the demo account's key, and a link to its dashboard.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { demoLink } from "../seeds/dashboard.ts"
import type { Demo } from "../seeds/seed.ts"
import { withModes } from "../src/cli/operator.ts"
import { readConfig } from "../src/config/config.ts"

const config = readConfig(process.env)
const url = config.baseUrl ?? `http://${config.host}:${config.port}`
const file = join(config.dataDir, "demo-keys.json")
if (!existsSync(file)) {
  console.error(`There is no demo account in ${config.dataDir} yet. Create one with: npm run -s vintem -- seed`)
  process.exit(1)
}
const demo: Demo = JSON.parse(readFileSync(file, "utf8"))
// With live mode, the users are in its database, and none of them is for a demo.
const link = await withModes(async (modes) => (modes.live ? undefined : demoLink(modes.test, demo.account)))

console.log(`
Your test key: ${demo.secret_key}

Create a first payment intent in another terminal (README.md shows the next steps):

  export VINTEM_KEY=${demo.secret_key}
  curl -s ${url}/v1/payment_intents -H "Authorization: Bearer $VINTEM_KEY" \\
    -H 'Content-Type: application/json' -d '{"amount": 4990, "currency": "brl", "customer": "${demo.customer}"}'

Documentation: ${url}/v1/docs
Dashboard: ${link ?? "sign in with a link of: npm run -s vintem -- dashboard login"}${link ? "\n  (the link works once, for 10 minutes; make run prints a new one)" : ""}
`)
