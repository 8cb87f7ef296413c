// Runs the simulator of Cielo as a program. Usage: npm run -s cielo-simulator -- [--help]
import { parseArgs } from "node:util"
import { startCielo } from "./cielo.ts"
import { readFaults } from "./faults.ts"
import { cardFor, SPECIAL_CARDS } from "./outcomes.ts"
import { BRANDS } from "./rules/cards.ts"
import type { Options } from "./types.ts"

const HELP = `Usage: npm run -s cielo-simulator -- [options]

  --port N                  where it listens (default 4010)
  --split                   two servers, as at Cielo: the second one, at port N + 1, only answers queries
  --seed N                  fixes what is random (default 1)
  --faults LIST             such as card=cut_after@10,void=void_code:72,any@20 (test/cielo/README.md)
  --notification-url URL    where notifications go
  --options JSON            further options (test/cielo/types.ts), such as {"older": true}
  --cards                   lists the test cards, and ends
  --json                    prints one line of JSON when it listens`

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4010" },
    split: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    faults: { type: "string", default: "" },
    "notification-url": { type: "string" },
    options: { type: "string", default: "{}" },
    cards: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean" },
  },
})

if (values.help) console.log(HELP)
else if (values.cards) listCards()
else await main()

async function main(): Promise<void> {
  const cielo = await startCielo({
    port: Number(values.port),
    split: values.split,
    seed: Number(values.seed),
    notificationUrl: values["notification-url"] ?? null,
    ...(JSON.parse(values.options) as Partial<Options>),
  })
  await cielo.control.setFaults(...readFaults(values.faults))
  const { url, queryUrl, merchant } = cielo
  console.log(values.json ? JSON.stringify({ url, queryUrl, merchant }) : welcome(url, queryUrl, merchant))
  // A process that a test has started ends with it.
  if (process.send) process.on("disconnect", () => process.exit(0))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void cielo.close().then(() => process.exit(0)))
}

function welcome(
  url: string,
  queryUrl: string,
  { merchant_id, merchant_key }: { merchant_id: string; merchant_key: string },
): string {
  const card = `{"CardNumber": "${cardFor("Visa")}", "Holder": "ANA SOUZA", "ExpirationDate": "12/2034", "SecurityCode": "123", "Brand": "Visa"}`
  return `The simulator of Cielo listens.

  CIELO_API_URL=${url}
  CIELO_QUERY_URL=${queryUrl}
  Merchant id   ${merchant_id}
  Merchant key  ${merchant_key}

Try a sale:

  curl -s ${url}/1/sales -H 'MerchantId: ${merchant_id}' -H 'MerchantKey: ${merchant_key}' \\
    -H 'Content-Type: application/json' -d '{"MerchantOrderId": "order1", "Customer": {"Name": "Ana"}, "Payment":
    {"Type": "CreditCard", "Amount": 4990, "Installments": 1, "Capture": true, "CreditCard": ${card}}}'

  curl -s ${url}/_simulator/ledger        what it has booked
  curl -s ${url}/_simulator/violations    what it was sent against Cielo's document
  npm run -s cielo-simulator -- --cards              cards for every refusal
  npm run -s cielo-simulator -- --help               faults and options`
}

function listCards(): void {
  for (const name of SPECIAL_CARDS) console.log(`${name.padEnd(20)} ${cardFor("Visa", name)}`)
  for (const brand of BRANDS) console.log(`${brand.padEnd(20)} ${cardFor(brand)}`)
}
