/** Random choices that depend only on the seed. */
export type Random = {
  /** An integer from `min` to `max`. */
  integer(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/** The generator mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return { integer, chance: (probability) => next() < probability, pick: (items) => items[integer(0, items.length - 1)]! }
}

/** One of these values, each as often as its share says. The shares are in per cent. */
export function shareOf<T>(random: Random, shares: readonly (readonly [number, T])[]): T {
  let left = random.integer(1, 100)
  for (const [share, value] of shares) {
    left -= share
    if (left <= 0) return value
  }
  return shares.at(-1)![1]
}
