/** What all rules of faults have. */
type Counted = {
  /** Hits one call in so many; which one, the seed decides. */
  every?: number
  /** Ends after so many hits. */
  times?: number
}

/** The rules of faults, in the order in which they were set: the first that hits a call counts. `check` throws for one that is not well formed. */
export function createFaultRules<Rule extends Counted, Target>(
  random: () => number,
  { check, matches }: { check(rule: Rule): void; matches(rule: Rule, target: Target): boolean },
) {
  let states: { rule: Rule; seen: number; position: number; hits: number }[] = []
  const positionIn = (every: number) => Math.floor(random() * every)
  const statesOf = (wanted: Rule[]): typeof states => {
    for (const rule of wanted) check(rule)
    return wanted.map((rule) => ({ rule, seen: 0, position: positionIn(rule.every ?? 1), hits: 0 }))
  }
  return {
    /** Replaces all rules. Throws RangeError for one that is not well formed. */
    set(wanted: Rule[]): void {
      states = statesOf(wanted)
    },
    /** Adds rules that count before all others, and forgets those that have ended. Throws as `set`. */
    add(wanted: Rule[]): void {
      states = [...statesOf(wanted), ...states.filter(({ rule, hits }) => rule.times === undefined || hits < rule.times)]
    },
    /** The rule that hits a call, and counts it. */
    find(target: Target): Rule | undefined {
      for (const state of states) {
        const { rule } = state
        if (!matches(rule, target) || state.hits >= (rule.times ?? Number.POSITIVE_INFINITY)) continue
        const every = rule.every ?? 1
        const hits = state.seen % every === state.position
        state.seen++
        if (state.seen % every === 0) state.position = positionIn(every)
        if (!hits) continue
        state.hits++
        return rule
      }
      return undefined
    },
  }
}
