import { boolean, cents, id, integer, json, milliseconds, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { Reason } from "./effects/effect.ts"
import type { AdjustmentClass } from "./layout/adjustments.ts"

/** `reading`: its lines are being stored, and count for nothing until all are. */
export type FileState = "reading" | "read" | "refused"

/** The files that were read, each once. Days count from 1970. */
export const statementFiles = table(
  "statement_files",
  {
    id: id(),
    created: seconds(),
    /** The account that uploaded it: only its own lines count. Empty: the operator, for all accounts. */
    uploader: text(),
    /** The SHA-256 of its content. */
    digest: text(),
    name: text(),
    state: text<FileState>(),
    establishment: text().nullable(),
    file_type: text().nullable(),
    period_from: integer().nullable(),
    period_to: integer().nullable(),
    processed_on: integer().nullable(),
    sequence: integer().nullable(),
    lines: integer(),
    /** How many lines have an establishment that no account has. They are not kept. */
    unowned: integer(),
    /** What is wrong with it. */
    problems: json<string[]>(),
    standing: text<"new" | "correction">().nullable(),
    /** When a person has dealt with a file that was refused. */
    resolved_at: seconds().nullable(),
    held_until_ms: milliseconds(),
  },
  { of: "platform", key: ["id"], unique: [["uploader", "digest"]] },
)

export type FileRow = RowOf<typeof statementFiles>

/** The content of files, in compressed parts. */
export const statementContents = table(
  "statement_contents",
  { id: id(), file: id(), sealed_content: text() },
  { of: "platform", key: ["id"] },
)

/** Lines of no charge whose establishment several accounts have. A person of the platform decides. */
export const unownedLines = table(
  "unowned_statement_lines",
  {
    id: id(),
    created: seconds(),
    file: id(),
    key: text(),
    establishment: text(),
    day: integer().nullable(),
    amount: cents().nullable(),
    raw: text(),
    resolved_at: seconds().nullable(),
  },
  { of: "platform", key: ["id"], unique: [["key"]] },
)

/** The files that have lines of an account, or that cover its sales. A file is here once all its lines are stored. Until then they count for nothing. */
export const accountStatements = table(
  "account_statements",
  {
    account: id(),
    file: id(),
    created: seconds(),
    file_type: text(),
    establishment: text(),
    /** The days whose sales it tells of. */
    covers_from: integer(),
    covers_to: integer(),
    processed_on: integer(),
    sequence: integer(),
    lines: integer(),
  },
  { of: "account", key: ["account", "file"] },
)

export type AccountStatementRow = RowOf<typeof accountStatements>

/** Lines as files have them, without the first digits of cards. A line that comes again stands beside the earlier one: the newest file counts. */
export const statementLines = table(
  "statement_lines",
  {
    account: id(),
    file: id(),
    /** A digest of what names the line in every file. */
    key: text(),
    line: integer(),
    record: text(),
    file_type: text(),
    /** The day of its sale, or of the line itself. Null: it is on no day's page. */
    day: integer().nullable(),
    /** What it is about: a charge, an unknown sale, or a matter of its own. Lines of one subject are looked at together. */
    subject: text(),
    attempt: id().nullable(),
    charge: text().nullable(),
    /** The acquirer's own code of a sale, by which later lines name it. */
    received: text().nullable(),
    /** The day of its payment: of D, 8 and C, and of an E whose D says it. */
    paid_on: integer().nullable(),
    /** A digest of the receivable unit of a settlement: its D and its E have the same. Of a negotiated unit (B): of its day, brand, kind and EC. */
    unit: text().nullable(),
    raw: text(),
    /** From which day on what it says is to be carried out, again or for the first time (0). Null: nothing is to be done. */
    check_on: integer().nullable(),
  },
  { of: "account", key: ["account", "file", "key"] },
)

export type LineRow = RowOf<typeof statementLines>

export type MatterKind = "sale" | "entry" | "negotiation" | "debit"
export type MatterStatus = "matched" | "differs" | "only_there" | "posted" | "asked" | "shown" | "waiting"

/** What lines are about, each once, however many files tell it. Its id is the source of what is posted. */
export const statementMatters = table(
  "statement_matters",
  {
    account: id(),
    id: id(),
    matter: text(),
    created: seconds(),
    kind: text<MatterKind>(),
    subject: text(),
    day: integer().nullable(),
    status: text<MatterStatus>(),
    payment_intent: id().nullable(),
    /** The refunds and disputes that it is, with blanks between. A further line of the same one has the matter of its first line. */
    claimed: text().nullable(),
    amount: cents(),
    /** When the acquirer was last asked about it. */
    asked_at: seconds().nullable(),
  },
  { of: "account", key: ["account", "id"], unique: [["account", "matter"]] },
)

export type MatterRow = RowOf<typeof statementMatters>

/** Why each adjustment was posted. `source` and `part` are those of the balance transaction. */
export const statementPostings = table(
  "statement_postings",
  {
    account: id(),
    source: id(),
    part: integer(),
    created: seconds(),
    reason: text<Reason | "opening">(),
    about: text<AdjustmentClass>().nullable(),
    amount: cents(),
    available_on: seconds(),
    payment_intent: id().nullable(),
    installment: integer().nullable(),
  },
  { of: "account", key: ["account", "source", "part"] },
)

export type PostingRow = RowOf<typeof statementPostings>

/** The parts of a payment's money with all that statements have changed. A payment without rows is as it was expected at the sale. */
export const statementParts = table(
  "statement_parts",
  { account: id(), payment_intent: id(), installment: integer(), amount: cents(), fee: cents(), due_on: integer() },
  {
    of: "account",
    key: ["account", "payment_intent", "installment"],
    references: { payment_intent: "payment_intents" },
  },
)

export type DifferenceKind = "only_here" | "only_there" | "differs" | "entry" | "unit"

/** What differs, for people: numbers are cents, or days for a date. */
export type Detail = { what: string; installment?: number | null; here?: number | null; there?: number | null }

/** What waits for a person, or has waited. */
export const statementDifferences = table(
  "statement_differences",
  {
    account: id(),
    id: id(),
    created: seconds(),
    about: text(),
    kind: text<DifferenceKind>(),
    subject: text(),
    day: integer().nullable(),
    payment_intent: id().nullable(),
    amount: cents().nullable(),
    details: json<Detail[]>(),
    /** When it went away by itself. */
    ended_at: seconds().nullable(),
    resolved_at: seconds().nullable(),
    reason: text().nullable(),
  },
  { of: "account", key: ["account", "id"], unique: [["account", "about"]] },
)

export type DifferenceRow = RowOf<typeof statementDifferences>

/** A difference as it is shown: the day by its number. */
export type ShownDifference = Pick<DifferenceRow, "kind" | "day" | "details">

/** Days that are to be looked at: of sales, for what no statement has, and of payments, for deposits. */
export const statementDays = table(
  "statement_days",
  {
    account: id(),
    kind: text<"sales" | "payments">(),
    day: integer(),
    /** From which day on it is looked at again. Null: nothing is to be done. */
    check_on: integer().nullable(),
  },
  { of: "account", key: ["account", "kind", "day"] },
)

/** When the statements of an account are next looked at. */
export const statementWork = table(
  "statement_work",
  {
    account: id(),
    /** The same as `account`: due work has an id. */
    id: id(),
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
  },
  { of: "account", key: ["account"] },
)

/** Since when deposits of an acquirer take money out of the balance. */
export const acquirerOpenings = table(
  "acquirer_openings",
  {
    account: id(),
    id: id(),
    created: seconds(),
    acquirer: text(),
    /** The first day whose payments count. */
    since: integer(),
    /** What was available in reais before that day, and counts as paid. */
    paid_before: cents(),
    /** Without statements: the first day of which something may not have been paid. */
    unpaid_from: integer().nullable(),
    /** Without statements: when the deposits of the day are made. */
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
  },
  { of: "account", key: ["account", "id"], unique: [["account", "acquirer"]] },
)

export type AcquirerOpeningRow = RowOf<typeof acquirerOpenings>

/** The payouts that are deposits of an acquirer. A deposit that is corrected has several, of which one is current. */
export const statementDeposits = table(
  "statement_deposits",
  {
    account: id(),
    payout: id(),
    /** What names the deposit in every file. */
    deposit: text(),
    day: integer(),
    amount: cents(),
    is_current: boolean(),
  },
  { of: "account", key: ["account", "payout"], references: { payout: "payouts" } },
)

export type DepositRow = RowOf<typeof statementDeposits>
