import { basename } from "node:path"
import type { Mutant } from "./mutate.ts"
import type { Test } from "./tree.ts"

/**
 * Returns the tests that are named after the code. For `src/events/webhooks/claims.ts`, such a test is in a folder called events or
 * webhooks, or its name begins with events, webhooks or claims. These are few of the tests that run the code, and the likeliest to notice a
 * bug.
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
