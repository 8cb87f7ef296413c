import { isDeepStrictEqual } from "node:util"

/** What an action changed in its target: the members that differ, as they were and as they are. */
export type Changes = { before: Record<string, unknown>; after: Record<string, unknown> }

export function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const only = (members: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, members[name]]))
  return { before: only(before), after: only(after) }
}
