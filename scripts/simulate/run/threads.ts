// Spreads plans over threads.
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { SEEDS_IN_ORDER } from "../machine.ts"
import type { Plan } from "../plan.ts"
import type { Order, Report } from "./worker.ts"

/** The number of seeds for one thread, because the memory of its modules grows. */
const SEEDS_A_THREAD = 50

type Options = Partial<Pick<Order, "planted">> & {
  onLine?: (line: string) => void
  /** Whether to use only one thread, so seeds are tried in order. */
  isAlone?: boolean
  /** Called after each seed. Returns false to begin no more seeds. */
  onReport: (report: Exclude<Report, { line: string }>) => boolean
}

/** Runs plans in the order of their seeds, on all processors. Rejects if a thread fails. */
export async function runPlans(plans: Plan[], options: Options): Promise<void> {
  const rest = inOrder(plans)
  let isOver = false
  const work = async () => {
    for (let next = rest.shift(); next && !isOver; next = rest.shift()) {
      let done = 0
      await runThread(next, options, (report) => {
        done++
        isOver ||= !options.onReport(report)
        return !isOver
      })
      if (done > 0 && done < next.length) rest.unshift(next.slice(done))
    }
  }
  await Promise.all(Array.from({ length: options.isAlone ? 1 : Math.min(rest.length, availableParallelism()) }, work))
}

/** Within a thread, each seed's time must come after that of the previous seed. So each world has threads of its own. */
function inOrder(plans: Plan[]): Plan[][] {
  const parts: Plan[][] = []
  for (const plan of plans) {
    const last = parts.at(-1)
    const follows = last && last.length < SEEDS_A_THREAD && plan.seed % SEEDS_IN_ORDER > last.at(-1)!.seed % SEEDS_IN_ORDER
    if (follows) last.push(plan)
    else parts.push([plan])
  }
  return parts
}

function runThread(plans: Plan[], { planted, onLine }: Options, onReport: Options["onReport"]): Promise<void> {
  const order: Order = { plans, planted, isTold: onLine !== undefined }
  const thread = new Worker(new URL("./worker.ts", import.meta.url), { workerData: order })
  return new Promise((resolve, reject) => {
    thread.on("message", (report: Report) => {
      if ("line" in report) onLine?.(report.line)
      else if (!onReport(report)) void thread.terminate()
    })
    thread.on("error", reject)
    thread.on("exit", () => resolve())
  })
}
