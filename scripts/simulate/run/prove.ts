// Proves that the simulation finds bugs: plants each bug and searches for it.

import type { Plan, WorldName } from "../plan.ts"
import { PLANTED } from "../planted.ts"
import { runPlans } from "./threads.ts"

type Search = { worlds: readonly WorldName[]; first: number; seeds: number; hours: number }

/** Prints the world and the seed that find each bug planted in one of the worlds, as a row of a table. Returns 1 if one is not found, else 0. */
export async function prove({ worlds, first, seeds, hours }: Search): Promise<number> {
  const bugs = PLANTED.filter(({ world }) => worlds.includes(world))
  let missed = 0
  for (const { name, world } of bugs) {
    const plans: Plan[] = Array.from({ length: seeds }, (_, i) => ({ world, seed: first + i, hours, only: {} }))
    const sum = { hours: 0, seconds: 0 }
    let found: string | undefined
    await runPlans(plans, {
      planted: name,
      isAlone: true,
      onReport: ({ plan, outcome, seconds }) => {
        sum.hours += outcome.simulatedHours
        sum.seconds += seconds
        if (outcome.violation)
          found = `${plan.seed} | ${Math.round(sum.hours)} | ${Math.round(sum.seconds)} | ${firstLine(outcome.violation)}`
        return !found
      },
    })
    if (!found) missed++
    console.log(`| ${name} | \`${world}\` | ${found ?? `not found | ${Math.round(sum.hours)} | ${Math.round(sum.seconds)} |`} |`)
  }
  console.log(`${bugs.length - missed} of ${bugs.length} were found`)
  return missed === 0 ? 0 : 1
}

function firstLine(violation: string): string {
  return violation.split("\n")[0]!.slice(0, 120)
}
