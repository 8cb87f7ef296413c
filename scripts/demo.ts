// make demo: a shop at http://localhost:4242 (SHOP_PORT), together with Vintém in test mode.
import { type Demo, startDemo } from "./demo/start.ts"

/** The time for deliveries and the database. */
const LAST_MS = 10_000

console.log("Starting Vintém and the shop …")
try {
  const demo = await startDemo(process.env)
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(demo))
  void demo.shopEnded.then(() => stop(demo, "The shop has ended."))
  console.log(welcome(demo))
} catch (error) {
  console.error(`demo: ${(error as Error).message}`)
  process.exit(1)
}

let stopping = false

/** A terminal sends a signal to its whole process group, and npm forwards it once more, so it can come twice. */
async function stop(demo: Demo, problem?: string): Promise<void> {
  if (stopping) return
  stopping = true
  if (problem) console.error(`demo: ${problem}`)
  setTimeout(() => process.exit(1), LAST_MS)
  await demo.close()
  process.exit(problem ? 1 : 0)
}

function welcome({ shopUrl, dashboardLink, payPageUrl, server, dataDir }: Demo): string {
  return `
The shop is open: ${shopUrl}

  Card          4242 4242 4242 4242, any date in the future, any three digits
  3DS           4000 0000 0000 3220
  Refused       4000 0000 0000 0002
  PIX, boleto   order, then press "Simular: o cliente pagou"
  Club          subscribe, then press "Avançar um mês"

Pay page:       ${payPageUrl}
Its code:       src/sdk/package/examples/shop
Dashboard:      ${dashboardLink ?? "not served, because its port is taken (DASHBOARD_PORT)"}
                (the link signs you in once, within 10 minutes; make demo prints a new one)
Documentation:  ${server.url}/v1/docs
Commands:       DATA_DIR=${dataDir} npm run -s vintem -- --help

Ctrl-C ends the shop and Vintém.
`
}
