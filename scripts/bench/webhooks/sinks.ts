// The merchants' servers of the webhook benchmark: HTTPS servers in one process. One hangs and one returns 500.
// The process records the arrival of each event and reports the arrivals over the IPC channel.
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { testAuthority, testCertificate } from "../../../test/support/network/https-sink.ts"

export type SinkSetup = { ports: number[]; hanging: number; failing: number; ca: string }
/** For each server, the ids of the events in order of arrival, and their times in milliseconds since 1970. */
export type Arrivals = { ids: string[]; at: number[] }[]

const [count, hanging, failing] = process.argv.slice(2).map(Number) as [number, number, number]
const certificate = await testCertificate()
let arrivals: Arrivals = Array.from({ length: count }, () => ({ ids: [], at: [] }))

const ports = await Promise.all(
  Array.from({ length: count }, (_, index) => {
    const server = createServer(certificate, (request, response) => {
      let head = ""
      request.on("data", (chunk: Buffer) => {
        if (head === "") head = chunk.toString("latin1", 0, 64)
      })
      request.on("end", () => {
        arrivals[index]!.ids.push(head.slice(7, head.indexOf('"', 7)))
        arrivals[index]!.at.push(performance.timeOrigin + performance.now())
        if (index === failing) response.statusCode = 500
        if (index !== hanging) response.end()
      })
    })
    return new Promise<number>((done) => server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)))
  }),
)

process.on("message", (question: "count" | "take") => {
  if (question === "count") return process.send!(arrivals.map(({ ids }) => ids.length))
  process.send!(arrivals)
  arrivals = Array.from({ length: count }, () => ({ ids: [], at: [] }))
})
process.on("disconnect", () => process.exit())
process.send!({ ports, hanging, failing, ca: (await testAuthority()).cert } satisfies SinkSetup)
