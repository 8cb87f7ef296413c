import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { COMPILE_CACHE, ROOT } from "../support/app/commands.ts"

/** What an installation has, and what builds it. The build writes beside `src`, and a test changes a file of it. */
const COPIED = ["package.json", "src", "handlers", "seeds", "scripts/build.ts", "scripts/build"]
const LINKED = ["package-lock.json", "openapi.yaml", "generated", "node_modules"]
const PORTS = { PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0", METRICS_PORT: "0" }

describe("The service in one file", function () {
  this.timeout(60_000)
  let copy: string
  before(() => {
    copy = mkdtempSync(join(tmpdir(), "vintem-built-"))
    for (const file of COPIED) cpSync(join(ROOT, file), join(copy, file), { recursive: true })
    for (const file of LINKED) symlinkSync(join(ROOT, file), join(copy, file))
    expect(node(["scripts/build.ts"]).stderr).to.equal("")
  })
  after(() => rmSync(copy, { recursive: true }))

  const environment = (env: object = {}) => ({
    ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, DATA_DIR: join(copy, "data"), ...PORTS, ...env },
  })
  const node = (args: string[], env: object = {}) =>
    spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8", env: environment(env) })
  const vintem = (args: string[], env: object = {}) => node(["src/start/cli.js", ...args], env)
  /** The stack of an error names the files that ran. */
  const whereItFails = () => vintem(["keys", "list"], { PORT: "http", LOG_LEVEL: "debug" }).stderr

  it("is what a command runs", () => {
    expect(whereItFails()).to.match(/^vintem: PORT .*\n.*\n {4}at .*\/dist\/service\.cjs:\d+/)
  })

  it("serves the API, what it draws in a thread, and the files that it reads", async () => {
    const { secret_key } = JSON.parse(vintem(["seed", "--json"]).stdout)
    const { url, process: server } = await serve()
    const post = async (path: string, body: object): Promise<Json> => {
      const headers = { Authorization: `Bearer ${secret_key}`, "Content-Type": "application/json" }
      return (await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })).json()
    }
    const document = { type: "cpf", number: "529.982.247-25" }
    const customer = await post("/v1/customers", { email: "ana@example.com", name: "Ana Souza", document })
    const details = { amount: 4990, currency: "brl", customer: customer.id, payment_method_types: ["pix"] }
    const intent = await post("/v1/payment_intents", details)
    const token = await post("/v1/tokens", { type: "pix" })
    const { next_action, error } = await post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
    expect(error?.message).to.equal(undefined)
    const docs = ["", "/reference", "/docs.css", "/guides/first-payment", "/pt/guides/first-payment"].map(
      (path) => `/v1/docs${path}`,
    )
    const pages = [...docs, "/v1/openapi.json"]
    const found = [...pages.map((path) => url + path), next_action.qr_code_url].map(async (page) => (await fetch(page)).status)
    expect(await Promise.all(found)).to.deep.equal([200, 200, 200, 200, 200, 200, 200])
    server.kill()
    expect(await once(server, "close")).to.deep.equal([0, null])
  })

  it("is not run in the place of other sources, and says so", () => {
    appendFileSync(join(copy, "src/config/config.ts"), "// changed\n")
    const said = whereItFails()
    expect(said).to.match(/^vintem: dist\/service\.cjs was made from other sources.*'npm run build'/)
    expect(said).to.match(/ {4}at .*\/src\/config\//)
  })

  async function serve(): Promise<{ url: string; process: ChildProcess }> {
    const server = spawn(process.execPath, ["src/start/cli.js", "serve", "--json"], {
      cwd: copy,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 30_000,
      env: environment(),
    })
    const [line] = await once(createInterface(server.stdout!), "line")
    return { url: JSON.parse(line).url, process: server }
  }
})
