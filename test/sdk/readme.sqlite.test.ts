import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect } from "chai"
import { transform } from "esbuild"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { freePort } from "../support/databases/postgres.ts"
import { cleanUp, nodes, project, ROOT } from "./packed.ts"
import { files, program } from "./readme.ts"

/** The expected output lines, from the comments after console.log. `…` matches anything. */
const printed = [...program.matchAll(/^\s*console\.log\(.*\) \/\/ (.+)$|console\.log\(.*?\) \/\/ (.+)$/gm)].map(
  ([, first, other]) => {
    const text = (first ?? other)!
    return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace("…", ".*")}$`)
  },
)

/** Runs a file of the README, with more code, in a project that has what it imports. Returns the lines that it prints. */
const runFile = async (name: string, appended: string, env: Record<string, string>) => {
  const user = project("module", ["express", "hono", "undici"])
  const { code } = await transform(files[name]!, { loader: "ts" })
  const main = user.write("main.js", `${code}\n${appended}`)
  const { stdout } = await promisify(execFile)(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...env },
    timeout: 30_000,
  })
  return stdout.trim().split("\n")
}

/** Starts a proxy that records where it leads to. */
const startProxy = async () => {
  const targets: string[] = []
  const proxy = createServer((_, response) => void response.writeHead(501).end())
  proxy.on("connect", ({ url }, client: Socket) => {
    targets.push(url!)
    const { hostname, port } = new URL(`http://${url}`)
    const upstream = connect(Number(port), hostname, () => client.write("HTTP/1.1 200 OK\r\n\r\n"))
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on("error", () => other.destroy())
  })
  proxy.listen(0, "127.0.0.1")
  await once(proxy, "listening")
  const close = () => new Promise<unknown>((closed) => proxy.close(closed))
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, targets, close }
}

describe("The README of the SDK", function () {
  this.timeout(120_000)
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(async () => {
    await vintem?.close()
    cleanUp()
  })

  for (const node of nodes()) {
    it(`has code that prints the documented output on Node ${node.version}`, async () => {
      const { key } = await vintem.newKey({ account: await vintem.newAccount() })
      const user = project("module")
      const main = user.write("readme.js", (await transform(program, { loader: "ts", target: "node18" })).code)
      const child = spawn(node.path, [main], {
        cwd: user.directory,
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env.PATH, VINTEM_KEY: key, VINTEM_BASE_URL: vintem.url },
        timeout: 60_000,
      })
      let output = ""
      let errors = ""
      child.stdout.on("data", (chunk) => (output += chunk))
      child.stderr.on("data", (chunk) => (errors += chunk))
      const [status] = await once(child, "close")
      expect(status, errors).to.equal(0)
      const lines = output.trim().split("\n")
      expect(lines, output).to.have.length(printed.length)
      for (const [i, line] of lines.entries()) expect(line).to.match(printed[i]!)
    })
  }

  it("shows how to send requests through a proxy", async () => {
    const { key } = await vintem.newKey({ account: await vintem.newAccount() })
    const proxy = await startProxy()
    try {
      const env = { VINTEM_KEY: key, VINTEM_BASE_URL: vintem.url, HTTPS_PROXY: proxy.url }
      expect(await runFile("proxy.ts", "process.exit()", env)).to.deep.equal(["balance"])
      expect(proxy.targets).to.deep.equal([new URL(vintem.url).host])
    } finally {
      await proxy.close()
    }
  })
})

describe("The receivers in the README of the SDK", function () {
  this.timeout(60_000)
  const secret = "whsec_test_0123456789"
  const payload = JSON.stringify({ id: "evt_1", type: "payment_intent.succeeded", data: { object: { id: "pi_1" } } })
  const request = { method: "POST", body: payload, headers: {} as Record<string, string> }
  before(async () => {
    const { webhooks } = await import("../../generated/sdk/dist/esm/index.js")
    request.headers["service-signature"] = webhooks.generateTestHeader({ payload, secret })
  })
  after(cleanUp)

  /** Runs a file of the README with code that posts to it appended. */
  const run = (name: string, appended: string, env: Record<string, string> = {}) =>
    runFile(name, appended, { VINTEM_WEBHOOK_SECRET: secret, ...env })

  it("take an event with Express", async () => {
    const port = String(await freePort())
    const post = `
      for (;;) {
        const response = await fetch("http://127.0.0.1:${port}/webhooks", ${JSON.stringify(request)}).catch(() => undefined)
        if (response) { console.log(response.status); process.exit() }
      }`
    expect(await run("server.ts", post, { PORT: port })).to.deep.equal(["deliver pi_1", "204"])
  })

  it("take an event with fetch", async () => {
    const post = `console.log((await POST(new Request("https://shop.example/webhooks", ${JSON.stringify(request)}))).status)`
    expect(await run("app/webhooks/route.ts", post)).to.deep.equal(["deliver pi_1", "204"])
  })

  it("take an event with Hono", async () => {
    const post = `console.log((await app.request("/webhooks", ${JSON.stringify(request)})).status)`
    expect(await run("worker.ts", post)).to.deep.equal(["payment_intent.succeeded", "204"])
  })
})

