// make bench: measures create, confirm, retrieve and list on SQLite, in turns with two floors, in under two minutes.
// `node scripts/bench/bench.ts --write` also writes the tables to docs/benchmarks.md.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from "node:os"
import { join, resolve } from "node:path"
import { request } from "undici"
import { CONNECTIONS, load, type Measured } from "./load.ts"
import { residentMiB, type Served, start } from "./processes.ts"

const ROOT = resolve(import.meta.dirname, "../..")
const ROUNDS = 3
const SECONDS = 4
const CONFIRMS = 2500
const DOCUMENT = join(ROOT, "docs/benchmarks.md")
const KINDS = ["constant", "insert", "create", "confirm", "retrieve", "list"] as const
type Kind = (typeof KINDS)[number]
type Post = (path: string, body: object) => Promise<{ id: string }>

process.chdir(ROOT)
const busy = loadavg()[0] as number
const work = mkdtempSync(join(tmpdir(), "vintem-bench-"))
const env = {
  DATA_DIR: work,
  TEST_DATABASE_URL: `sqlite:${join(work, "test.sqlite")}`,
  METRICS_PORT: "0",
  FRAME_PORT: "0",
  DASHBOARD_PORT: "0",
  RATE_LIMIT: "1000000000",
  RATE_LIMIT_TOKENS: "1000000000",
}
const servers: Served[] = []
try {
  await main()
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(work, { recursive: true, force: true })
}

async function main(): Promise<void> {
  command("migrate")
  const { key } = command("keys", "create", "--mode", "test", "--kind", "secret")
  const starts = await measureStarts()
  const vintem = await serveVintem()
  const constant = await start(["scripts/bench/floor-constant.ts"], {}, 4102, "/")
  const insert = await start(["scripts/bench/floor-insert.ts"], { FILE: join(work, "floor.sqlite") }, 4103, "/").catch(
    (error) => {
      throw new Error("the INSERT floor did not start", { cause: error })
    },
  )
  servers.push(vintem, constant, insert)

  const headers = { authorization: `Bearer ${key}` }
  const post: Post = (path, body) => postJson(vintem.url + path, headers, body)
  const { id: customer } = await post("/v1/customers", { email: "bench@example.com" })
  const params = { amount: 4990, currency: "brl", customer }
  const body = () => JSON.stringify(params)
  const { id: retrieved } = await post("/v1/payment_intents", params)

  const measured = await runRounds({
    constant: (seconds) => load({ ...constant, seconds }),
    retrieve: (seconds) => load({ ...vintem, headers, path: `/v1/payment_intents/${retrieved}`, seconds }),
    list: (seconds) => load({ ...vintem, headers, path: "/v1/payment_intents", seconds }),
    insert: (seconds) => load({ ...insert, method: "POST", body, seconds }),
    create: (seconds) => load({ ...vintem, headers, method: "POST", path: "/v1/payment_intents", body, seconds }),
    confirm: async (seconds) => {
      const paths = await createConfirms(post, params, seconds < SECONDS ? 300 : CONFIRMS)
      return load({ ...vintem, headers, method: "POST", paths })
    },
  })

  const report = describe(measured, starts, residentMiB(vintem.pid))
  console.log(report)
  if (process.argv.includes("--write")) write(report)
}

function command(...args: string[]) {
  const options = { env: { ...process.env, ...env }, encoding: "utf8" } as const
  return JSON.parse(execFileSync(process.execPath, ["src/cli.ts", ...args, "--json"], options))
}

async function measureStarts(): Promise<number[]> {
  const starts: number[] = []
  for (let i = 0; i < 5; i++) {
    const server = await serveVintem()
    starts.push(server.startedInMs)
    await server.stop()
  }
  return starts
}

