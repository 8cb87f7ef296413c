import { createHash } from "node:crypto"
import type { Statement } from "../../../src/db/statement.ts"

/** Plain SQL without parameters, for statements that the product does not have. */
export function sql<Row>(text: string): Statement<Row> {
  return { compiled: () => ({ name: createHash("sha256").update(text).digest("hex").slice(0, 32), sql: text, bind: () => [] }) }
}
