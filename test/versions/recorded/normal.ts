// What the service answers in the story, without what differs each time: ids and secrets have numbers in the order in which they appear.
import type { Received } from "../../../scripts/examples/receiver.ts"

export type Sent = { request: string; status: number; headers: Record<string, string>; text: string; webhooks: Received[] }

/** An answer, and the webhooks that were delivered with it. */
export type Answer = { request: string; status: number; headers: string[]; body: string; webhooks?: string[] }

/** Two requests to the document of the API differ in its texts. `make spec` compares it with its own past at each date. */
const DOCUMENT = /^GET \/v1\/openapi\.json/

const HEADERS =
  /^(allow|content-type|cache-control|idempotent-replayed|location|ratelimit-.*|retry-after|service-.*|www-authenticate|access-control-.*|vary)$/

/** Only another value of these, or none, is written down. */
const USUAL = ["cache-control: no-store", "content-type: application/json; charset=utf-8", "service-version: {version}"]

/** Returns the answers in the order of their requests. `version` is the one that they should name. */
export function normalized(all: readonly Sent[], version: string): Answer[] {
  const named = numbers()
  return all.map(({ request, status, headers, text, webhooks }) => {
    const shown = headersOf(headers, version)
    const body = DOCUMENT.test(request) ? "" : named(withoutMessage(text))
    const sorted = webhooks.map(bodyOf).sort((a, b) => (withoutIds(a) < withoutIds(b) ? -1 : 1))
    const received = sorted.map(named)
    return { request, status, headers: shown, body, ...(received.length > 0 && { webhooks: received }) }
  })
}

function headersOf(headers: Record<string, string>, version: string): string[] {
  const kept = Object.entries(headers).filter(([name]) => HEADERS.test(name))
  const lines = kept.map(([name, value]) =>
    `${name}: ${value}`
      .replace(`service-version: ${version}`, "service-version: {version}")
      // Where waits expire at once, the windows of the rate limit do too.
      .replace(/^(ratelimit-remaining): \d+$/, "$1: {number}"),
  )
  const missing = USUAL.filter((usual) => !lines.includes(usual)).map((usual) => `not ${usual}`)
  return [...lines.filter((line) => !USUAL.includes(line)), ...missing].sort()
}

const bodyOf = ({ url, headers, body }: Received) => `${url} ${headers["content-type"]} ${JSON.stringify(body)}`

/** The message of an error is for people, and may change. */
const withoutMessage = (text: string) =>
  text.startsWith('{"error":') ? text.replace(/"message":"(?:[^"\\]|\\.)*"/, '"message":"…"') : text

const ID = /\b([a-z]+)_[0-9A-Za-z]{25}\b/g
const withoutIds = (text: string) => text.replace(ID, "$1_")

/** Returns a function that replaces each id, secret and link by its number, and random numbers in codes of PIX and boleto. */
function numbers(): (text: string) => string {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  const nameOf = (text: string, kind: string) => {
    const name = known.get(text) ?? `${kind}_#${(counts.get(kind) ?? 0) + 1}`
    if (!known.has(text)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    known.set(text, name)
    return name
  }
  return (text) =>
    text
      .replace(/\breq_[0-9A-Za-z]{25}\b/g, "req_#")
      .replace(/\b(whsec)_\w+/g, nameOf)
      .replace(/\/(pay)\/[0-9A-Za-z]{22}\b/g, nameOf)
      .replace(ID, nameOf)
      .replace(/(?<=br\.gov\.bcb\.pix0136)[0-9a-f-]{36}/g, "{key}")
      .replace(/(?<=62\d\d05\d\d)\w+6304[0-9A-F]{4}"/g, '{txid}6304{crc}"')
      .replace(/(?<="line_code":"\d{9})\d{24}/g, "{number}")
}
