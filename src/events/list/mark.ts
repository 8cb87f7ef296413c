import type { Queries } from "../../db/database.ts"
import { events } from "./table.ts"

/** Events without a place in their list are few. If there are more, a mark changes when they get their places. */
const MOST_UNLISTED = 1000

const countEvents = events.statement(["account"], (_, p, k) =>
  k.raw<{ events: number }>(
    `SELECT coalesce((SELECT last_seq FROM event_lists WHERE account = ?), 0) +
       (SELECT count(*) FROM (SELECT id FROM events WHERE account = ? AND seq IS NULL LIMIT ${MOST_UNLISTED}) AS unlisted) AS events`,
    [p.account, p.account],
  ),
)

/** A text that changes with each event of an account. It can be requested often, because it writes nothing and reads little. */
export async function eventMark(db: Queries, account: string): Promise<string> {
  return String((await db.only(countEvents, { account })).events)
}
