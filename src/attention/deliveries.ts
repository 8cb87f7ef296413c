import type { Knex } from "knex"
import { isPostgres } from "../db/dialect.ts"
import { LIMIT, statement } from "../db/statement.ts"
import type { DeliveryRow, LastAttempt } from "../events/webhooks/deliveries.ts"
import { IS_LIVING, stepsThrough } from "../events/webhooks/targets.ts"
import type { AttentionKind, Source } from "./item.ts"

/** The status is part of the SQL, because the index on it is partial. */
const DEAD = "status = 'dead_letter' AND replaced_by IS NULL"

/** The endpoints and integrations that still exist and have dead letters. The dead letters of deleted ones are not read. */
const LIVING = `WITH RECURSIVE ${stepsThrough(DEAD)}, living AS (SELECT target FROM step WHERE ${IS_LIVING})`

const COLUMNS = ["id", "account", "created", "target", "message", "last_attempt"] as const
type Row = Pick<DeliveryRow, (typeof COLUMNS)[number]>

/**
 * The oldest dead letters to some targets. The order names all columns of the index, so that Postgres does not sort all dead letters of a
 * target. SQLite has no LATERAL, and reads the rows again by their ids.
 */
const oldestTo = (k: Knex) => {
  const columnsOf = (table: string) => COLUMNS.map((name) => `${table}.${name}`).join(", ")
  const ofTarget = (what: string) =>
    `SELECT ${what} FROM deliveries AS dead
     WHERE ${DEAD} AND (dead.target, dead.id) > (living.target, '') AND (dead.target, dead.id) < (living.target, 'wd_~')
     ORDER BY dead.target, dead.id LIMIT :limit`
  const letters = isPostgres(k)
    ? `CROSS JOIN LATERAL (${ofTarget(columnsOf("dead"))}) AS letter`
    : `CROSS JOIN deliveries AS letter WHERE letter.id IN (${ofTarget("dead.id")})`
  return `SELECT ${columnsOf("letter")} FROM living ${letters} ORDER BY letter.id LIMIT :limit`
}
const listAll = statement<Row, "limit">((k) => k.raw(`${LIVING} ${oldestTo(k)}`, { limit: LIMIT }))
const listOfAccount = statement<Row, "account" | "limit">((k, p) =>
  k.raw(
    `WITH living AS (
       SELECT id AS target FROM webhook_endpoints WHERE account = :account
       UNION ALL SELECT id FROM integrations WHERE account = :account AND active
     ) ${oldestTo(k)}`,
    { account: p.account, limit: LIMIT },
  ),
)

/** Counts one target after the other. Otherwise Postgres would also read the dead letters of deleted targets. */
const count = statement<{ kind: AttentionKind; size: number }, "limit">((k) =>
  k.raw(
    `${LIVING}, counted AS (
       SELECT (
         SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE ${DEAD} AND target = living.target LIMIT :limit) AS letter
       ) AS size FROM living
     )
     SELECT 'delivery_dead_letter' AS kind, CAST(coalesce(sum(size), 0) AS bigint) AS size FROM counted`,
    { limit: LIMIT },
  ),
)

/** Webhooks and messages to integrations that were not accepted and not sent again. */
export const deadLetters: Source = {
  list: async (db, { account, limit }) =>
    (await (account === null ? db.all(listAll, { limit }) : db.all(listOfAccount, { account, limit }))).map(
      ({ id, account, created, target, message, last_attempt }) => {
        const last = last_attempt === null ? null : (JSON.parse(last_attempt) as LastAttempt)
        return {
          id,
          kind: "delivery_dead_letter",
          account,
          since: last?.at ?? created,
          payment_intent: null,
          refund: null,
          amount: null,
          currency: null,
          message: `${target} did not accept ${message} (${reasonOf(last)}). Once it does, run 'vintem deliveries replay ${id}'.`,
        }
      },
    ),
  count: (db, { limit }) => db.all(count, { limit }),
}

function reasonOf(last: LastAttempt | null): string {
  return last?.error ?? (last ? `HTTP ${last.http_status}` : "no attempt")
}
