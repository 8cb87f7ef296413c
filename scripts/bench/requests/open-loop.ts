// The open loop: requests arrive at a constant rate, like those of many customers, even if earlier ones have no response yet. Latency
// counts from the planned arrival. So it includes waiting in the service, and in this process if it is late.
//
// autocannon also has a rate. But its connections still wait for their responses, and it corrects the latencies afterwards by a guess.
import { setTimeout as pause } from "node:timers/promises"
import { Pool } from "undici"
import { latenciesOf } from "../shared/statistics.ts"
import type { Answered } from "./observe.ts"
import type { Sent, Workload } from "./workloads.ts"

export type Open = { urls: string[]; rate: number; seconds: number }

/** Connections for each URL. Further requests wait in this process, and their waiting counts. */
const CONNECTIONS = 256
/** How long after the last arrival a response still counts. */
const PATIENCE_MS = 10_000

/** Runs one round. Throws if a response is not 2xx. */
export async function openLoop(
  { urls, rate, seconds }: Open,
  { same, each }: Pick<Workload, "same" | "each">,
): Promise<Answered> {
  const pools = urls.map((url) => new Pool(url, { connections: CONNECTIONS, pipelining: 1 }))
  const waiting = new Map<number, number>()
  const times: number[] = []
  let failure: Error | undefined
  const arrive = async (index: number, planned: number) => {
    waiting.set(index, planned)
    try {
      await send(pools[index % pools.length]!, same ?? each!())
      times.push(performance.now() - planned)
    } catch (error) {
      // Requests that are given up below count as unanswered.
      if (waiting.has(index)) failure ??= error as Error
    }
    waiting.delete(index)
  }

  const total = rate * seconds
  const began = performance.now()
  for (let index = 0; index < total && !failure; await pause(1)) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate) + 1)
    for (; index < due; index++) void arrive(index, began + (index / rate) * 1000)
  }
  for (const deadline = performance.now() + PATIENCE_MS; waiting.size > 0 && performance.now() < deadline; ) await pause(5)
  const took = (performance.now() - began) / 1000
  const unanswered = [...waiting.values()].map((planned) => performance.now() - planned)
  waiting.clear()
  await Promise.all(pools.map((pool) => pool.destroy()))
  if (failure) throw failure
  return { count: times.length, seconds: took, ...latenciesOf([...times, ...unanswered]), unanswered: unanswered.length }
}

async function send(pool: Pool, sent: Sent): Promise<void> {
  const { statusCode, body } = await pool.request(sent)
  if (statusCode > 299) throw new Error(`${sent.method} ${sent.path}: ${statusCode} ${await body.text()}`)
  await body.dump()
}
