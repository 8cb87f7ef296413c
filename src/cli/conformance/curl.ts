import type { Sent } from "./expect.ts"
import type { OtherKeys } from "./session.ts"

/** A longer body is described instead. */
const MAX_BODY = 2000

type Keys = { key: string; keys: OtherKeys }

/** Returns the command that sends a request again. It reads keys from variables, so no report contains a key. */
export function curlOf(baseUrl: string, { method, path, headers, body }: Sent, known: Keys): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${headerOf(name, value, known)}`)
  return ["curl -i", `-X ${method}`, single(baseUrl + path), ...lines, ...bodyOf(body)].join(" ")
}

function headerOf(name: string, value: string, { key, keys: { restricted } }: Keys): string {
  const [scheme, credentials = ""] = value.split(" ")
  if (credentials === key) return `"${name}: ${scheme} $VINTEM_KEY"`
  if (credentials === restricted) return `"${name}: ${scheme} $VINTEM_RESTRICTED_KEY"`
  if (scheme !== "Basic") return single(`${name}: ${value}`)
  const [, password] = Buffer.from(credentials, "base64").toString().split(":")
  return `"${name}: Basic $(printf %s "$VINTEM_KEY:${password}" | base64 -w 0)"`
}

function bodyOf(body: string | undefined): string[] {
  if (body === undefined) return []
  if (body.length <= MAX_BODY) return [`--data-binary ${single(body)}`]
  return [`--data-binary @- # ${body.length} characters: ${body.slice(0, 40)}…`]
}

const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
