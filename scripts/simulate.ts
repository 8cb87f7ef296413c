// make simulate [SEED=n] [SEEDS=n] [HOURS=n] [WORLDS=a,b] [TRACE=1] [SHRINK=1] [PROVE=1]: runs the whole service on a simulated clock, with faults that
// a seed chooses. docs/testing.md describes it.
import { parseArgs } from "node:util"
import { LONGEST_HOURS, type Only, SHORTEST_HOURS } from "./simulate/machine.ts"
import { isWorldName, type Plan, WORLD_NAMES, type WorldName } from "./simulate/plan.ts"
import { prove } from "./simulate/run/prove.ts"
import type { Outcome } from "./simulate/run/run.ts"
import { shrink } from "./simulate/run/shrink.ts"
import { runPlans } from "./simulate/run/threads.ts"

const USAGE = `Usage: npm run -s simulate -- [options]

  --seed N           the first seed (1 by default)
  --seeds N          how many seeds (20 by default, and 1 with --seed)
  --hours N          simulated hours of each (100 by default, from ${SHORTEST_HOURS} to ${LONGEST_HOURS})
  --worlds LIST      the worlds that each seed is played in (all by default), of:
                     ${WORLD_NAMES.join(", ")}
  --trace            tell the story of each seed
  --shrink           make the story of a violation short
  --only-faults      the faults that happen, such as 3,17: --shrink prints them
  --only-operations  the operations of the workload that happen
  --planted BUG      with a bug of scripts/simulate/planted.ts
  --prove            plant each of these bugs, and look for it in its world, in at most --seeds seeds (40 by default)
`

const { values: options } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string" },
    hours: { type: "string", default: "100" },
    worlds: { type: "string", default: WORLD_NAMES.join(",") },
    trace: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    "only-faults": { type: "string" },
    "only-operations": { type: "string" },
    planted: { type: "string" },
    prove: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})
const first = Number(options.seed ?? 1)
const hours = Number(options.hours)
const worlds = options.worlds.split(",")
const only: Only = { faults: numbersOf(options["only-faults"]), operations: numbersOf(options["only-operations"]) }

if (options.help) console.log(USAGE)
else if (!(hours >= SHORTEST_HOURS && hours <= LONGEST_HOURS)) fail(`--hours must be from ${SHORTEST_HOURS} to ${LONGEST_HOURS}`)
else if (!worlds.every(isWorldName)) fail(`--worlds must be of: ${WORLD_NAMES.join(", ")}`)
else if (options.prove) process.exitCode = await prove({ worlds, first, seeds: Number(options.seeds ?? 40), hours })
else process.exitCode = await simulate(worlds, Number(options.seeds ?? (options.seed ? 1 : 20)))

/** Runs seeds in worlds until one fails. Returns the exit status. */
async function simulate(worlds: WorldName[], count: number): Promise<number> {
  const plans: Plan[] = worlds.flatMap((world) =>
    Array.from({ length: count }, (_, i) => ({ world, seed: first + i, hours, only })),
  )
  const startedAt = performance.now()
  const sum = { seeds: 0, hours: 0, faults: 0, operations: 0 }
  let failed: { plan: Plan; outcome: Outcome } | undefined
  const sumUp = () => {
    const took = Math.round((performance.now() - startedAt) / 1000)
    const { seeds, operations, faults } = sum
    return `${seeds} runs, ${Math.round(sum.hours)} simulated hours, ${operations} operations, ${faults} faults in ${took} s`
  }
  await runPlans(plans, {
    planted: options.planted,
    ...(options.trace && { onLine: console.log }),
    onReport: ({ plan, outcome, seconds }) => {
      const { violation, hash, simulatedHours, faults, operations } = outcome
      sum.seeds++
      sum.hours += simulatedHours
      sum.faults += faults
      sum.operations += operations
      if (plans.length <= 10 || violation)
        console.log(
          `${plan.world}, seed ${plan.seed}: trace ${hash}, ${Math.round(simulatedHours)} hours, ${seconds.toFixed(1)} s`,
        )
      if (sum.seeds % 50 === 0 && sum.seeds < plans.length) console.log(sumUp())
      if (violation) failed = { plan, outcome }
      return !failed
    },
  })
  console.log(sumUp())
  if (!failed) return 0
  await explain(failed)
  return 1
}

async function explain({ plan, outcome }: { plan: Plan; outcome: Outcome }): Promise<void> {
  const found = options.shrink ? await shrink(plan, outcome, options.planted) : { plan, violation: outcome.violation }
  const { faults, operations } = found.plan.only
  const parts = [
    `--worlds ${plan.world} --seed ${plan.seed} --hours ${hours} --trace`,
    ...(operations ? [`--only-operations "${[...operations]}"`] : []),
    ...(faults ? [`--only-faults "${[...faults]}"`] : []),
    ...(options.planted ? [`--planted "${options.planted}"`] : []),
  ]
  console.log(`\n${found.violation}\n\nThe story: npm run -s simulate -- ${parts.join(" ")}`)
}

function numbersOf(text: string | undefined): Set<number> | undefined {
  return text === undefined ? undefined : new Set(text.split(",").filter(Boolean).map(Number))
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
