import { WITHHELD } from "../../../http/kept-parameters.ts"

type Kept = {
  method: string
  path: string
  version: string | null
  idempotency_key: string | null
  parameters: Record<string, unknown> | null
}

/** A command that makes a request like one of the log. The key is taken from the environment, and what was not kept is named as such. */
export function curlOf({ method, path, version, idempotency_key, parameters }: Kept): string {
  const inQuery = method === "GET" || method === "DELETE"
  const lines = [`"$VINTEM_BASE_URL${path}${inQuery && parameters ? queryOf(parameters) : ""}"`]
  if (method !== "GET") lines.push(`-X ${method}`)
  lines.push(`-H "Authorization: Bearer $VINTEM_KEY"`)
  if (version) lines.push(`-H "Service-Version: ${version}"`)
  // With the old key, nothing would be done.
  if (idempotency_key !== null) lines.push(`-H "Idempotency-Key: $(uuidgen)"`)
  if (!inQuery && parameters)
    lines.push(`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(parameters, null, 2))}`)
  return `curl ${lines.join(" \\\n  ")}`
}

/** The names of the parameters whose value was not kept, or not all of it. */
export function withheldIn(parameters: Record<string, unknown> | null): string[] {
  const isWithheld = (value: unknown) => value === WITHHELD || (Array.isArray(value) && value.includes(WITHHELD))
  return Object.entries(parameters ?? {}).flatMap(([name, value]) => (isWithheld(value) ? [name] : []))
}

function queryOf(parameters: Record<string, unknown>): string {
  return `?${new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]))}`
}

/** A text that a shell takes as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
