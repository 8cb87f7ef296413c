import { basename } from "node:path"
import type { Mutant } from "./mutate.ts"
import type { Test } from "./tree.ts"

/**
 * Returns the tests that are named after the code: a test of `src/events/webhooks/claims.ts` is in a folder called events or webhooks, or
 * its name begins with events, webhooks or claims. They are a small part of those that run the code, and the likeliest to notice.
 */
export function nearTo(mutants: Pick<Mutant, "file">[], tests: Test[]): Test[] {
  const names = new Set(mutants.flatMap(({ file }) => file.replace(/\.ts$/, "").split("/").slice(1)))
  return tests.filter(
    ({ file }) =>
      file
        .split("/")
        .slice(1, -1)
        .some((folder) => names.has(folder)) || names.has(basename(file).split(".")[0]!),
  )
}
