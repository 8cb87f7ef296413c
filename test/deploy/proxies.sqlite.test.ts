// The proxies of deploy/, run as they are: only their addresses, ports and certificates are those of the test.
import { createServer, type Server } from "node:http"
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { freePort } from "../support/databases/postgres.ts"
import { until } from "../support/merchants/merchant.ts"
import { CARDS, cardBody } from "../support/merchants/payments.ts"
import { installed } from "../support/network/installed.ts"
import { PROXIES, type RunningProxy, startProxy } from "../support/network/proxies.ts"

const PORTS = ["PORT", "FRAME_PORT", "DASHBOARD_PORT", "THREEDS_PORT"] as const

for (const name of PROXIES) {
  describe(`Behind ${name}, as deploy/ configures it`, () => {
    let vintem: Running
    let other: Other
    let proxy: RunningProxy
    before(async function () {
      if (!installed(name)) {
        console.warn(
          `NOT TESTED: ${name} in front of the service. Install it with the package manager of your system: apt-get install ${name}.`,
        )
        return this.skip()
      }
      const ports = Object.fromEntries(await Promise.all(PORTS.map(async (port) => [port, String(await freePort())])))
      const origins = {
        BASE_URL: "https://pay.example.com",
        FRAME_ORIGIN: "https://cards.example.com",
        DASHBOARD_ORIGIN: "https://dashboard.example.com",
        THREEDS_ORIGIN: "https://threeds.example.com",
      }
      vintem = await startVintem({ TRUST_PROXY: "true", ...ports, ...origins }, { live: true })
      other = await startOther()
      proxy = await startProxy(name, {
        ports: PORTS.map((port) => Number(ports[port])),
        other: other.port,
      })
    })
    after(async () => {
      await proxy?.stop()
      await other?.close()
      await vintem?.close()
    })
    const post = (path: string, body: object | string) =>
      proxy.request("pay.example.com", path, {
        method: "POST",
        headers: { authorization: `Bearer ${vintem.key}`, "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
      })

    it("a payer pays, while one of two processes is down", async () => {
      const customer = await post("/v1/customers", { email: "ana@example.com" })
      const token = await post("/v1/tokens", cardBody(CARDS.approved))
      const intent = await post("/v1/payment_intents", { amount: 4990, currency: "brl", customer: customer.body.id })
      const paid = await post(`/v1/payment_intents/${intent.body.id}/confirm`, { payment_method: token.body.id })
      expect([paid.status, paid.body.status]).to.deep.equal([200, "succeeded"])
    })

    it("the card fields, the dashboard and the page of 3-D Secure have names of their own", async () => {
      const script = await proxy.request("cards.example.com", "/v1/vintem.js")
      const signIn = await proxy.request("dashboard.example.com", "/sign-in")
      expect([script.status, script.headers["content-type"]]).to.deep.equal([200, "text/javascript; charset=utf-8"])
      expect([signIn.status, signIn.headers["content-type"]]).to.deep.equal([200, "text/html; charset=utf-8"])
      const threeds = await proxy.request("threeds.example.com", "/pay/threeds.js")
      expect([threeds.status, threeds.headers["content-type"]]).to.deep.equal([200, "text/javascript; charset=utf-8"])
    })

    it("a body that is too large is refused by the service, in the form that clients read", async () => {
      const { status, body } = await post("/v1/customers", JSON.stringify({ email: "a@example.com", name: "a".repeat(70_000) }))
      expect([status, body.error.code]).to.deep.equal([413, "request_too_large"])
    })

    it("the page of an account with a hundred origins arrives whole", async () => {
      for (let n = 0; n < 100; n++) await post("/merchant-origins", { origin: `https://${"shop".repeat(12)}${n}.example.com` })
      const customer = await post("/v1/customers", {
        email: "a@example.com",
        name: "Ana",
        document: { type: "cpf", number: "52998224725" },
      })
      const intent = await post("/v1/payment_intents", {
        amount: 4990,
        currency: "brl",
        customer: customer.body.id,
        payment_method_types: ["pix"],
      })
      const token = await post("/v1/tokens", { type: "pix" })
      const { body } = await post(`/v1/payment_intents/${intent.body.id}/confirm`, { payment_method: token.body.id })
      const page = await proxy.request("pay.example.com", new URL(body.next_action.qr_code_url).pathname.replace("/qr.png", ""))
      expect(page.status).to.equal(200)
      expect(String(page.headers["content-security-policy"]).length).to.be.above(5000)
    })

    it("a POST that a process may have begun is not repeated at another one", async () => {
      other.listen()
      const answers = new Map<string, number | "closed">()
      await until(async () => {
        const email = `payer-${answers.size}@example.com`
        answers.set(email, await post("/v1/customers", { email }).then(({ status }) => status, unlessClosed))
        return other.begun.length >= 2
      })
      other.stop()
      for (const [email, status] of answers) {
        const found = await vintem.request("GET", `/v1/customers?email=${email}`, undefined, { key: vintem.key })
        const isBegun = other.begun.some((body) => body.includes(email))
        expect([email, status, found.body.data.length]).to.deep.equal(isBegun ? [email, LOST[name], 0] : [email, 201, 1])
      }
    })
  })
}

/** What a client sees of a request whose process dies. HAProxy closes the client's connection, unless the request is its first one. */
const LOST = { nginx: 502, caddy: 502, haproxy: "closed" }

function unlessClosed(error: { code?: string }): "closed" {
  if (error.code !== "UND_ERR_SOCKET") throw error
  return "closed"
}

/** The second process of the deployment. At first it is down. When it listens, it is ready, but dies at each POST that it has read. */
type Other = { port: number; begun: string[]; listen(): void; stop(): void; close(): Promise<void> }

async function startOther(): Promise<Other> {
  const begun: string[] = []
  const server: Server = createServer((request, response) => {
    if (request.method !== "POST") return response.end("ok")
    let body = ""
    request.on("data", (chunk) => (body += chunk))
    request.on("end", () => {
      begun.push(body)
      request.socket.destroy()
    })
  })
  const port = await freePort()
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port, begun, listen: () => server.listen(port, "127.0.0.1"), stop, close: async () => stop() }
}
