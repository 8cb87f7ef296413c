import type { Sharing } from "../database.ts"

/** Works that wait for a transaction, in the order in which they came. */
export type GatheredWorks<Unit extends Sharing> = {
  add(unit: Unit): void
  /**
   * Takes works that have nothing to do with each other or with works under way: none waits for another one's lock. They are in the order of
   * what they are about, in which every process takes its locks.
   */
  take(most: number): Unit[]
  /** Tells that works are no longer under way. */
  end(units: readonly Unit[]): void
  isEmpty(): boolean
}

export function gatheredWorks<Unit extends Sharing>(): GatheredWorks<Unit> {
  let waiting: Unit[] = []
  /** What the works under way are about. */
  const busy = new Set<string>()

  function take(most: number): Unit[] {
    const taken: Unit[] = []
    waiting = waiting.filter((unit) => {
      if (taken.length === most || unit.about.some((each) => busy.has(each))) return true
      for (const each of unit.about) busy.add(each)
      taken.push(unit)
      return false
    })
    return taken.sort(byFirst)
  }

  return {
    add: (unit) => void waiting.push(unit),
    take,
    end: (units) => {
      for (const each of units.flatMap(({ about }) => about)) busy.delete(each)
    },
    isEmpty: () => waiting.length === 0,
  }
}

function byFirst({ about: [a = ""] }: Sharing, { about: [b = ""] }: Sharing): number {
  return a < b ? -1 : Number(a > b)
}
