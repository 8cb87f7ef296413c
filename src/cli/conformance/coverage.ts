// The documented responses that a run has seen, and why it has not seen the others.
import type { Version } from "../../versions.ts"
import { operationsAt } from "./contract/operations.ts"

export type Unseen = { operation: string; status: number; reason: string }
export type Coverage = { documented: number; seen: number; not_seen: Unseen[] }

const REASONS: Record<number, string> = {
  402: "the checks that cause it were not chosen",
  403: "needs --publishable-key or --restricted-key-file",
  409: "needs two requests that meet inside the server",
  429: "the run stayed below the rate limit",
  500: "a server that works does not return it",
  503: "a server that works does not return it",
}

/** Compares the seen responses, such as `createCustomer 201`, with those of a version of the contract. */
export function coverageOf(seen: ReadonlySet<string>, version: Version): Coverage {
  const documented = operationsAt(version).flatMap(({ id, responses }) =>
    Object.keys(responses).map((status) => ({ operation: id, status: Number(status) })),
  )
  const missing = documented.filter(({ operation, status }) => !seen.has(`${operation} ${status}`))
  const reasonOf = (status: number) => REASONS[status] ?? "no check that ran causes it"
  return {
    documented: documented.length,
    seen: documented.length - missing.length,
    not_seen: missing.map((each) => ({ ...each, reason: reasonOf(each.status) })),
  }
}
