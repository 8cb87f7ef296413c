/** Draws at most `size` items of each group and keeps their order. The same seed draws the same items. */
export function sample<Item>(items: Item[], groupOf: (item: Item) => string, size: number, seed: number): Item[] {
  const random = randomFrom(seed)
  const drawn = new Set<Item>()
  for (const group of Object.values(Object.groupBy(items, groupOf)) as Item[][]) {
    const rest = [...group]
    for (let n = Math.min(size, rest.length); n > 0; n--) drawn.add(rest.splice(Math.floor(random() * rest.length), 1)[0]!)
  }
  return items.filter((item) => drawn.has(item))
}

/** The mulberry32 generator. It gives the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
