// Searches for plaintext secrets: in every file of a server's data, in whole Postgres databases, and in logs.
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import type { Databases } from "../databases/databases.ts"
import { readElsewhere } from "./read-elsewhere.ts"

/** Returns each occurrence as "place: canary". */
export async function findCanaries(
  canaries: string[],
  databases: Databases,
  texts: Record<string, string> = {},
): Promise<string[]> {
  const places = new Map(Object.entries(texts))
  for (const file of filesUnder(databases.directory)) places.set(file, readElsewhere(file))
  for (const mode of ["test", "live"] as const) {
    const url = databases.env[`${mode.toUpperCase()}_DATABASE_URL`]
    if (url?.startsWith("postgres")) for (const [table, text] of await contentsOf(url)) places.set(`${mode} ${table}`, text)
  }
  return [...places].flatMap(([place, text]) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${place}: ${canary}`),
  )
}

function filesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((file) => statSync(file).isFile())
}

async function contentsOf(url: string): Promise<[string, string][]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
    const found: [string, string][] = []
    for (const { table_name: table } of rows) {
      const { rows: lines } = await client.query(`SELECT row_to_json(t)::text AS line FROM "${table}" t`)
      found.push([`table ${table}`, lines.map(({ line }) => line).join("\n")])
    }
    return found
  } finally {
    await client.end()
  }
}
