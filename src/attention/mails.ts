import { id, integer } from "../db/columns.ts"
import { isHere } from "../db/here.ts"
import { LIMIT } from "../db/statement.ts"
import { type MailReason, type MailRow, mails } from "../mail/tables.ts"
import type { Source } from "./item.ts"

/** As the partial index has it, so that it is used. */
const WAITING = "status = 'failed' AND resolved_at IS NULL"

type Row = Pick<MailRow, "id" | "account" | "kind" | "cause" | "user_id" | "reason" | "answer"> & { ended_at: number }

const list = mails.statement([{ of: id().nullable(), limit: integer() }], (_, p, k) =>
  k.raw<Row>(
    `SELECT id, account, kind, cause, user_id, reason, answer, ended_at FROM mails
     WHERE ${WAITING} AND (CAST(:of AS text) IS NULL OR account = :of) AND ${isHere(k)} ORDER BY ended_at LIMIT :limit`,
    { of: p.of, limit: LIMIT },
  ),
)
const count = mails.statement([{ limit: integer() }], (_rows, _p, k) =>
  k.raw<{ size: number }>(
    `SELECT count(*) AS size FROM (SELECT 1 FROM mails WHERE ${WAITING} AND ${isHere(k)} LIMIT :limit) AS found`,
    {
      limit: LIMIT,
    },
  ),
)

/** Mails that were not accepted, or of which nobody knows. */
export const failedMails: Source = {
  list: async (db, { account: of, limit }) =>
    (await db.all(list, { of, limit })).map((row) => ({
      ...{
        id: row.id,
        kind: "mail_failed",
        account: row.account,
        since: row.ended_at,
        refund: null,
        amount: null,
        currency: null,
      },
      payment_intent: row.cause.startsWith("pi_") ? row.cause : null,
      message: messageOf(row),
    })),
  count: async (db, { limit }) => {
    const { size } = await db.only(count, { limit })
    return size > 0 ? [{ kind: "mail_failed", size }] : []
  },
}

const WHY: Partial<Record<MailReason, string>> = {
  address_refused: "The mail server refuses the address. Correct the customer's e-mail first.",
  refused: "The mail server refuses the mail.",
  unreachable: "The mail server did not take it in seven attempts. Check SMTP_URL first.",
  no_answer: "The mail server got it and did not answer. It may have arrived.",
}

function messageOf({ id, kind, cause, user_id, reason, answer }: Row): string {
  const isOfUser = user_id !== null && reason === "address_refused"
  const why = isOfUser
    ? `The mail server refuses the address of the user ${user_id}. Add the user with the right one first.`
    : WHY[reason ?? "unreachable"]
  const said = answer === null ? "" : ` It answered ${answer}.`
  return (
    `A mail (${kind}) about ${cause} was not sent. ${why}${said} Then run 'vintem mail send ${id}' to send it again, or ` +
    `'vintem attention resolve ${id} --reason TEXT'.`
  )
}
