import { integer } from "../db/columns.ts"
import { isPostgres, unindexed } from "../db/dialect.ts"
import { isHere } from "../db/here.ts"
import type { Sql } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import { type DeliveryRow, deliveries, type LastAttempt } from "../events/webhooks/tables.ts"
import { IS_LIVING, targetsOf } from "../events/webhooks/targets.ts"
import type { AttentionKind, Source } from "./item.ts"

/** The status is part of the SQL, because the index on it is partial. */
const DEAD = "status = 'dead_letter' AND replaced_by IS NULL"

/** The endpoints and integrations that still exist and have dead letters. The dead letters of deleted ones are not read. */
const living = (k: Sql) =>
  `WITH RECURSIVE ${targetsOf(DEAD, "id")}, living AS (SELECT account, target FROM found WHERE ${IS_LIVING} AND ${isHere(k, "found.account")})`

const COLUMNS = ["id", "account", "created", "target", "message", "last_attempt"] as const
type Row = Pick<DeliveryRow, (typeof COLUMNS)[number]> & { size: number }

/** How many dead letters of an endpoint or integration are counted. */
const MAX_COUNTED_LETTERS = 1000

/**
 * The oldest dead letter to each of some targets, with their number. The order names all columns of the index, so that Postgres does not
 * sort all dead letters of a target. SQLite has no LATERAL, and reads the rows again by their ids.
 */
const oldestTo = (k: Sql) => {
  const columnsOf = (table: string) => COLUMNS.map((name) => `${table}.${name}`).join(", ")
  const ofTarget = (what: string) =>
    `SELECT ${what} FROM deliveries AS dead
     WHERE ${unindexed("dead.account")} = living.account AND ${DEAD} AND (dead.target, dead.id) > (living.target, '') AND (dead.target, dead.id) < (living.target, 'wd_~')
     ORDER BY dead.target, dead.id LIMIT 1`
  const letters = isPostgres(k)
    ? `CROSS JOIN LATERAL (${ofTarget(columnsOf("dead"))}) AS letter`
    : `CROSS JOIN deliveries AS letter WHERE letter.account = living.account AND letter.id IN (${ofTarget("dead.id")})`
  const size = `(SELECT count(*) FROM (
    SELECT 1 FROM deliveries WHERE ${unindexed("account")} = living.account AND ${DEAD} AND target = living.target
    LIMIT ${MAX_COUNTED_LETTERS + 1}) AS counted) AS size`
  return `SELECT ${columnsOf("letter")}, ${size} FROM living ${letters} ORDER BY letter.id LIMIT :limit`
}
const listAll = deliveries.statement([{ limit: integer() }], (_, _p, k) =>
  k.raw<Row>(`${living(k)} ${oldestTo(k)}`, { limit: LIMIT }),
)
const listOfAccount = deliveries.statement(["account", { limit: integer() }], (_, p, k) =>
  k.raw<Row>(
    `WITH living AS (
       SELECT account, id AS target FROM webhook_endpoints WHERE account = :account
       UNION ALL SELECT account, id FROM integrations WHERE account = :account AND active
     ) ${oldestTo(k)}`,
    { account: p.account, limit: LIMIT },
  ),
)

/** An item is an endpoint or integration, so that thousands of dead letters are one thing to do. */
const count = deliveries.statement([{ limit: integer() }], (_, _p, k) =>
  k.raw<{ kind: AttentionKind; size: number }>(
    `${living(k)} SELECT 'delivery_dead_letter' AS kind, count(*) AS size FROM (SELECT 1 FROM living LIMIT :limit) AS found`,
    {
      limit: LIMIT,
    },
  ),
)

/** Endpoints and integrations that did not accept deliveries which were not sent again. */
export const deadLetters: Source = {
  list: async (db, { account, limit }) =>
    (await (account === null ? db.all(listAll, { limit }) : db.all(listOfAccount, { account, limit }))).map((row) => {
      const { id, account, created, target, last_attempt: last, size } = row
      const letters = { count: Math.min(size, MAX_COUNTED_LETTERS), more: size > MAX_COUNTED_LETTERS, oldest: id }
      return {
        id: target,
        kind: "delivery_dead_letter",
        account,
        since: last?.at ?? created,
        payment_intent: null,
        refund: null,
        amount: null,
        currency: null,
        message: messageOf(row, last, letters),
        letters,
      }
    }),
  count: (db, { limit }) => db.all(count, { limit }),
}

function messageOf(
  { id, target, message }: Row,
  last: LastAttempt | null,
  { count, more }: { count: number; more: boolean },
): string {
  if (count === 1)
    return `${target} did not accept ${message} (${reasonOf(last)}). Once it does, run 'vintem deliveries replay ${id}'.`
  const number = more ? `more than ${count}` : count
  return (
    `${target} did not accept ${number} deliveries, the oldest of ${message} (${reasonOf(last)}). Once it does, send them again ` +
    `on its page in the dashboard, or one after the other, the oldest with 'vintem deliveries replay ${id}'.`
  )
}

function reasonOf(last: LastAttempt | null): string {
  return last?.error ?? (last ? `HTTP ${last.http_status}` : "no attempt")
}
