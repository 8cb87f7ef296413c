import type { Dialect } from "../../../src/db/statement.ts"
import { statements } from "../../support/databases/every-statement.ts"

export const DIALECTS: readonly Dialect[] = ["sqlite", "postgres"]

export const fileOf = (dialect: Dialect) => `test/db/statements/${dialect}.sql`

/** The SQL of every statement of the program, a line each, in alphabetical order. */
export function sqlOfAll(dialect: Dialect): string {
  const lines = new Set(statements.map((statement) => statement.compiled(dialect).sql.replace(/\s+/g, " ").trim()))
  return `${[...lines].sort().join("\n")}\n`
}
