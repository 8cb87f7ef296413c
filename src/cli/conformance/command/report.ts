import type { colored } from "../../shared/colors.ts"
import { groupOf } from "../check.ts"
import type { Report, Result } from "../run.ts"

export type Format = "text" | "json" | "junit"

/** Formats a report. Colors are for a terminal. */
export function written(report: Report, format: Format, paint: typeof colored = (_, text) => text): string {
  if (format === "json") return JSON.stringify(report, null, 2)
  return format === "junit" ? asJunit(report) : asText(report, paint)
}

function asText(report: Report, paint: typeof colored): string {
  const { server, contract, passed, failed, not_tried, coverage, checks } = report
  return [
    `${server}, compared with the contract of ${contract}`,
    ...checks.filter(({ result }) => result !== "passed").map((result) => `\n${asLines(result, paint)}`),
    "",
    `${coverage.seen} of ${coverage.documented} documented responses were seen (operations × statuses). Not seen:`,
    ...notSeen(report),
    "",
    `${passed} passed, ${failed} failed, ${not_tried} not tried`,
  ].join("\n")
}

/** Describes a result that failed or was not tried, in words. */
function asLines(result: Result, paint: typeof colored): string {
  const { id, title, rule } = result
  if (result.result === "passed") return ""
  if (result.result === "not_tried") return `${paint("yellow", "not tried")} ${id}\n  ${result.reason}`
  const { expected, seen, curl } = result
  const lines = [`expected  ${expected}`, `seen      ${seen}`, `rule      ${rule}`, ...(curl ? [`again     ${curl}`] : [])]
  return [`${paint("red", "failed")} ${id}: ${title}`, ...lines.map((line) => `  ${line}`)].join("\n")
}

/** One line for each status. */
function notSeen({ coverage }: Report): string[] {
  const groups = Map.groupBy(coverage.not_seen, ({ status, reason }) => `${status}: ${reason}`)
  return [...groups].sort().map(([about, unseen]) => {
    const names = unseen.map(({ operation }) => operation)
    const shown = names.length > 5 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ")
    return `  ${about} (${shown})`
  })
}

function asJunit({ server, passed, failed, not_tried, checks }: Report): string {
  const total = passed + failed + not_tried
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`vintem conformance of ${server}`)}" tests="${total}" failures="${failed}" skipped="${not_tried}">`,
    ...[...Map.groupBy(checks, groupOf)].map(([group, results]) => asSuite(group, results)),
    "</testsuites>",
  ].join("\n")
}

function asSuite(group: string, results: Result[]): string {
  const count = (wanted: Result["result"]) => results.filter(({ result }) => result === wanted).length
  const counts = `tests="${results.length}" failures="${count("failed")}" skipped="${count("not_tried")}"`
  return [`  <testsuite name="${xml(group)}" ${counts}>`, ...results.map(asCase), "  </testsuite>"].join("\n")
}

function asCase(result: Result): string {
  const { id, title, duration_ms } = result
  const opening = `    <testcase classname="${xml(id)}" name="${xml(title)}" time="${duration_ms / 1000}"`
  if (result.result === "passed") return `${opening}/>`
  const inner =
    result.result === "not_tried"
      ? `<skipped message="${xml(result.reason)}"/>`
      : `<failure message="${xml(`expected ${result.expected}, saw ${result.seen}`)}">${xml(asLines(result, (_, text) => text))}</failure>`
  return `${opening}>${inner}</testcase>`
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Escapes a text for XML. XML cannot express most control characters. */
function xml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "\uFFFD").replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
