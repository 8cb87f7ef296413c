import { boolean, id, integer, milliseconds, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { AnyKind } from "./kinds.ts"

/** `sent`: the mail server has accepted it. `dropped`: its turn came, and it was not sent. */
export type MailStatus = "pending" | "sent" | "dropped" | "failed"

/** Why a mail was dropped, or has failed. */
export type MailReason =
  | "kind_off"
  | "unsubscribed"
  | "cause_ended"
  | "not_outside"
  | "address_refused"
  | "refused"
  | "unreachable"
  | "no_answer"
  | "no_reader"

/** What is written to payers, and to the users of an account. A row is written in the transaction of its cause. */
export const mails = table(
  "mails",
  {
    id: id(),
    account: id(),
    created: seconds(),
    kind: text<AnyKind>(),
    /** What it is about, such as a payment intent or a payout. */
    cause: id(),
    /** Tells mails of one kind about one cause apart, such as those of two periods. */
    occasion: text(),
    /** The payer. Null for a mail to a user. */
    customer: id().nullable(),
    /** The user of the dashboard. Null for a mail to a payer, and until the readers of a mail to users are known. */
    user_id: id().nullable(),
    status: text<MailStatus>(),
    reason: text<MailReason>().nullable(),
    /** What the mail server answered, without its words: they may name the address. */
    answer: text().nullable(),
    /** How many attempts have failed. */
    attempts: integer(),
    /** When the next attempt of a mail to a payer is due. Null once it is sent, dropped or failed. */
    due_at: seconds().nullable(),
    /** The same for a mail to a user. They have a queue of their own, so that they wait for no mail to a payer. */
    user_due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
    /** The keyed digest of the address, by which its mails are counted. */
    address_digest: text().nullable(),
    /** From when on it counts among the mails of its address and its account. */
    counted_at: seconds().nullable(),
    /** When the mail server was about to be given its content. From then on it may have the mail. */
    handed_at: seconds().nullable(),
    ended_at: seconds().nullable(),
    /** The same in real milliseconds, for the retention. */
    ended_ms: milliseconds().nullable(),
    /** The address, the subject and the texts as they were made, compressed. */
    sealed_mail: text().nullable(),
    /** When a person dealt with a mail that failed. */
    resolved_at: seconds().nullable(),
  },
  {
    of: "account",
    key: ["account", "id"],
    unique: [["account", "kind", "cause", "occasion"]],
    references: { account: "accounts", customer: "customers" },
  },
)

export type MailRow = RowOf<typeof mails>

/** The kinds that an account has switched on or off. */
export const mailKinds = table(
  "mail_kinds",
  { account: id(), kind: text<AnyKind>(), enabled: boolean() },
  { of: "account", key: ["account", "kind"], references: { account: "accounts" } },
)

/** The kinds that somebody no longer wants, by the keyed digest of the address. */
export const mailStops = table(
  "mail_stops",
  { account: id(), address_digest: text(), kind: text<AnyKind>(), created: seconds() },
  { of: "account", key: ["account", "address_digest", "kind"], references: { account: "accounts" } },
)
