// The closed loop: a fixed number of connections. Each sends its next request after the response to the last one. It measures the maximum
// throughput. It hides waiting, because a slow service gets fewer requests. The open loop shows waiting.
import autocannon from "autocannon"
import { latenciesOf } from "../shared/statistics.ts"
import type { Answered } from "./observe.ts"
import type { Sent, Workload } from "./workloads.ts"

export type Closed = { urls: string[]; connections: number; seconds: number }

/** Runs one round. Throws if a response is not 2xx, because the figures would be meaningless. */
export async function closedLoop(
  { urls, connections, seconds }: Closed,
  load: Pick<Workload, "same" | "each">,
): Promise<Answered> {
  return run({ url: urls, connections, duration: seconds }, load)
}

/** Sends each request once. */
export function closedLoopOf({ urls, connections }: Omit<Closed, "seconds">, requests: Sent[]): Promise<Answered> {
  let next = 0
  return run({ url: urls, connections, amount: requests.length }, { each: () => requests[next++ % requests.length]! })
}

type Extent = { url: string[]; connections: number; duration?: number; amount?: number }

async function run(extent: Extent, { same, each }: Pick<Workload, "same" | "each">): Promise<Answered> {
  const { method, path, headers, body } = (same ?? each?.())!
  const times: number[] = []
  const began = performance.now()
  let ended = began
  const running = autocannon({
    ...extent,
    url: extent.url.map((url) => url + path),
    ...{ method, headers, body },
    // An unchanging request is built once, so the load uses as little of the machine as possible.
    ...(each ? { requests: [{ setupRequest: (request: object) => ({ ...request, ...each() }) }] } : {}),
  })
  running.on("response", (_client, _status, _bytes, ms) => {
    times.push(ms)
    ended = performance.now()
  })
  const result = await running
  if (result.non2xx + result.errors > 0) {
    const statuses = JSON.stringify(result.statusCodeStats)
    throw new Error(`${method} ${path}: ${result.non2xx} responses not 2xx, ${result.errors} failed: ${statuses}`)
  }
  // The result of autocannon has only whole seconds: it ends with its next tick.
  return { count: result["2xx"], seconds: (ended - began) / 1000, ...latenciesOf(times) }
}
