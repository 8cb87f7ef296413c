// Known advisories, from the registry or from a copy of OSV's database.
import { existsSync, globSync, readFileSync } from "node:fs"
import path from "node:path"
import semver from "semver"
import { type Lock, nameOf } from "./lock.ts"
import { npmJson } from "./npm.ts"

/** `undefined` if the source could not be asked, with the reason. */
export type Advisories = { findings: string[] } | { findings: undefined; reason: string }

const SEVERE = ["high", "critical"]

type Via = { title: string; url: string; severity: string }
type AuditReport = { message?: string; vulnerabilities?: Record<string, { name: string; via: (string | Via)[] }> }

/** Asks the registry, which knows npm's advisories. Not every registry has this endpoint. */
export async function registryAdvisories(folder: string): Promise<Advisories> {
  const report: AuditReport = await npmJson(folder, ["audit", "--json"])
  if (!report.vulnerabilities) return { findings: undefined, reason: withoutAddress(report.message ?? "npm audit failed") }
  const findings = Object.values(report.vulnerabilities).flatMap(({ name, via }) =>
    via.flatMap((each) =>
      typeof each !== "string" && SEVERE.includes(each.severity)
        ? [`${name}: ${each.title} (${each.severity}, ${each.url})`]
        : [],
    ),
  )
  return { findings }
}

/** The address of a registry may be private, so logs must not contain it. */
const withoutAddress = (message: string) => message.replace(/ - \S+ https?:\S+|request to \S+ failed, reason: /g, "")

type Event = { introduced?: string; fixed?: string; last_affected?: string }
type Affected = {
  package: { ecosystem: string; name: string }
  ranges?: { type: string; events: Event[] }[]
  versions?: string[]
}
type Osv = {
  id: string
  summary?: string
  withdrawn?: string
  affected?: Affected[]
  database_specific?: { severity?: string }
}

/** Returns whether a version is in a range of OSV: from an `introduced` to the next `fixed` or `last_affected`, in order. */
function isIn(version: string, events: Event[]): boolean {
  let affected = false
  for (const { introduced, fixed, last_affected } of events) {
    if (introduced !== undefined && (introduced === "0" || semver.gte(version, introduced))) affected = true
    if (fixed !== undefined && semver.gte(version, fixed)) affected = false
    if (last_affected !== undefined && semver.gt(version, last_affected)) affected = false
  }
  return affected
}

const affects = ({ ranges = [], versions = [] }: Affected, version: string): boolean =>
  versions.includes(version) || ranges.some(({ type, events }) => type === "SEMVER" && isIn(version, events))

/**
 * Looks up the packages in a folder with OSV's records for npm, one JSON file each. A record without a severity counts, such as that of a
 * malicious package.
 */
export function osvAdvisories(folder: string, { packages }: Lock): Advisories {
  const files = existsSync(folder) ? globSync("**/*.json", { cwd: folder }) : []
  if (files.length === 0) return { findings: undefined, reason: `OSV_DATABASE has no records: ${folder}` }
  const shipped = Map.groupBy(
    Object.entries(packages).filter(([entry]) => entry !== ""),
    ([entry]) => nameOf(entry),
  )
  const findings = files.flatMap((file) => {
    const { id, summary = "no summary", withdrawn, affected = [], database_specific } = readRecord(path.join(folder, file))
    const severity = database_specific?.severity?.toLowerCase()
    if (withdrawn || (severity !== undefined && !SEVERE.includes(severity))) return []
    return affected.flatMap((each) => {
      if (each.package.ecosystem !== "npm") return []
      const installed = shipped.get(each.package.name) ?? []
      return installed
        .filter(([, { version }]) => affects(each, version))
        .map(([, { version }]) => `${each.package.name} ${version}: ${summary} (${severity ?? "no severity"}, ${id})`)
    })
  })
  return { findings }
}

const readRecord = (file: string): Osv => JSON.parse(readFileSync(file, "utf8"))
