// Prints a first request with the demo account's key.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { readConfig } from "../src/config/config.ts"

const config = readConfig(process.env)
const url = config.baseUrl ?? `http://${config.host}:${config.port}`
const { secret_key, customer } = JSON.parse(readFileSync(join(config.dataDir, "demo-keys.json"), "utf8"))

console.log(`
Your test key: ${secret_key}

Create a first payment intent in another terminal (README.md shows the next steps):

  export VINTEM_KEY=${secret_key}
  curl -s ${url}/v1/payment_intents -H "Authorization: Bearer $VINTEM_KEY" \\
    -H 'Content-Type: application/json' -d '{"amount": 4990, "currency": "brl", "customer": "${customer}"}'

Documentation: ${url}/v1/docs
`)
