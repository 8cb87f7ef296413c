// Writes docs/api-changelog.md: the additions of each dated version of the API. Usage: api-changelog.ts [file]
// `x-since` in openapi.yaml dates an operation, a parameter, a header, a schema or a member. Anything without it was there from the start.
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { CORRECTIONS, FIRST_GATE, VERSIONS } from "../src/versions.ts"
import { type Json, resolve } from "./spec/shared/document.ts"

type Addition = { since: string; name: string; description: string }

/** Returns a client's name for the part of the contract at these keys. */
const nameOf = (contract: Json, keys: string[]): string => {
  const node = keys.reduce((parent, key) => parent[key], contract)
  const [area, first, second] = keys as [string, string, string]
  if (area === "components") {
    const members = keys.slice(3).filter((key) => key !== "properties")
    if (first === "schemas") return `\`${[second, ...members].join(".")}\``
    if (first === "headers") return `the header \`${second.replace(/([a-z])([A-Z])/g, "$1-$2")}\``
    return first === "parameters" ? `the ${node.in} parameter \`${node.name}\`` : `the ${first.replace(/s$/, "")} \`${second}\``
  }
  if (area === "x-webhooks") return `the webhook \`${first}\``
  const operation = `\`${second.toUpperCase()} ${first}\``
  return node.in ? `the ${node.in} parameter \`${node.name}\` of ${operation}` : operation
}

const additionsIn = (contract: Json, node: Json = contract, keys: string[] = []): Addition[] => {
  if (node === null || typeof node !== "object") return []
  const inside = Object.entries(node).flatMap(([key, value]) => additionsIn(contract, value, [...keys, key]))
  const since = node["x-since"]
  if (typeof since !== "string") return inside
  if (!/^\d{4}-\d{2}-\d{2}$/.test(since) || since < VERSIONS[0].date)
    throw new Error(`${keys.join(".")}: x-since must be a date from ${VERSIONS[0].date} on.`)
  const text: string = node.summary ?? resolve(contract, node).description ?? ""
  return [{ since, name: nameOf(contract, keys), description: text.split(/\n\n/)[0]!.replaceAll("\n", " ").trim() }, ...inside]
}

const list = (additions: Addition[]): string =>
  additions.map(({ name, description }) => `- ${name}${description ? `: ${description}` : ""}`).join("\n")

const section = ({ date, description }: (typeof VERSIONS)[number], next: string | undefined, additions: Addition[]): string => {
  const isLater = (day: string) => day > date && (!next || day < next)
  const dates = [...new Set(additions.map(({ since }) => since))].sort()
  const corrected = Map.groupBy(CORRECTIONS, (correction) => correction.date)
  const on = (since: string) => list(additions.filter((addition) => addition.since === since))
  return [
    `## ${date}`,
    description,
    ...(dates.includes(date) ? [on(date)] : []),
    ...dates.filter(isLater).flatMap((since) => [`### Added on ${since}, to every version`, on(since)]),
    ...[...corrected]
      .filter(([day]) => isLater(day))
      .flatMap(([day, all]) => [
        `### Corrected on ${day}, in every version`,
        all.map(({ description }) => `- ${description}`).join("\n"),
      ]),
  ].join("\n\n")
}

const written = (): Json => load(readFileSync(path.resolve(import.meta.dirname, "../openapi.yaml"), "utf8"))

/** Returns the text of docs/api-changelog.md. */
export function apiChangelogPage(contract: Json = written()): string {
  const additions = additionsIn(contract)
  const sections = VERSIONS.map((version, index) => section(version, VERSIONS[index + 1]?.date, additions)).reverse()
  return `# Changelog of the API

What each version of the API brought, the newest first. Send the date of a version as \`Service-Version\`, or omit it to use the version of your key. From
${FIRST_GATE} on, what a version adds (operations, parameters, members, values) is for that version and later ones, and older dates go on as before. Only
corrections of what was not as specified come to every version. Until release 0.1, the newest version may still grow.

\`make generate\` writes this page from \`x-since\` in [openapi.yaml](../openapi.yaml) and from \`src/versions.ts\`.

${sections.join("\n\n")}
`
}

if (import.meta.main) {
  writeFileSync(process.argv[2] ?? path.resolve(import.meta.dirname, "../docs/api-changelog.md"), apiChangelogPage())
}
