// make simulate [SEED=n] [SEEDS=n] [HOURS=n]: runs the whole service on a simulated clock, with faults that a seed chooses.
// docs/testing.md describes it.
import { parseArgs } from "node:util"
import { LONGEST_HOURS } from "./simulate/machine.ts"
import type { Plan } from "./simulate/run.ts"
import { prove } from "./simulate/prove.ts"
import { runPlans } from "./simulate/threads.ts"

const USAGE = `Usage: npm run -s simulate -- [options]

  --seed N       the first seed (1 by default)
  --seeds N      how many seeds (20 by default, and 1 with --seed)
  --hours N      simulated hours of each (100 by default, at least 40 and at most ${LONGEST_HOURS})
  --trace        tell the story of each seed
  --planted BUG  with a bug of scripts/simulate/planted.ts
  --prove        plant each of these bugs, and look for it from the first seed on, in at most --seeds seeds (40 by default)
`

const { values: options } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string" },
    hours: { type: "string", default: "100" },
    trace: { type: "boolean", default: false },
    planted: { type: "string" },
    prove: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})

if (options.help) console.log(USAGE)
else process.exitCode = await main()

/** Returns the exit status. */
async function main(): Promise<number> {
  const first = Number(options.seed ?? 1)
  const count = Number(options.seeds ?? (options.seed ? 1 : 20))
  const hours = Number(options.hours)
  if (!(hours >= 40 && hours <= LONGEST_HOURS)) throw new Error(`--hours must be from 40 to ${LONGEST_HOURS}`)
  const without = { faults: new Set<number>(), operations: new Set<number>() }
  const plans: Plan[] = Array.from({ length: count }, (_, i) => ({ seed: first + i, hours, without }))
  if (options.prove) return prove(first, Number(options.seeds ?? 40), hours)
  const startedAt = performance.now()
  const sum = { seeds: 0, hours: 0, faults: 0, operations: 0 }
  let status = 0
  await runPlans(plans, {
    planted: options.planted,
    ...(options.trace && { onLine: console.log }),
    onReport: ({ plan, outcome, seconds }) => {
      const { violation, hash, simulatedHours, faults, operations } = outcome
      sum.seeds++
      sum.hours += simulatedHours
      sum.faults += faults
      sum.operations += operations
      if (count <= 5 || violation) console.log(`seed ${plan.seed}: trace ${hash}, ${Math.round(simulatedHours)} hours, ${seconds.toFixed(1)} s`)
      if (!violation) return true
      status = 1
      console.log(`${violation}\n\nSee what happened: make simulate SEED=${plan.seed} HOURS=${hours} TRACE=1`)
      return false
    },
  })
  const took = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${sum.seeds} seeds, ${Math.round(sum.hours)} simulated hours, ${sum.operations} operations, ${sum.faults} faults in ${took} s`)
  return status
}
