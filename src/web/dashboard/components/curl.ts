type Call = {
  method: string
  /** Includes the query. */
  path: string
  body?: object | null
  /** The dated version that the request names. */
  version?: string | null
  /** Whether the command has an Idempotency-Key. The key is new, because the old one would only replay the response. */
  hasKey?: boolean
}

/** Returns the curl command of an API call. The API key is a shell variable, because no page contains a key. */
export function curlCommand(baseUrl: string, { method, path, body, version, hasKey = method === "POST" }: Call): string {
  const lines = [`"${baseUrl}${path}"`]
  if (method !== "GET") lines.push(`-X ${method}`)
  lines.push(`-H "Authorization: Bearer $VINTEM_KEY"`)
  if (version) lines.push(`-H "Service-Version: ${version}"`)
  if (hasKey) lines.push(`-H "Idempotency-Key: $(uuidgen)"`)
  if (body) lines.push(`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(body, null, 2))}`)
  return `curl ${lines.join(" \\\n  ")}`
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
