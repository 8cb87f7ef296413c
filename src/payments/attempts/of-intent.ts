import type { Queries } from "../../db/database.ts"
import { LIMIT, statement } from "../../db/statement.ts"
import type { AttemptRow } from "./table.ts"

const newestOf = statement<AttemptRow, "account" | "payment_intent" | "limit">((k, p) =>
  k("attempts")
    .where({ payment_intent: p.payment_intent, account: p.account })
    .orderBy("created", "desc")
    .orderBy("id", "desc")
    .limit(LIMIT),
)

/** The newest attempts of a payment intent, of every kind, newest first. */
export function newestAttemptsOf(
  db: Queries,
  { account, id }: { account: string; id: string },
  limit: number,
): Promise<AttemptRow[]> {
  return db.all(newestOf, { account, payment_intent: id, limit })
}
