import Sqlite from "better-sqlite3"
import pg from "pg"
import { sqliteFile } from "../../src/db/drivers/connect.ts"
import type { AnyStatement } from "../../src/db/statement.ts"
import { kind } from "../support/databases/databases.ts"

/** The SQL of a statement on the database of this run, on one line and without quotes. */
export function plainSql(statement: AnyStatement): string {
  return statement
    .compiled(kind === "postgres" ? "postgres" : "sqlite")
    .sql.replace(/["`]/g, "")
    .replace(/\s+/g, " ")
    .replaceAll("+?", "?")
    .trim()
}

/** The plan of each statement, on the database of this run. */
export async function plansOf(chosen: readonly AnyStatement[], url: string): Promise<string[]> {
  if (kind === "sqlite") {
    const database = new Sqlite(sqliteFile(url))
    const plans = chosen.map((statement) => planOf(database, statement.compiled("sqlite").sql).join("\n"))
    database.close()
    return plans
  }
  return explained(url, chosen)
}

export function planOf(database: Sqlite.Database, sql: string): string[] {
  const parameters = Array.from(sql.matchAll(/\?/g), () => null)
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { detail: string }[]
  return plan.map(({ detail }) => detail)
}

/**
 * The plans of Postgres. A scan or a sort is the cheapest plan for an empty table. With both off, only statements without an index still show
 * one.
 */
export async function explained(url: string, chosen: readonly AnyStatement[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("SET enable_seqscan = off; SET enable_sort = off")
    const plans: string[] = []
    for (const statement of chosen) {
      const { sql, withUsualLimit } = statement.compiled("postgres")
      const lines: string[] = []
      for (const each of withUsualLimit ? [sql, withUsualLimit.sql] : [sql]) {
        const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${each}`)
        lines.push(...rows.map((row) => row["QUERY PLAN"]))
      }
      plans.push(lines.join("\n"))
    }
    return plans
  } finally {
    await client.end()
  }
}
