import { money } from "../base/currency.ts"
import { id, integer, seconds } from "../db/columns.ts"
import { isHere } from "../db/here.ts"
import { LIMIT } from "../db/statement.ts"
import { MAX_SETTLING_SECONDS } from "../payments/attempts/poll-schedule.ts"
import { type AttemptRow, attempts } from "../payments/attempts/table.ts"
import type { IntentStatus } from "../payments/intents/state.ts"
import type { AttentionItem, AttentionKind, Found, Source } from "./item.ts"

/** How long an outcome may be open before it needs a person. Acquirers may take days to make a refund that they have accepted. */
const MAX_OPEN_SECONDS = 15 * 60

/** The amount of an attempt, and its currency. A sale has the amount and the currency of its payment intent. */
export const ORDERED = `
  CASE coalesce(attempts.kind, 'charge') WHEN 'charge' THEN payment_intents.amount ELSE attempts.amount END AS amount,
  CASE coalesce(attempts.kind, 'charge') WHEN 'charge' THEN payment_intents.currency
    ELSE coalesce(attempts.currency, payment_intents.currency) END AS currency`

type Row = Pick<AttemptRow, "id" | "account" | "acquirer" | "reference" | "refund" | "charge" | "state"> & {
  operation: NonNullable<AttentionItem["operation"]> | "capture"
  payment_intent: string
  since: number
  amount: number
  currency: string
} & (
    | { attention: "amount_mismatch"; taken: number; taken_currency: string }
    | {
        attention: "refund_by_hand" | "reversal_by_hand" | "outcome_unknown" | "returned_chargeback_unconfirmed"
      }
    | { attention: "chargeback_unconfirmed"; payment_status: IntentStatus }
  )

const COLUMNS = `
  attempts.id, attempts.account, attempts.acquirer, attempts.reference, attempts.refund, attempts.charge, attempts.state,
  attempts.payment_intent, attempts.kind AS operation, ${ORDERED}, attempts.amount AS taken, attempts.currency AS taken_currency`

const INTENTS =
  "JOIN payment_intents ON payment_intents.account = attempts.account AND payment_intents.id = attempts.payment_intent"

/** Attempts that a person must finish, and attempts about which the acquirer gives no answer. */
const unanswered = (where: string) => `
  SELECT ${COLUMNS}, attempts.polling_since AS since,
    CASE WHEN attempts.state = 'unknown' THEN 'outcome_unknown' WHEN attempts.state = 'mismatched' THEN 'amount_mismatch'
      WHEN attempts.kind = 'refund' THEN 'refund_by_hand' ELSE 'reversal_by_hand' END AS attention
  FROM attempts JOIN accounts ON accounts.id = attempts.account ${INTENTS}
  WHERE attempts.state IN ('unknown', 'by_hand', 'mismatched')
  AND (attempts.state <> 'unknown' OR attempts.polling_since <= :latest + accounts.clock_offset) ${where}`

/** How long a notified chargeback may be missing in the acquirer's answers. */
const MAX_UNCONFIRMED_SECONDS = 24 * 3600

/** Chargebacks that were notified, and that the acquirer does not show. Some are of money that no payment keeps. */
const unconfirmed = (where: string) => `
  SELECT ${COLUMNS}, payment_intents.status AS payment_status, attempts.polling_since AS since,
    CASE WHEN payment_intents.status = 'canceled' OR payment_intents.status = 'succeeded' AND payment_intents.charge <> attempts.charge
      THEN 'returned_chargeback_unconfirmed' ELSE 'chargeback_unconfirmed' END AS attention
  FROM attempts JOIN accounts ON accounts.id = attempts.account ${INTENTS}
  WHERE attempts.state = 'unconfirmed'
  AND attempts.polling_since <= :latest - ${MAX_UNCONFIRMED_SECONDS - MAX_OPEN_SECONDS} + accounts.clock_offset ${where}`

