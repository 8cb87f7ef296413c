// Makes a pgbench script from the statements that the service really sends for one request.
//
// The texts stay unchanged. Each value becomes a variable, so pgbench sends it as a parameter, like the driver. A value that is new in each
// request (an id, an idempotency key) ends in a number that is new in each transaction. The number is the same wherever the value occurs.
import type { Sent } from "./record-statements.ts"

export type Script = { text: string; variables: Record<string, string>; statements: number }

/** How many characters at the end of an id are replaced with a number. The first ones of an id are its time, so ids keep their order. */
const DIGITS = 12
/** Ids, UUIDs and digests. */
const TOKEN = /[0-9A-Za-z_-]{20,}/g

/** Makes the script from the statements of several requests of the same kind. Throws if no two of them sent the same statements. */
export function scriptOf(requests: Sent[][]): Script {
  const [first, second] = twoAlike(requests)
  const variables: Record<string, string> = {}
  const fresh = freshTokens(first, second)
  const define = (value: string) => {
    const name = `v${Object.keys(variables).length}`
    variables[name] = value
    return `:${name}`
  }
  const expression = (value: string | null) => (value === null ? "NULL" : withFresh(value, fresh, define))
  const lines = first.map(({ text, values }) => {
    const named = text.replaceAll(/\$(\d+)/g, (_, number) => expression(values[Number(number) - 1] ?? null))
    return `${named.trim().replace(/;$/, "")};`
  })
  // A growing number for ids. A random one for keys that clients choose.
  const head = ["\\set n :n + 1", "\\set grows :n * 1000 + :client_id", `\\set random random(0, ${10 ** DIGITS - 1})`]
  return { text: `${[...head, ...lines].join("\n")}\n`, variables, statements: lines.length }
}

/** Returns two requests that sent the same texts, of the most common kind. Background work disturbed the others. */
function twoAlike(requests: Sent[][]): [Sent[], Sent[]] {
  const kinds = Object.values(Object.groupBy(requests, (sent) => JSON.stringify(sent.map(({ text }) => text)))) as Sent[][][]
  const [first, second] = kinds.sort((a, b) => b.length - a.length)[0] ?? []
  if (!first || !second || first.length === 0) throw new Error("no two requests sent the same statements")
  return [first, second]
}

/** Returns the tokens that only the first request has. Times are too short to be tokens. */
function freshTokens(first: Sent[], second: Sent[]): Set<string> {
  const tokens = (sent: Sent[]) => new Set(sent.flatMap(({ values }) => values.flatMap((value) => value?.match(TOKEN) ?? [])))
  return tokens(first).difference(tokens(second))
}

/** Returns an SQL expression for a value. The ends of fresh tokens are replaced. */
function withFresh(value: string, fresh: Set<string>, define: (value: string) => string): string {
  const parts: string[] = []
  let rest = 0
  for (const { 0: token, index } of value.matchAll(TOKEN)) {
    if (!fresh.has(token)) continue
    const end = index + token.length
    const number = token.includes("_") ? ":grows" : ":random"
    parts.push(define(value.slice(rest, end - DIGITS)), `lpad(${number}, ${DIGITS}, '0')`)
    rest = end
  }
  if (parts.length === 0) return define(value)
  if (rest < value.length) parts.push(define(value.slice(rest)))
  return `(${parts.join(" || ")})`
}
