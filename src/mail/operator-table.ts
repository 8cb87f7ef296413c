import { id, integer, milliseconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { MailReason, MailStatus } from "./tables.ts"

/** What the operators of the platform are mailed. They have no account, so times are real milliseconds. */
export const operatorMails = table(
  "operator_mails",
  {
    id: id(),
    user_id: id(),
    /** The first mail to a user has 1. Two workers that write the next one write the same. */
    number: integer(),
    created_ms: milliseconds(),
    status: text<MailStatus>(),
    reason: text<MailReason | "replaced">().nullable(),
    /** What the mail server answered, without its words. */
    answer: text().nullable(),
    /** How many attempts have failed. */
    attempts: integer(),
    /** When its next attempt is due. Null once it has ended. */
    due_ms: milliseconds().nullable(),
    held_until_ms: milliseconds(),
    /** When the mail server was about to be given its content. From then on it may have the mail. */
    handed_ms: milliseconds().nullable(),
    ended_ms: milliseconds().nullable(),
    /** The address, the subject and the texts as they were made, compressed. */
    sealed_mail: text().nullable(),
  },
  { of: "platform", key: ["id"], unique: [["user_id", "number"]] },
)

export type OperatorMailRow = RowOf<typeof operatorMails>
