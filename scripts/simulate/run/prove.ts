// Proves that the simulation finds bugs: plants each bug and searches for it.

import type { Plan } from "../plan.ts"
import { PLANTED } from "../planted.ts"
import { runPlans } from "./threads.ts"

/** Prints the seed that finds each planted bug, as a row of a table. Returns 1 if one is not found, else 0. */
export async function prove(first: number, seeds: number, hours: number): Promise<number> {
  const plans: Plan[] = Array.from({ length: seeds }, (_, i) => ({ world: "bank", seed: first + i, hours, only: {} }))
  let missed = 0
  for (const { name } of PLANTED) {
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
    console.log(`| ${name} | ${found ?? `not found | ${Math.round(sum.hours)} | ${Math.round(sum.seconds)} |`} |`)
  }
  console.log(`${PLANTED.length - missed} of ${PLANTED.length} were found`)
  return missed === 0 ? 0 : 1
}

function firstLine(violation: string): string {
  return violation.split("\n")[0]!.slice(0, 120)
}
