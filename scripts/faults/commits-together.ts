// Reads what the processes note about commits that confirms share (test/support/app/note-commits.ts).
import { existsSync, readFileSync } from "node:fs"

/** How many confirms were in each COMMIT that was sent, and in the open transactions of each process that died. */
export type Together = { commits: number[]; deaths: number[] }

export type CommitsTogether = {
  /** The file in which the processes note it. */
  file: string
  /** Returns what they have noted since the last call. */
  since(): Together
}

export function readCommits(file: string): CommitsTogether {
  let read = 0
  return {
    file,
    since: () => {
      const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []
      const fresh = lines.slice(read).map((line) => line.split(" "))
      read = lines.length
      const sizesOf = (what: string) => fresh.filter(([noted]) => noted === what).map(([, size]) => Number(size))
      return { commits: sizesOf("commit"), deaths: sizesOf("death") }
    },
  }
}

/** The least size of each class. */
const CLASSES = [0, 1, 2, 8, 16, 32, 64]

/** Returns how many of the sizes are in each class. */
export function classesOf(sizes: readonly number[]): string {
  const classes = CLASSES.map((from, i) => {
    const to = (CLASSES[i + 1] ?? Number.POSITIVE_INFINITY) - 1
    const count = sizes.filter((size) => size >= from && size <= to).length
    const name = from === to ? `${from}` : `${from}${to === Number.POSITIVE_INFINITY ? " or more" : `-${to}`}`
    return { name, count }
  })
  return classes
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name}: ${count}`)
    .join(", ")
}
