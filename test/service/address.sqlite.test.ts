import { once } from "node:events"
import { type AddressInfo, connect, createServer } from "node:net"
import { networkInterfaces } from "node:os"
import { expect } from "chai"
import { startVintem } from "../support/app/vintem.ts"

/** The machine's addresses other than 127.0.0.1. On Linux all of 127.0.0.0/8 is local, elsewhere at least ::1 is. */
const OTHERS = [
  "127.0.0.2",
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => address !== "127.0.0.1" && !address.startsWith("fe80:")),
]

function accepts(host: string, port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port), timeout: 5000 })
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once("connect", () => end(true))
    socket.once("error", () => end(false))
    socket.once("timeout", () => end(false))
  })
}

/** Returns which of the API and the metrics can be reached at other addresses of the machine than 127.0.0.1. */
async function reachable(env: Record<string, string>): Promise<string[]> {
  const vintem = await startVintem(env)
  try {
    const ports = { api: new URL(vintem.url).port, metrics: new URL(vintem.metricsUrl).port }
    for (const port of Object.values(ports)) expect(await accepts("127.0.0.1", port)).to.equal(true)
    const open = Object.entries(ports).map(async ([name, port]) => {
      const accepting = await Promise.all(OTHERS.map((address) => accepts(address, port)))
      return accepting.includes(true) ? [name] : []
    })
    return (await Promise.all(open)).flat()
  } finally {
    await vintem.close()
  }
}

describe("The address that the service listens on", () => {
  it("is 127.0.0.1 by default", async () => {
    expect(await reachable({ HOST: "" })).to.deep.equal([])
  })

  it("is every address of the machine with HOST=0.0.0.0, and the metrics stay on 127.0.0.1", async () => {
    expect(await reachable({ HOST: "0.0.0.0" })).to.deep.equal(["api"])
  })

  it("is every address of the machine for the metrics with METRICS_HOST=0.0.0.0", async () => {
    expect(await reachable({ METRICS_HOST: "0.0.0.0" })).to.deep.equal(["metrics"])
  })

  it("is named by its own variable where this machine cannot listen on it", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const port = String((taken.address() as AddressInfo).port)
    for (const [env, role, message] of [
      [{ HOST: "no such host" }, "api", "HOST no such host is not an address of this machine"],
      [{ HOST: "no such host" }, "dashboard", "HOST no such host is not an address of this machine"],
      [{ METRICS_HOST: "no such host" }, "all", "METRICS_HOST no such host is not an address of this machine"],
      [{ METRICS_HOST: "192.0.2.1" }, "worker", "METRICS_HOST 192.0.2.1 is not an address of this machine"],
      [{ PORT: port }, "api", `The port ${port} of PORT cannot be opened`],
      [{ DASHBOARD_PORT: port }, "dashboard", `The port ${port} of DASHBOARD_PORT cannot be opened`],
      [{ METRICS_PORT: port }, "worker", `The port ${port} of METRICS_PORT cannot be opened`],
    ] as const) {
      const error = await startVintem(env, { role }).catch((reason) => reason)
      expect(error, JSON.stringify(env)).to.be.instanceOf(Error)
      expect(error.message).to.match(new RegExp(`^${message}`))
    }
    taken.close()
  })
})
