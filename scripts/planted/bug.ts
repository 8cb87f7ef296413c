/** A bug that replaces one piece of a file: `right`, which occurs there exactly once. */
export type Change = { name: string; file: string; right: string; wrong: string }

/** A bug that at least one of some test files must notice. */
export type PlantedBug = Change & { tests: readonly string[] }

/** Returns the source of a file with its bug. Throws if the code that the bug replaces no longer exists, or exists more than once. */
export function withBug(source: string, { name, file, right, wrong }: Change): string {
  const parts = source.split(right)
  if (parts.length !== 2) throw new Error(`${name}: ${file} has ${parts.length - 1} times: ${right}`)
  return parts.join(wrong)
}
