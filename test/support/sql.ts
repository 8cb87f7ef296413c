import type { Statement } from "../../src/db/statement.ts"

/** Plain SQL without parameters, for statements that the product does not have. */
export function sql<Row>(text: string): Statement<Row> {
  return { compiled: () => ({ name: text.slice(0, 60), sql: text, bind: () => [] }) }
}
