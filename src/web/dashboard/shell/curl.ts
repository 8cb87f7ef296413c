type Call = {
  method: string
  /** With its query. */
  path: string
  body?: object | null
  /** The dated version that the request asks for. */
  version?: string | null
  /** Whether it has an Idempotency-Key, which is a new one: with an old key, nothing would be done. */
  hasKey?: boolean
}

/** The curl command of a call to the API, to be copied. The API key is a variable of the shell: no page has one. */
export function curlOf(baseUrl: string, { method, path, body, version, hasKey = method === "POST" }: Call): string {
  const lines = [`"${baseUrl}${path}"`]
  if (method !== "GET") lines.push(`-X ${method}`)
  lines.push(`-H "Authorization: Bearer $VINTEM_KEY"`)
  if (version) lines.push(`-H "Service-Version: ${version}"`)
  if (hasKey) lines.push(`-H "Idempotency-Key: $(uuidgen)"`)
  if (body) lines.push(`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(body, null, 2))}`)
  return `curl ${lines.join(" \\\n  ")}`
}

/** A text that a shell takes as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
