import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { Agent, request } from "undici"
import { type Client, newClient } from "../support/app/client.ts"
import { type Process, startProcess } from "../support/app/processes.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { until } from "../support/merchants/merchant.ts"
import { expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"

describe("A process that is told to stop", () => {
  // Another process on the same database, which goes on.
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const start = (env: Record<string, string>) => startProcess("all", { ...vintem.databases.env, ...env })

  /** Begins a confirm at the process, and waits until the acquirer is called. */
  async function beginConfirm(
    client: Client,
  ): Promise<{ id: string; confirming: Promise<Awaited<ReturnType<Client["request"]>>> }> {
    const [intent, token] = [await newIntent(vintem), await newToken(vintem)]
    const confirming = client.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
    confirming.catch(() => {})
    const attempts = "vintem_oldest_open_attempt_seconds"
    await until(
      async () => !(await (await request(vintem.server.metricsUrl)).body.text()).includes(`${attempts}{mode="test"} 0\n`),
    )
    return { id: intent.id, confirming }
  }

  const ready = async (process: Process) => {
    const response = await request(`${process.url}/readyz`)
    return { status: response.statusCode, text: await response.body.text(), connection: response.headers.connection }
  }

  it("is not ready, takes requests for SHUTDOWN_DELAY_SECONDS, ends each connection, finishes what runs, and exits with 0", async () => {
    const stopping = await start({ SHUTDOWN_DELAY_SECONDS: "2", MOCK_ACQUIRER_FAULTS: "authorize=slow:3000" })
    const client = newClient(stopping.url, vintem.key)
    const keptAlive = new Agent({ connections: 1, keepAliveTimeout: 60_000 })
    const get = () =>
      request(`${stopping.url}/v1/customers`, { dispatcher: keptAlive, headers: { authorization: `Bearer ${vintem.key}` } })
    const { confirming } = await beginConfirm(client)
    const first = await get()
    await first.body.dump()
    expect([first.statusCode, first.headers.connection]).to.deep.equal([200, "keep-alive"])

    stopping.signal("SIGTERM")
    const unready = await until(async () => {
      const answer = await ready(stopping)
      return answer.status === 503 && answer
    })
    expect(unready.text).to.include("This process is stopping.")
    const metrics = await request(stopping.metricsUrl.replace("/metrics", "/readyz"))
    expect([metrics.statusCode, await metrics.body.text()]).to.deep.equal([503, "This process is stopping."])
    for (const again of [await get(), await get()]) {
      await again.body.dump()
      expect([again.statusCode, again.headers.connection]).to.deep.equal([200, "close"])
    }
    const confirmed = await confirming
    expect(expectStatus(confirmed, 200).status).to.equal("succeeded")
    expect(confirmed.headers.connection).to.equal("close")
    expect(await stopping.exited, stopping.output()).to.equal(0)
    await Promise.all([client.close(), keptAlive.destroy()])
  })

  it("cuts a request off after SHUTDOWN_TIMEOUT_SECONDS, and another process finishes the payment", async () => {
    const stopping = await start({
      ...{ SHUTDOWN_DELAY_SECONDS: "0", SHUTDOWN_TIMEOUT_SECONDS: "1" },
      MOCK_ACQUIRER_FAULTS: "authorize=hang",
    })
    const client = newClient(stopping.url, vintem.key)
    const { id, confirming } = await beginConfirm(client)
    expect(await stopping.stop(), stopping.output()).to.equal(0)
    expect(await confirming.catch(() => "cut off")).to.equal("cut off")
    expect(stopping.output()).to.match(/"requests":1.*requests under way were cut off by the stop/)
    const settled = async () => {
      const { status } = expectStatus(await vintem.request("GET", `/v1/payment_intents/${id}`), 200)
      return status !== "processing" && status
    }
    expect(["succeeded", "requires_payment_method"]).to.include(await until(settled))
    await client.close()
  })

  it("ends at once at a second signal", async () => {
    const stopping = await start({ SHUTDOWN_DELAY_SECONDS: "300" })
    stopping.signal("SIGTERM")
    await until(async () => (await ready(stopping)).status === 503)
    // Within 100 ms it would count as the same signal, passed on by npm.
    await pause(150)
    expect(await stopping.stop("SIGTERM")).to.equal(143)
  })

  it("stops without a delay at the SIGINT of a terminal", async () => {
    const stopping = await start({ SHUTDOWN_DELAY_SECONDS: "300" })
    expect(await stopping.stop("SIGINT")).to.equal(0)
  })
})
