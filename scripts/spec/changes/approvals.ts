// Accepted breaking changes. openapi-approvals.yaml lists each of them with a reason. The entry is part of the change itself.
import { isDeepStrictEqual } from "node:util"
import { loadAll } from "js-yaml"
import type { Change } from "./compare.ts"
import type { DatedChange } from "./versions.ts"

export const APPROVALS = "openapi-approvals.yaml"

export type Approval = { change: string; reason: string }

/** The line that identifies a change, in the report and in the list of approvals. */
export const lineOf = ({ place, text }: Pick<Change, "place" | "text">): string => `${place}: ${text}`

/** Returns the content of a file. Throws an error that names the file if it is not YAML. */
export const parsed = <T>(file: string, load: () => T): T => {
  try {
    return load()
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}

/** Reads the list of approvals. Throws if an entry is not a change with a reason (TODO is not one), or repeats another entry. */
export const readApprovals = (yaml: string): Approval[] => {
  const entries = (parsed(APPROVALS, () => loadAll(yaml)[0]) ?? []) as Approval[]
  if (!Array.isArray(entries)) throw new Error(`${APPROVALS} must be a list.`)
  for (const [index, entry] of entries.entries()) {
    const { change, reason, ...others } = entry ?? {}
    if (typeof change !== "string" || typeof reason !== "string" || Object.keys(others).length > 0)
      throw new Error(`${APPROVALS}: entry ${index + 1} must have a change and a reason, and nothing else.`)
    if (/^\s*($|(todo|tbd|fixme)\b)/i.test(reason)) throw new Error(`${APPROVALS}: "${change}" has no reason.`)
    if (entries.findIndex((other) => other.change === change) < index)
      throw new Error(`${APPROVALS}: "${change}" is listed twice.`)
  }
  return entries
}

export type Judged = {
  refused: DatedChange[]
  approved: (DatedChange & { reason: string })[]
  others: DatedChange[]
  /** Approvals of changes that do not happen. */
  stale: Approval[]
}

/** Decides which breaking changes are approved. An approval that the base already has approves nothing more. */
export const judge = (changes: DatedChange[], approvals: Approval[], approvedBefore: Approval[]): Judged => {
  const current = approvals.filter((approval) => !approvedBefore.some((earlier) => isDeepStrictEqual(earlier, approval)))
  const approvalOf = (change: DatedChange) => current.find((approval) => approval.change === lineOf(change))
  const breaking = changes.filter(({ kind }) => kind === "breaking")
  return {
    refused: breaking.filter((change) => !approvalOf(change)),
    approved: breaking.flatMap((change) => {
      const approval = approvalOf(change)
      return approval ? [{ ...change, reason: approval.reason }] : []
    }),
    others: changes.filter(({ kind }) => kind !== "breaking"),
    stale: current.filter((approval) => !breaking.some((change) => lineOf(change) === approval.change)),
  }
}
