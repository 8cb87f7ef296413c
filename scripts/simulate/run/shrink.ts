// Shortens the story of a violation: leaves out faults and operations as long as the same violation still occurs.
import type { Only } from "../machine.ts"
import type { Plan } from "../plan.ts"
import type { Outcome } from "./run.ts"
import { runPlans } from "./threads.ts"

/** The most shorter stories to try. */
const MAX_TRIES = 80

/** Returns the shortest plan that was found, and its violation. */
export async function shrink(plan: Plan, outcome: Outcome, planted?: string): Promise<{ plan: Plan; violation: string }> {
  let best = { plan, violation: outcome.violation! }
  let tries = 0

  async function isEnough(only: Only): Promise<boolean> {
    if (tries++ >= MAX_TRIES) return false
    const shorter = { ...plan, only }
    const violation = await violationOf(shorter, planted)
    if (!violation || kindOf(violation) !== kindOf(outcome.violation!)) return false
    best = { plan: shorter, violation }
    return true
  }

  for (const [what, count] of [
    ["operations", outcome.operations],
    ["faults", outcome.faults],
  ] as const) {
    const all = Array.from({ length: count }, (_, number) => number)
    await leaveOut(all, (kept) => isEnough({ ...best.plan.only, [what]: new Set(kept) }))
  }
  return best
}

/** Leaves out halves, then quarters, and so on down to single numbers, if the rest is enough. */
async function leaveOut(all: number[], isEnough: (kept: number[]) => Promise<boolean>): Promise<void> {
  let kept = all
  for (let size = all.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)]
      if (await isEnough(rest)) kept = rest
      else from += size
    }
  }
}

async function violationOf(plan: Plan, planted?: string): Promise<string | undefined> {
  let violation: string | undefined
  await runPlans([plan], {
    planted,
    onReport: ({ outcome }) => {
      violation = outcome.violation
      return true
    },
  })
  return violation
}

/** In a shorter story, the same violation names other ids. */
function kindOf(violation: string): string {
  return violation.split("\n")[0]!.replace(/\S*\d\S*/g, "…")
}
