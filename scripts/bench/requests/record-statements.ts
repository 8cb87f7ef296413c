// Loaded into the service before its own code (node --import). It writes each statement that the service sends to Postgres to the file
// STATEMENTS, as one line of JSON. pgbench.ts makes a script from them.
import { appendFileSync } from "node:fs"
import pg from "pg"

/** A sent statement. Values are as in SQL literals. */
export type Sent = { text: string; values: (string | null)[] }

type Query = { text?: string; values?: unknown[] }

const file = process.env.STATEMENTS
const { query } = pg.Client.prototype

pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first, second] = args as [string | Query, unknown]
  const text = typeof first === "string" ? first : first.text
  const values = typeof first === "string" ? second : first.values
  if (text && file) write(file, text, Array.isArray(values) ? values : [])
  return (query as (...args: unknown[]) => unknown).apply(this, args)
} as typeof query

function write(file: string, text: string, values: unknown[]): void {
  const sent: Sent = { text, values: values.map(literal) }
  appendFileSync(file, `${JSON.stringify(sent)}\n`)
}

function literal(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
