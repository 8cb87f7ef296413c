import { connect } from "node:net"
import { networkInterfaces } from "node:os"
import { expect } from "chai"
import { startVintem } from "../support/vintem.ts"

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

/** Returns the machine's other addresses where the API or the metrics can be reached. */
async function reachable(host: string): Promise<string[]> {
  const vintem = await startVintem({ HOST: host })
  try {
    const ports = [vintem.url, vintem.metricsUrl].map((url) => new URL(url).port)
    expect(await Promise.all(ports.map((port) => accepts("127.0.0.1", port)))).to.deep.equal([true, true])
    const tried = await Promise.all(
      OTHERS.flatMap((address) => ports.map(async (port) => ((await accepts(address, port)) ? `${address}` : ""))),
    )
    return tried.filter(Boolean)
  } finally {
    await vintem.close()
  }
}

describe("The address that the service listens on", () => {
  it("is 127.0.0.1 by default", async () => {
    expect(await reachable("")).to.deep.equal([])
  })

  it("is every address of the machine with HOST=0.0.0.0", async () => {
    expect(await reachable("0.0.0.0")).not.to.deep.equal([])
  })
})