describe("The examples of the SDK", function () {
  this.timeout(120_000)
  const TYPES = ["@types/node", "undici-types", "@types/koa", "@koa/router", "koa", "raw-body"]
  const EXAMPLES = join(ROOT, "generated/sdk/examples")
  const running: (() => void)[] = []
  let vintem: Vintem

  before(async () => {
    vintem = await startVintem()
  })
  afterEach(() => {
    for (const stop of running.splice(0)) stop()
  })
  after(async () => {
    await vintem?.close()
    cleanUp()
  })

  /** Starts an example with the repository's Node, which runs TypeScript directly. */
  const start = (name: string, env: Record<string, string>) => {
    const user = project("module", TYPES)
    const file = user.write(name, readFileSync(join(EXAMPLES, name), "utf8"))
    const child = spawn(process.execPath, [file], {
      cwd: user.directory,
      env: { PATH: process.env.PATH, ...env },
      timeout: 90_000,
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
    const closed = once(child, "close")
    running.push(() => child.kill())
    const line = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(output)
        if (found) return found
        const exited = await Promise.race([once(child.stdout, "data").then(() => false), closed.then(() => true)])
        if (exited && !pattern.test(output)) throw new Error(`${name} exited without printing ${pattern}:\n${output}`)
      }
    }
    return { line, closed, output: () => output }
  }
  const merchant = async () => {
    const account = await vintem.newAccount()
    const { key } = await vintem.newKey({ account })
    const request: Vintem["request"] = (method, path, body) => vintem.request(method, path, body, { key })
    return { account, request, env: { VINTEM_KEY: key, VINTEM_BASE_URL: vintem.url } }
  }

  it("include a shop that sells by card and by PIX and shows errors to the buyer", async () => {
    const { env, request } = await merchant()
    const shop = start("shop.ts", { ...env, SHOP_PORT: "0" })
    const [, url] = await shop.line(/(http:\/\/localhost:\d+)/)
    const buyer = { email: "ana@example.com", name: "Ana Souza", cpf: "529.982.247-25" }
    const buy = async (order: object) => {
      const response = await fetch(`${url}/buy`, { method: "POST", body: JSON.stringify({ ...buyer, ...order }) })
      return { status: response.status, body: (await response.json()) as Record<string, string> }
    }
    const token = async (number: string) =>
      (await request("POST", "/v1/tokens", { type: "card", card: { number, expMonth: 12, expYear: 2040, cvc: "123" } })).body.id

    const paid = await buy({ token: await token("4242424242424242") })
    expect(paid.body.message).to.include("Thank you")
    const refused = await buy({ token: await token("4000000000000002") })
    expect(refused.body.message).to.include("The payment was refused")
    const pix = await buy({ pix: true })
    expect(pix.body.code).to.match(/^000201/)
    await request("POST", `/v1/test_helpers/payment_intents/${pix.body.order}/succeed`)
    const order = (await (await fetch(`${url}/orders/${pix.body.order}`)).json()) as Record<string, string>
    expect(order.message).to.include("Thank you")
    const wrong = await buy({ cpf: "111", pix: true })
    expect(wrong.status).to.equal(400)
    expect(wrong.body.field).to.equal("document.number")
  })

  it("include a receiver that handles a signed event once and refuses a wrong signature", async () => {
    const { request } = await merchant()
    const { webhooks } = await import("../../generated/sdk/dist/esm/index.js")
    const secret = "whsec_test_0123456789"
    const receiver = start("webhook-receiver.ts", { VINTEM_WEBHOOK_SECRET: secret, RECEIVER_PORT: "0" })
    const [, url] = await receiver.line(/(http:\/\/localhost:\d+)/)
    const { body: customer } = await request("POST", "/v1/customers", { email: "ana@example.com" })
    const { body: intent } = await request("POST", "/v1/payment_intents", { amount: 700, currency: "brl", customer: customer.id })
    await request("POST", `/v1/payment_intents/${intent.id}/cancel`)
    const { body: events } = await request("GET", "/v1/events")
    const payload = JSON.stringify(events.data[0])
    const post = async (signature: string) => {
      const response = await fetch(url!, { method: "POST", body: payload, headers: { "service-signature": signature } })
      return response.status
    }
    const signature = webhooks.generateTestHeader({ payload, secret })
    expect(await post(signature)).to.equal(204)
    expect(await post(signature)).to.equal(204)
    expect(await post(webhooks.generateTestHeader({ payload, secret: "whsec_other" }))).to.equal(400)
    expect(
      receiver
        .output()
        .split("\n")
        .filter((line) => line === `canceled: ${intent.id}`),
    ).to.have.length(1)
  })

  it("include a subscription that is charged every month until it is canceled", async () => {
    const { account, request, env } = await merchant()
    const { body: product } = await request("POST", "/v1/products", { name: "Clube do café" })
    await request("POST", `/v1/products/${product.id}/price`, { amount: 3990, currency: "brl" })
    const plan = ["--product", product.id, "--name", "Mensal", "--interval", "MONTH"]
    const created = await vintem.cli("plans", "create", "--mode", "test", "--account", account, ...plan)
    expect(created.status, created.stderr).to.equal(0)
    const example = start("subscription.ts", { ...env, PRODUCT: product.id })
    await example.closed
    expect(example.output()).to.match(/^ACTIVE until \d{4}-\d\d-\d\d\n/)
    expect(example.output()).to.include("4 charges: succeeded, succeeded, succeeded, succeeded")
    expect(example.output()).to.include("ACTIVE, ends with the period: true")
  })
})
