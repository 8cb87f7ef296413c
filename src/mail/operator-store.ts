// The statements about what the operators of the platform are mailed.
import { integer, milliseconds } from "../db/columns.ts"
import { nowMs } from "../db/now.ts"
import type { Markers, Rows } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import { sealedTable } from "../vault/sealed-table.ts"
import { type OperatorMailRow, operatorMails } from "./operator-table.ts"

export const SEALED_OPERATOR_MAILS = sealedTable(operatorMails, { key: ["id"], contexts: { sealed_mail: ({ id }) => id } })

const OPEN = { status: "pending" } as const

export const newestTo = operatorMails.find(["user_id"], (rows) => rows.orderBy("number", "desc").limit(1))

export const newestOperatorMails = operatorMails.find([{ limit: integer() }], (rows) => rows.orderBy("id", "desc").limit(LIMIT))

export const findOperatorMail = operatorMails.find(["id"])

export const insertOperatorMail = operatorMails.statement(["id", "user_id", "number"], (rows, p, k) =>
  rows
    .insert({
      ...{ id: p.id, user_id: p.user_id, number: p.number, status: "pending" },
      ...{ created_ms: nowMs(k), due_ms: nowMs(k), attempts: 0, held_until_ms: 0 },
    })
    .onConflict(["user_id", "number"])
    .ignore(),
)

/** An earlier mail that still waits says less than the next one. */
export const replaceEarlier = operatorMails.statement(["user_id", "number"], (rows, p, k) =>
  rows
    .where({ user_id: p.user_id, ...OPEN })
    .where("number", "<", p.number)
    .whereNull("handed_ms")
    .update({ status: "dropped", reason: "replaced", ended_ms: nowMs(k), due_ms: null }),
)

/** Claims a mail that is due, for `lease_ms`. */
export const claimOperatorMail = operatorMails.statement([{ lease_ms: milliseconds() }], (_, p, k) =>
  k.raw<{ id: string }>(
    `UPDATE operator_mails SET held_until_ms = ${nowMs(k)} + ? WHERE id = (
       SELECT id FROM operator_mails WHERE due_ms IS NOT NULL AND due_ms <= ${nowMs(k)} AND held_until_ms <= ${nowMs(k)}
       ORDER BY due_ms LIMIT 1
     ) AND held_until_ms <= ${nowMs(k)} RETURNING id`,
    [p.lease_ms],
  ),
)

export const keepOperatorMail = operatorMails.update(["id"], ["sealed_mail"], (rows) => rows.where(OPEN))

/** Marks that the server is about to get the content. Returns nothing if another worker has done so. */
export const handOverOperatorMail = operatorMails.statement(["id"], (rows, p, k) =>
  rows
    .where({ id: p.id, ...OPEN })
    .whereNull("handed_ms")
    .update({ handed_ms: nowMs(k) })
    .returning("handed_ms"),
)

/** A mail that carries this mark: 0 if no worker has handed it over. Another worker may have done so since the caller's claim ended. */
const marked = (rows: Rows<OperatorMailRow>, p: Markers<{ id: string; mark: number }>) =>
  rows.where({ id: p.id, ...OPEN }).whereRaw("coalesce(handed_ms, 0) = ?", [p.mark])

export const retryOperatorMail = operatorMails.statement(
  ["id", "attempts", "answer", { wait_ms: milliseconds(), mark: milliseconds() }],
  (rows, p, k) =>
    marked(rows, p).update({
      ...{ due_ms: k.raw("? + ?", [nowMs(k), p.wait_ms]), attempts: p.attempts, answer: p.answer },
      ...{ held_until_ms: 0, handed_ms: null },
    }),
)

export const endOperatorMail = operatorMails.statement(
  ["id", "status", "reason", "answer", { mark: milliseconds() }],
  (rows, p, k) =>
    marked(rows, p).update({ status: p.status, reason: p.reason, answer: p.answer, ended_ms: nowMs(k), due_ms: null }),
)

/** Deletes mails that ended long ago. */
export const deleteOldOperatorMails = operatorMails.statement([{ before: milliseconds(), limit: integer() }], (_, p, k) =>
  k.raw<void>(
    `DELETE FROM operator_mails WHERE id IN (
       SELECT id FROM operator_mails WHERE ended_ms IS NOT NULL AND ended_ms < ? ORDER BY ended_ms LIMIT ?
     )`,
    [p.before, LIMIT],
  ),
)
