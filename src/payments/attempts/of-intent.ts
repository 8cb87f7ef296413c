import { integer } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { LIMIT } from "../../db/statement.ts"
import { type AttemptRow, attempts } from "./table.ts"

const newestOf = attempts.find(["payment_intent", "account", { limit: integer() }], (rows) =>
  rows.orderBy("created", "desc").orderBy("id", "desc").limit(LIMIT),
)

/** The newest attempts of a payment intent, of every kind, newest first. */
export function newestAttemptsOf(
  db: Queries,
  { account, id }: { account: string; id: string },
  limit: number,
): Promise<AttemptRow[]> {
  return db.all(newestOf, { account, payment_intent: id, limit })
}