/** Attempts that no worker has finished in time. Attempts that fail each time are listed as failing work instead. */
const unfinished = (from: string, where: string) => `
  SELECT ${COLUMNS}, attempts.due_at AS since, 'outcome_unknown' AS attention FROM ${from} ${INTENTS}
  WHERE attempts.state IN ('new', 'sent') AND attempts.kind IN ('charge', 'capture', 'refund', 'reversal') AND attempts.due_at IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM failing_work
    WHERE failing_work.account = attempts.account AND failing_work.kind = 'call_acquirer' AND failing_work.item = attempts.id
  )
  ${where}`

/** Attempts that the acquirer has accepted, but has not finished in time. */
const unsettled = (from: string, where: string) => `
  SELECT ${COLUMNS}, attempts.polling_since AS since, 'outcome_unknown' AS attention FROM ${from} ${INTENTS}
  WHERE attempts.state = 'pending' ${where}`

/**
 * Few accounts have a clock that is ahead of real time, so the query searches the attempts of one such account after the other. SQLite
 * keeps the order of a CROSS JOIN.
 */
const AHEAD = "accounts CROSS JOIN attempts"
const OF_ACCOUNT_AHEAD = "AND attempts.account = accounts.id AND accounts.clock_offset > 0"

const overdue = (where: string) => `
  ${unfinished("attempts", `AND attempts.due_at <= :latest ${where}`)}
  UNION ALL
  ${unfinished(
    AHEAD,
    `${OF_ACCOUNT_AHEAD} AND attempts.due_at > :latest AND attempts.due_at <= :latest + accounts.clock_offset ${where}`,
  )}`

const MAX_PENDING = [
  { kinds: "('charge', 'capture')", since: ":latest" },
  { kinds: "('refund', 'reversal')", since: `:latest - ${MAX_SETTLING_SECONDS - MAX_OPEN_SECONDS}` },
]

const pendingTooLong = (where: string) =>
  MAX_PENDING.flatMap(({ kinds, since }) => [
    unsettled("attempts", `AND attempts.kind IN ${kinds} AND attempts.polling_since <= ${since} ${where}`),
    unsettled(
      AHEAD,
      `${OF_ACCOUNT_AHEAD} AND attempts.due_at IS NOT NULL AND attempts.kind IN ${kinds}
       AND attempts.polling_since > ${since} AND attempts.polling_since <= ${since} + accounts.clock_offset ${where}`,
    ),
  ]).join(" UNION ALL ")

const PARAMETERS = { latest: seconds(), limit: integer() }

export const unansweredAttempts = sourceOf(unanswered)
export const unconfirmedChargebacks = sourceOf(unconfirmed)
export const overdueAttempts = sourceOf(overdue)
export const pendingAttempts = sourceOf(pendingTooLong)

function sourceOf(select: (where: string) => string): Source {
  const list = attempts.statement([{ account: id().nullable(), ...PARAMETERS }], (_, p, k) =>
    k.raw<Row>(
      `${select(`AND (CAST(:account AS text) IS NULL OR attempts.account = :account) AND ${isHere(k, "attempts.account")}`)} ORDER BY since LIMIT :limit`,
      {
        latest: p.latest,
        account: p.account,
        limit: LIMIT,
      },
    ),
  )
  const count = attempts.statement([PARAMETERS], (_, p, k) =>
    k.raw<{ kind: AttentionKind; size: number }>(
      `SELECT attention AS kind, count(*) AS size FROM (${select(`AND ${isHere(k, "attempts.account")}`)} LIMIT :limit) AS found GROUP BY attention`,
      {
        latest: p.latest,
        limit: LIMIT,
      },
    ),
  )
  return {
    list: async (db, { account, now, limit }) =>
      (await db.all(list, { account, latest: now - MAX_OPEN_SECONDS, limit })).map(present),
    count: (db, { now, limit }) => db.all(count, { latest: now - MAX_OPEN_SECONDS, limit }),
  }
}

