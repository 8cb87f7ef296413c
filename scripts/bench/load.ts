// The load: a fixed number of connections. Each sends its next request when it has the response to the last.
import autocannon from "autocannon"
import { processorSeconds, residentMiB } from "./processes.ts"

export const CONNECTIONS = 64

export type Measured = {
  perSecond: number
  p50: number
  p99: number
  memoryMiB: number
  /** The server's processor time per request, in microseconds. On a shared machine it is more reliable than the clock. */
  cpuMicros: number
}
export type Target = {
  url: string
  pid: number
  method?: "GET" | "POST"
  headers?: Record<string, string>
  path?: string
  body?: () => string
  /** One path per request, each used once. The run ends after the last one. */
  paths?: { path: string; body: string }[]
  seconds?: number
}

/** Runs one load. Throws where a response is not 2xx, as the figures would be meaningless. */
export async function load({
  url,
  pid,
  method = "GET",
  headers = {},
  path = "/",
  body,
  paths,
  seconds,
}: Target): Promise<Measured> {
  let memoryMiB = 0
  const watch = setInterval(() => {
    memoryMiB = Math.max(memoryMiB, residentMiB(pid))
  }, 100)
  let next = 0
  const before = processorSeconds(pid)
  const result = await autocannon({
    url: url + path,
    connections: CONNECTIONS,
    ...(paths ? { amount: paths.length } : { duration: seconds ?? 4 }),
    method,
    headers: body || paths ? { "content-type": "application/json", ...headers } : headers,
    ...(paths
      ? { requests: [{ setupRequest: (request: object) => ({ ...request, ...paths[next++ % paths.length] }) }] }
      : body
        ? { requests: [{ setupRequest: (request: object) => ({ ...request, body: body() }) }] }
        : {}),
  })
  clearInterval(watch)
  if (result.non2xx + result.errors > 0) {
    throw new Error(
      `${method} ${path}: ${result.non2xx} responses not 2xx, ${result.errors} failed: ${JSON.stringify(result.statusCodeStats)}`,
    )
  }
  const taken = (result.finish.getTime() - result.start.getTime()) / 1000
  const used = (processorSeconds(pid) ?? Number.NaN) - (before ?? Number.NaN)
  const { p50, p99 } = result.latency
  return { perSecond: result["2xx"] / taken, p50, p99, memoryMiB, cpuMicros: (used / result["2xx"]) * 1e6 }
}