async function postJson(url: string, headers: Record<string, string>, body: object): Promise<{ id: string }> {
  const response = await request(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (response.statusCode > 299) throw new Error(`${url}: ${await response.body.text()}`)
  return (await response.body.json()) as { id: string }
}

/** Creates `count` payment intents, each with a card token. Returns the requests that confirm them. */
async function createConfirms(post: Post, params: object, count: number): Promise<{ path: string; body: string }[]> {
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2034, cvc: "123" }
  const confirms: { path: string; body: string }[] = []
  while (confirms.length < count) {
    const batch = await Promise.all(
      Array.from({ length: Math.min(100, count - confirms.length) }, async () => {
        const [{ id }, token] = await Promise.all([
          post("/v1/payment_intents", params),
          post("/v1/tokens", { type: "card", card }),
        ])
        return { path: `/v1/payment_intents/${id}/confirm`, body: JSON.stringify({ payment_method: token.id }) }
      }),
    )
    confirms.push(...batch)
  }
  return confirms
}

async function runRounds(runs: Record<Kind, (seconds: number) => Promise<Measured>>): Promise<Record<Kind, Measured[]>> {
  const measured = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, Measured[]>
  for (const kind of KINDS) await runs[kind](1) // warm-up
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of KINDS) {
      measured[kind].push(await runs[kind](SECONDS))
      process.stderr.write(`round ${round + 1}: ${kind} ${Math.round(measured[kind].at(-1)?.perSecond ?? 0)}/s\n`)
    }
  }
  return measured
}

function serveVintem(): Promise<Served> {
  return start(["src/cli.ts", "serve"], env, 4101, "/healthz")
}

/** The round with the median requests per second, so that one disturbed round does not count. */
function median(rounds: Measured[]): Measured {
  return [...rounds].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)] as Measured
}

function describe(measured: Record<Kind, Measured[]>, starts: number[], memory: number): string {
  const of = (kind: Kind) => median(measured[kind])
  const row = (name: string, { perSecond, p50, p99, memoryMiB, cpuMicros }: Measured, ratio: string) =>
    `| ${name} | ${Math.round(perSecond)} | ${p50} | ${p99} | ${Math.round(memoryMiB)} | ${Math.round(cpuMicros)} | ${ratio} |`
  const against = (kind: Kind, floor: Kind) => (of(kind).perSecond / of(floor).perSecond).toFixed(2)
  const startUp = [...starts].sort((a, b) => a - b)[Math.floor(starts.length / 2)] as number
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version},`,
    `SQLite on disk, ${CONNECTIONS} connections, the median of ${ROUNDS} rounds of ${SECONDS} s`,
    `(confirm: ${CONFIRMS} requests a round), servers and load in separate processes. Load average before: ${busy.toFixed(1)}.`,
    "",
    "| | requests/s | p50 ms | p99 ms | memory MiB | processor µs/request | ratio to its floor |",
    "|---|---:|---:|---:|---:|---:|---:|",
    row("floor: Koa returns a constant", of("constant"), ""),
    row("retrieve a payment intent", of("retrieve"), `${against("retrieve", "constant")} of the constant`),
    row("list ten payment intents", of("list"), `${against("list", "constant")} of the constant`),
    row("floor: Koa and one durable INSERT", of("insert"), ""),
    row("create a payment intent", of("create"), `${against("create", "insert")} of the INSERT`),
    row("confirm with a card token", of("confirm"), `${against("confirm", "insert")} of the INSERT`),
    "",
    `Start-up to the first response: ${Math.round(startUp)} ms (median of ${starts.length}).`,
    `Memory of the service at the end: ${Math.round(memory)} MiB.`,
  ].join("\n")
}

function write(report: string): void {
  const [begin, end] = ["<!-- make bench writes from here -->", "<!-- to here -->"]
  const text = readFileSync(DOCUMENT, "utf8")
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} lacks the comments around the tables`)
  writeFileSync(DOCUMENT, `${before}${begin}\n\n${report}\n\n${end}${after}`)
}
