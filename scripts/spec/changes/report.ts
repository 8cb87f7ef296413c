// The report on a contract: sections of lines, as plain text, as Markdown for a pull request, and as a web page.
import { dump } from "js-yaml"
import { NEWEST_VERSION } from "../../../src/versions.ts"
import { APPROVALS, type Approval, type Judged, lineOf } from "./approvals.ts"
import type { DatedChange } from "./versions.ts"

/** Without a comparison there is no earlier contract. */
export type Report = {
  lint: { passed: boolean; output: string }
  comparison: ({ base: string } & Judged) | { problem: string } | undefined
}

type Line = { text: string; reaches: string[]; versions?: string[]; reason?: string; diff?: string[] }
type Section = { title: string; lines: Line[]; failed?: boolean; code?: string }

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

const lines = (changes: (DatedChange & { reason?: string })[]): Line[] =>
  changes.map(({ reaches, versions, reason, diff, ...change }) => ({ text: lineOf(change), reaches, versions, reason, diff }))

/** Returns the notes below a line. They name at most `most` of the affected operations. */
const notes = ({ reaches, versions, reason }: Line, most: number): string[] => {
  const more = reaches.length - most
  return [
    ...(reaches.length > 0 ? [`reaches ${reaches.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`] : []),
    ...(versions ? [`for clients of ${versions.join(", ")}`] : []),
    ...(reason ? [`approved: ${reason.trim()}`] : []),
  ]
}

/** Returns entries to copy into the list of approvals. */
const entries = (changes: DatedChange[]): string =>
  dump(
    changes.map((change) => ({ change: lineOf(change), reason: "" })),
    { lineWidth: -1 },
  )

const compared = ({ refused, approved, others, stale }: Judged): Section[] => {
  const of = (kind: string) => others.filter((change) => change.kind === kind)
  const listed = (list: Approval[]): Line[] => list.map(({ change }) => ({ text: change, reaches: [] }))
  const code = `To approve, add to ${APPROVALS} and write the reason:\n\n${entries(refused)}`
  return [
    { title: `${plural(refused.length, "breaking change")} without approval`, lines: lines(refused), failed: true, code },
    { title: `${plural(approved.length, "approved breaking change")}`, lines: lines(approved) },
    {
      title: `${plural(stale.length, "approval")} that ${stale.length === 1 ? "matches" : "match"} no change`,
      lines: listed(stale),
      failed: true,
    },
    {
      title: `${plural(of("unreleased").length, "breaking change")} of ${NEWEST_VERSION} alone, which is not released`,
      lines: lines(of("unreleased")),
    },
    { title: `${plural(of("additive").length, "additive change")}`, lines: lines(of("additive")) },
    { title: `${plural(of("docs").length, "change")} of texts and examples`, lines: lines(of("docs")) },
  ].filter((section) => section.lines.length > 0)
}

const sections = ({ lint, comparison }: Report): Section[] => {
  const first: Section = lint.passed
    ? { title: "Lint found no problem", lines: [] }
    : { title: "Lint failed", lines: [], failed: true, code: lint.output }
  if (!comparison) return [first, { title: "Not compared, as there is no earlier contract", lines: [] }]
  if ("problem" in comparison) return [first, { title: "Not compared", lines: [], failed: true, code: comparison.problem }]
  const changes = compared(comparison)
  return [first, ...(changes.length > 0 ? changes : [{ title: "No changes", lines: [] }])]
}

/** Returns whether the contract may be merged. */
export const passes = (report: Report): boolean => !sections(report).some(({ failed }) => failed)

const heading = ({ comparison }: Report): string =>
  comparison && "base" in comparison ? `openapi.yaml compared with ${comparison.base}` : "openapi.yaml"

export const asText = (report: Report): string => {
  const blocks = sections(report).map(({ title, lines, code }) =>
    [
      lines.length > 0 ? `${title}:` : `${title}.`,
      ...lines.flatMap((line) => [`  ${line.text}`, ...[...notes(line, 3), ...(line.diff ?? [])].map((note) => `      ${note}`)]),
      ...(code ? ["", code.trimEnd()] : []),
    ].join("\n"),
  )
  return [heading(report), ...blocks].join("\n\n")
}

export const asMarkdown = (report: Report): string => {
  const blocks = sections(report).map(({ title, lines, failed, code }) =>
    [
      `### ${failed ? "❌ " : ""}${title}`,
      lines
        .map((line) =>
          [
            `- \`${line.text.replaceAll("`", "'")}\``,
            ...notes(line, 3).map((note) => `  <br>${note}`),
            // Four backticks, because the text may have a block of its own.
            ...(line.diff ? ["", "  ````diff", ...line.diff.map((each) => `  ${each}`), "  ````"] : []),
          ].join("\n"),
        )
        .join("\n"),
      code ? `\`\`\`\`\n${code.trimEnd()}\n\`\`\`\`` : "",
    ]
      .filter(Boolean)
      .join("\n\n"),
  )
  return `${[`## ${heading(report)}`, ...blocks].join("\n\n")}\n`
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]!)

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
  li { margin: .4rem 0 } code { font-size: .9rem } small { display: block; opacity: .75 }
  .failed h2 { color: #d1242f } pre { overflow: auto; padding: 1rem; border: 1px solid #8884; border-radius: 6px }`

export const asPage = (report: Report): string => {
  const blocks = sections(report).map(({ title, lines, failed, code }) => {
    const items = lines.map(
      (line) =>
        `<li><code>${escaped(line.text)}</code>${notes(line, Infinity)
          .map((note) => `<small>${escaped(note)}</small>`)
          .join("")}${line.diff ? `<pre>${escaped(line.diff.join("\n"))}</pre>` : ""}</li>`,
    )
    return `<section${failed ? ' class="failed"' : ""}>
  <h2>${escaped(title)}</h2>
  ${items.length ? `<ul>\n${items.join("\n")}\n</ul>` : ""}
  ${code ? `<pre>${escaped(code)}</pre>` : ""}
</section>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(heading(report))}</title>
<style>${STYLE}
</style>
<h1>${escaped(heading(report))}</h1>
${blocks.join("\n")}
</html>
`
}
