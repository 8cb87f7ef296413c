/**
 * Records by their id, which are replaced as a whole. Who reads may see a change later than the bank itself: `from` is the time
 * (milliseconds) from which it is seen.
 */
export function createShelf<T>() {
  const shelf = new Map<string, { from: number; value: T }[]>()
  const seen = (id: string, now: number) => shelf.get(id)?.findLast(({ from }) => from <= now)?.value
  const last = (id: string) => shelf.get(id)?.at(-1)?.value
  const ids = () => [...shelf.keys()]
  return {
    /** No change is seen before the one that came earlier. */
    put(id: string, value: T, from = 0): T {
      const earlier = shelf.get(id) ?? []
      shelf.set(id, [...earlier, { from: Math.max(from, earlier.at(-1)?.from ?? 0), value }])
      return value
    },
    /** What the bank itself knows. */
    last,
    /** What a reader sees. */
    seen,
    all: (): T[] => ids().map((id) => last(id) as T),
    /** All that a reader sees, newest first. */
    allSeen: (now: number): T[] =>
      ids()
        .reverse()
        .flatMap((id) => seen(id, now) ?? []),
  }
}
export type Shelf<T> = ReturnType<typeof createShelf<T>>