function present(row: Row): Found {
  const { id, account, attention: kind, since, payment_intent, refund, amount, currency, operation } = row
  const item = { id: refund ?? id, kind, account, since, payment_intent, refund, amount, currency }
  // A person decides about a capture as about a charge.
  const decided = operation === "capture" ? "charge" : operation
  return { ...item, ...(!isUnfinished(row) && { operation: decided }), isPaid: isPaid(row), message: messageOf(row) }
}

/** Whether no process has begun or finished the call, so that there is no outcome to record. */
function isUnfinished({ state }: Row): boolean {
  return state === "new" || state === "sent"
}

function isPaid(row: Row): boolean {
  return row.attention === "chargeback_unconfirmed" && row.payment_status === "succeeded"
}

function messageOf(row: Row): string {
  const { id, operation, acquirer, reference, charge, refund, state } = row
  const sum = money(row.amount, row.currency, "pt-BR")
  switch (row.attention) {
    case "refund_by_hand":
      return `Pay ${sum} back by hand, then run 'vintem refunds settle ${refund}'.`
    case "reversal_by_hand":
      return `Pay ${sum} back by hand: it arrived after the payment intent had ended. Then run 'vintem refunds settle ${id}'.`
    case "amount_mismatch": {
      const taken = money(row.taken, row.taken_currency, "pt-BR")
      return (
        `The acquirer '${acquirer}' took ${taken} instead of ${sum}. Correct or cancel the sale '${reference}' there, or run ` +
        `'vintem charges settle ${id} --accept' or 'vintem charges settle ${id} --send-back'.`
      )
    }
    case "chargeback_unconfirmed":
      return (
        `The acquirer '${acquirer}' has notified a chargeback of the charge '${charge}', and does not show one. Ask it. If there is ` +
        `one, ${toRecord(row)}. If there is none, run 'vintem disputes dismiss ${id}'.`
      )
    case "returned_chargeback_unconfirmed":
      return (
        `The acquirer '${acquirer}' has notified a chargeback of the charge '${charge}', whose money no payment keeps, and does not ` +
        `show one. Ask it. If there is one, answer it there. Then run 'vintem disputes dismiss ${id}'.`
      )
    case "outcome_unknown": {
      if (isUnfinished(row))
        return `No process has worked on the ${operation} of ${sum} for 15 minutes. Start one that does: 'vintem serve --role worker'.`
      const subject = operation === "charge" ? `the sale '${reference}'` : `the charge '${charge}'`
      const isOpen =
        state === "pending"
          ? `has accepted the ${operation} of ${sum} and not finished it`
          : `has not said whether the ${operation} of ${sum} was made`
      return `The acquirer '${acquirer}' ${isOpen}. Ask it about ${subject}.${onceToldOf(operation, refund ?? id)}`
    }
  }
}

/** Nothing can be taken of a payment before it has succeeded. */
function toRecord(row: Extract<Row, { attention: "chargeback_unconfirmed" }>): string {
  return isPaid(row) ? `run 'vintem disputes open ${row.payment_intent}'` : "decide about the charge first"
}

/** What the operator does after the acquirer has answered. Look-ups go on, and may find the outcome meanwhile. */
function onceToldOf(operation: Row["operation"], id: string): string {
  switch (operation) {
    case "capture":
      return ` If it captured the amount, run 'vintem charges settle ${id} --accept'. If it certainly did not, run 'vintem charges settle ${id} --not-made', and the payment can be captured again.`
    case "charge":
      return ` If it took the money, run 'vintem charges settle ${id} --accept'. If it certainly did not, run 'vintem charges settle ${id} --not-made'.`
    case "refund":
      return ` If the refund was made, run 'vintem refunds settle ${id}'. If it certainly was not, run 'vintem refunds settle ${id} --failed'.`
    case "reversal":
      return ` If it certainly was not sent back, pay it back by hand. Then run 'vintem refunds settle ${id}'.`
  }
}
