import type { CalendarDay, CaseStep, DocumentType, SaleOfCase } from "../../acquirers/chargebacks.ts"
import { boolean, cents, id, integer, json, milliseconds, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { DisputeStatus } from "../disputes/state.ts"

/** How accounts sign in at the desk of their acquirer. Without a row, chargebacks are not polled. */
export const chargebackDesks = table(
  "chargeback_desks",
  {
    id: id(),
    account: id(),
    created: seconds(),
    acquirer: text(),
    client_id: text(),
    /** The e-mail of the user of the acquirer's portal in whose name answers are given. */
    user_name: text(),
    /** The number of the merchant's head. Null: the cases of the account's own numbers are listed. */
    head: text().nullable(),
    /** PEM. */
    certificate: text(),
    /** The client secret and the key of the certificate. */
    sealed_secrets: text(),
    /** When the cases are listed next. */
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
    /** When they were last listed in whole. */
    listed_at: seconds().nullable(),
  },
  { of: "account", key: ["account", "id"], unique: [["account", "acquirer"]] },
)

export type DeskRow = RowOf<typeof chargebackDesks>

/** The cases that acquirers have listed. A case can have several steps, each with a number of its own. */
export const chargebackCases = table(
  "chargeback_cases",
  {
    id: id(),
    account: id(),
    created: seconds(),
    acquirer: text(),
    number: text(),
    /** The number of the step that is to be answered, or that was answered last. */
    step: text(),
    /** The last step that was answered. */
    treated_step: text().nullable(),
    establishment: text(),
    process: text(),
    /** No money has moved. */
    is_inquiry: boolean(),
    network: text().nullable(),
    reason: text().nullable(),
    is_fraud: boolean(),
    /** As the acquirer says it: it is not known whether it is the sale's or what was taken. */
    amount: cents().nullable(),
    received: text<CalendarDay>().nullable(),
    /** Until when the step can be answered. */
    due_by: seconds().nullable(),
    status: text<DisputeStatus>(),
    sale: json<SaleOfCase>(),
    lifecycle: json<CaseStep[]>(),
    payment_intent: id().nullable(),
    /** The sale, and its charge by the acquirer's own id. */
    attempt: id().nullable(),
    charge: text().nullable(),
    dispute: id().nullable(),
    /** Whether its dispute has the amount of the case, because no other source has told it so far. */
    is_estimate: boolean(),
    /** Whether a person has to say which payment it is about. */
    needs_join: boolean(),
    /** When it was decided. */
    closed_at: seconds().nullable(),
  },
  {
    of: "account",
    key: ["account", "id"],
    unique: [["account", "acquirer", "number"]],
    references: { payment_intent: "payment_intents", dispute: "disputes" },
  },
)

export type CaseRow = RowOf<typeof chargebackCases>

/**
 * `new`: it was not sent. `sent`: it may have been taken. `done`: it was taken. `refused`: it was not, and sending it again would change nothing.
 * `overtaken`: the step was treated otherwise, in the acquirer's portal or by its deadline.
 */
export type AnswerState = "new" | "sent" | "done" | "refused" | "overtaken"

/** The merchant's answers to cases. Each is stored before it is sent. */
export const chargebackAnswers = table(
  "chargeback_answers",
  {
    id: id(),
    account: id(),
    created: seconds(),
    chargeback: id(),
    step: text(),
    kind: text<"accept" | "refuse">(),
    reason: text().nullable(),
    document_type: text<DocumentType>().nullable(),
    document_bytes: integer().nullable(),
    state: text<AnswerState>(),
    /** What the acquirer said of an answer that it did not take. */
    message: text().nullable(),
    sent_at: seconds().nullable(),
    tries: integer(),
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
  },
  { of: "account", key: ["account", "id"], references: { chargeback: "chargeback_cases" } },
)

export type AnswerRow = RowOf<typeof chargebackAnswers>

/** The documents of answers, with the ids of these. */
export const chargebackFiles = table(
  "chargeback_files",
  { id: id(), account: id(), chargeback: id(), sealed_content: text() },
  { of: "account", key: ["account", "id"], references: { chargeback: "chargeback_cases" } },
)
