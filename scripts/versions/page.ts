// Writes docs/versions.md: what clients of each version meet.
import { readFileSync } from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { VERSIONS } from "../../src/versions.ts"
import { type Json, operations } from "../spec/shared/document.ts"
import { type Gate, gatesOf, nameOf } from "./gates.ts"

/** What a request gets from a version that lacks something. */
const LACKS: Record<Gate["kind"], string> = {
  path: "404",
  method: "405",
  "query parameter": "`parameter_unknown`",
  "query value": "`parameter_invalid`",
  "request member": "`parameter_unknown`",
  "request value": "`parameter_invalid`",
  "response member": "absent",
  "response value": "another value",
  "event type": "not sent",
}

const written = (): Json => load(readFileSync(path.resolve(import.meta.dirname, "../../openapi.yaml"), "utf8"))

/** Returns the text of docs/versions.md. */
export function versionsPage(contract: Json = written()): string {
  const keyless = new Set(operations(contract).flatMap(({ needsKey, value }) => (needsKey ? [] : [value.operationId])))
  const row = (gate: Gate) => {
    const cells = VERSIONS.map(({ date }) => (date >= gate.since || keyless.has(gate.operation?.id) ? "yes" : LACKS[gate.kind]))
    return `| ${[nameOf(gate), gate.kind, ...cells].join(" | ")} |`
  }
  return `# What each version has

Each row is something that a version of the API added, and what clients of each version meet. An operation without a key has no version, so it has all.
The [changelog of the API](api-changelog.md) says what the additions are for. \`test/versions/table.sqlite.test.ts\` tries the rows about requests and
responses.

\`make generate\` writes this page from \`x-since\` and \`x-values-since\` in [openapi.yaml](../openapi.yaml).

| What | Kind | ${VERSIONS.map(({ date }) => date).join(" | ")} |
|---|---|${VERSIONS.map(() => "---|").join("")}
${gatesOf(contract).map(row).join("\n")}
`
}
