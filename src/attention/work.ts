import { id, integer } from "../db/columns.ts"
import { isHere } from "../db/here.ts"
import { nowMs } from "../db/now.ts"
import { LIMIT } from "../db/statement.ts"
import { CAPTURE_FAILED, type FailingWorkRow, failingWork } from "../jobs/table.ts"
import { ORDERED } from "./attempts.ts"
import type { AttentionKind, Source } from "./item.ts"

/** How long a due item may fail before it needs a person. */
const MAX_FAILING_MS = 10 * 60_000
/**
 * A single failure may already be over, because some work is retried only after an hour. So it takes two failures. A charge of a
 * subscription that was refused before it was sent is retried days later, so it is listed at once, and so is money that never arrives.
 */
const FAILING = `NOT failing_work.resolved AND (failing_work.kind IN ('charge_subscription', '${CAPTURE_FAILED}')
  OR failing_work.failures > 1 AND failing_work.since_ms <= :now - ${MAX_FAILING_MS})`

type Row = Pick<FailingWorkRow, "item" | "account" | "since_ms" | "failures"> & {
  work: FailingWorkRow["kind"]
  error: FailingWorkRow["message"]
  payment_intent: string | null
  refund: string | null
  amount: number | null
  currency: string | null
}

/** If an item is an attempt or a charge of a subscription, its payment is listed as well. */
const list = failingWork.statement([{ account: id().nullable(), limit: integer() }], (_, p, k) =>
  k.raw<Row>(
    `SELECT failing_work.kind AS work, failing_work.item, failing_work.account, failing_work.since_ms, failing_work.failures,
       failing_work.message AS error, payment_intents.id AS payment_intent, attempts.refund, ${ORDERED}
     FROM failing_work LEFT JOIN attempts
       ON attempts.account = failing_work.account AND attempts.id = failing_work.item AND failing_work.kind IN ('call_acquirer', '${CAPTURE_FAILED}')
     LEFT JOIN subscriptions
       ON subscriptions.account = failing_work.account AND subscriptions.id = failing_work.item AND failing_work.kind = 'charge_subscription'
     LEFT JOIN payment_intents ON payment_intents.account = failing_work.account
       AND payment_intents.id = coalesce(attempts.payment_intent, subscriptions.latest_payment_intent)
     WHERE ${FAILING}
     AND (CAST(:account AS text) IS NULL OR failing_work.account = :account) AND ${isHere(k, "failing_work.account")}
     ORDER BY failing_work.since_ms LIMIT :limit`,
    { now: nowMs(k), account: p.account, limit: LIMIT },
  ),
)

const count = failingWork.statement([{ limit: integer() }], (_rows, _p, k) =>
  k.raw<{ kind: AttentionKind; size: number }>(
    `SELECT kind, count(*) AS size FROM
     (SELECT CASE failing_work.kind WHEN '${CAPTURE_FAILED}' THEN 'capture_failed' ELSE 'work_failing' END AS kind
      FROM failing_work WHERE ${FAILING} AND ${isHere(k)} LIMIT :limit) AS found GROUP BY kind`,
    { now: nowMs(k), limit: LIMIT },
  ),
)

/** Due work that keeps failing. */
export const failingItems: Source = {
  list: async (db, { account, limit }) =>
    (await db.all(list, { account, limit })).map(({ work, item, since_ms, failures, error, ...row }) => ({
      id: item,
      kind: work === CAPTURE_FAILED ? ("capture_failed" as const) : ("work_failing" as const),
      ...row,
      since: Math.floor(since_ms / 1000),
      message: messageOf(work, item, failures, error),
    })),
  count: (db, { limit }) => db.all(count, { limit }),
}

function messageOf(work: string, item: string, failures: number, error: string): string {
  if (work === CAPTURE_FAILED)
    return `${error} Ask the acquirer why, and the payer to pay again. Then run 'vintem attention resolve ${item} --reason TEXT'.`
  const what =
    work === "charge_subscription"
      ? "A charge of this subscription was refused before it was sent. It is tried again on the days of its retries."
      : `The work '${work}' has failed ${failures} times and is tried again.`
  return `${what} ${remedyOf(item, error)}`
}

function remedyOf(item: string, error: string): string {
  return `If there is nothing to repair, run 'vintem attention resolve ${item} --reason TEXT'. The cause: ${error}`
}
