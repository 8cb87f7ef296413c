// Compares two contracts as clients of each version see them.
import { contractOf } from "../../../src/contract/dated.ts"
import { NEWEST_VERSION, VERSIONS, type Version } from "../../../src/versions.ts"
import { type Json, resolve } from "../shared/document.ts"
import { type Change, compare } from "./compare.ts"

/** A change that clients of all versions see, or of these. What breaks only a version that is not released is `unreleased`. */
export type DatedChange = Omit<Change, "kind"> & { kind: Change["kind"] | "unreleased"; versions?: Version[] }

/** The versions that a contract has. */
export function versionsOf(contract: Json): Version[] {
  const { schema } = resolve(contract, contract.components?.parameters?.ServiceVersion) ?? {}
  return VERSIONS.map(({ date }) => date).filter((date) => schema?.enum?.includes(date))
}

/**
 * Returns all differences for clients of each version that the earlier contract has, and those of the whole contract, each once, the
 * breaking ones first.
 */
export function compareVersions(before: Json, after: Json, released: (version: Version) => boolean): DatedChange[] {
  const dates = versionsOf(before).filter((date) => date !== NEWEST_VERSION)
  const whole = compare(before, after)
  const found = new Map<string, { change: Change; versions: Version[] }>()
  const add = (version: Version, changes: Change[]) => {
    for (const change of changes) {
      const line = `${change.place}: ${change.text}`
      const known = found.get(line) ?? { change, versions: [] }
      found.set(line, { change: worse(known.change, change), versions: [...known.versions, version] })
    }
  }
  // Examples and texts are compared once, in the whole contract.
  for (const date of dates)
    add(
      date,
      compare(contractOf(before, date), contractOf(after, date)).filter(({ kind }) => kind !== "docs"),
    )
  add(NEWEST_VERSION, whole)
  const changes = [...found.values()].map(({ change, versions }): DatedChange => {
    const isOfAll = change.kind === "docs" || versions.length > dates.length
    const kind = change.kind === "breaking" && !versions.some(released) ? "unreleased" : change.kind
    return { ...change, kind, ...(isOfAll ? {} : { versions }) }
  })
  return changes.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}

const KINDS = ["breaking", "unreleased", "additive", "docs"]

/** A change may be breaking in one version and additive in another. */
const worse = (a: Change, b: Change): Change => (b.kind === "breaking" ? b : a)
