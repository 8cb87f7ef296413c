// Runs the simulator of Cielo as a program. Usage: npm run -s cielo-simulator -- [--help]
import { parseArgs } from "node:util"
import { type Cielo, startCielo } from "./cielo.ts"
import { readFaults } from "./faults.ts"
import { type Mpi, startCieloWithMpi } from "./mpi/mpi.ts"
import type { MpiOptions } from "./mpi/types.ts"
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
  --mpi                     plays 3-D Secure (MPI V3), too: the MPI at port N + 2, and the bank's page at N + 3
  --mpi-options JSON        options of the MPI (test/cielo/mpi/types.ts), such as {"spelling": "camel"}
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
    mpi: { type: "boolean", default: false },
    "mpi-options": { type: "string", default: "{}" },
    cards: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean" },
  },
})

if (values.help) console.log(HELP)
else if (values.cards) listCards()
else await main()

async function main(): Promise<void> {
  const port = Number(values.port)
  const options: Partial<Options> = {
    port,
    split: values.split,
    seed: Number(values.seed),
    notificationUrl: values["notification-url"] ?? null,
    ...(JSON.parse(values.options) as Partial<Options>),
  }
  const cielo: Cielo & { mpi?: Mpi } = values.mpi ? await startCieloWithMpi(options, mpiOptions(port)) : await startCielo(options)
  await cielo.control.setFaults(...readFaults(values.faults))
  const { url, queryUrl, merchant } = cielo
  const mpi = cielo.mpi && { url: cielo.mpi.url, acsUrl: cielo.mpi.acsUrl, credentials: cielo.mpi.credentials }
  console.log(values.json ? JSON.stringify({ url, queryUrl, merchant, mpi }) : welcome(url, queryUrl, merchant) + mpiWelcome(mpi))
  // A process that a test has started ends with it.
  if (process.send) process.on("disconnect", () => process.exit(0))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void cielo.close().then(() => process.exit(0)))
}

function mpiOptions(port: number): Partial<MpiOptions> {
  const given = JSON.parse(values["mpi-options"]) as Partial<MpiOptions>
  return { port: port && port + 2, acsPort: port && port + 3, seed: Number(values.seed), ...given }
}

function mpiWelcome(mpi: Pick<Mpi, "url" | "acsUrl" | "credentials"> | undefined): string {
  return mpi
    ? `

3-D Secure:

  CIELO_MPI_URL=${mpi.url}
  Client id     ${mpi.credentials.client_id}
  Client secret ${mpi.credentials.client_secret}
  The bank's page is at ${mpi.acsUrl}

  curl -s ${mpi.url}/_simulator/ledger    its sessions`
    : ""
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
  for (const name of SPECIAL_CARDS) console.log(`${name.padEnd(32)} ${cardFor("Visa", name)}`)
  for (const brand of BRANDS) console.log(`${brand.padEnd(32)} ${cardFor(brand)}`)
}
