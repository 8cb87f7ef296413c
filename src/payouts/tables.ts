import { boolean, cents, id, integer, json, milliseconds, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { Sum } from "../ledger/pages.ts"
import type { ShownDestination } from "./destination.ts"
import type { Schedule } from "./schedule.ts"
import type { PayoutStatus } from "./state.ts"

export type PayoutMethod = "pix" | "transfer" | "acquirer"

export const FAILURE_CODES = ["account_closed", "invalid_account", "invalid_key", "holder_mismatch", "rejected", "other"] as const

export type FailureCode = (typeof FAILURE_CODES)[number]

/** What a payout has taken: the days on which it was available, both included (src/base/day.ts), and its sums by type. Its own rows are not in it. */
export type Taken = { from: number; to: number; sums: Omit<Sum, "currency">[] }

/** Money of an account that leaves for a bank account. */
export const payouts = table(
  "payouts",
  {
    id: id(),
    account: id(),
    created: seconds(),
    /** What arrives: what its balance transactions add up to, less its fee. */
    amount: cents(),
    currency: text(),
    status: text<PayoutStatus>(),
    method: text<PayoutMethod>(),
    /** Where the money goes, as it may be shown. */
    destination: json<ShownDestination>(),
    bank_account: id().nullable(),
    /** The day on which the money is expected, or on which it arrived: 00:00 in Brasília. */
    arrival_date: seconds(),
    /** Whether the schedule has made it. */
    automatic: boolean(),
    failure_code: text<FailureCode>().nullable(),
    /** The bank's own name for the transfer. */
    reference: text().nullable(),
    /** Its name for the money that came back after it had arrived. */
    return_reference: text().nullable(),
    /** The number of the file that told the bank to send it. */
    file: integer().nullable(),
    /** When the bank of test mode does its next step. */
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
    /** Null for money that an acquirer pays out. It stays when a payout gives all back. */
    taken: json<Taken>().nullable(),
  },
  { of: "account", key: ["account", "id"], references: { bank_account: "bank_accounts" } },
)

export type PayoutRow = RowOf<typeof payouts>

/** Which balance transactions payouts have taken. The key keeps each in one payout at most. */
export const payoutTransactions = table(
  "payout_transactions",
  {
    account: id(),
    balance_transaction: id(),
    /** Null: it belongs to the opening of payouts in its currency. */
    payout: id().nullable(),
  },
  {
    of: "account",
    key: ["account", "balance_transaction"],
    references: { balance_transaction: "balance_transactions", payout: "payouts" },
  },
)

/** In live mode, no payout takes money that was available before payouts were opened in its currency. */
export const payoutOpenings = table(
  "payout_openings",
  {
    id: id(),
    account: id(),
    created: seconds(),
    currency: text(),
    /** What was available then, and counts as paid before. */
    paid_before: cents(),
    /** What the platform still owed of it. */
    balance: cents(),
  },
  { of: "account", key: ["account", "id"], unique: [["account", "currency"]] },
)

export type OpeningRow = RowOf<typeof payoutOpenings>

/** How an account is paid out. An account without a row has no holder, and payouts by hand. */
export const payoutSettings = table(
  "payout_settings",
  {
    account: id(),
    /** The same as `account`: due work has an id. */
    id: id(),
    /** Whose bank account it must be: a CPF or a CNPJ without punctuation. */
    holder_document: text().nullable(),
    schedule: text<Schedule>(),
    /** A payout in brl below this amount is not made. */
    minimum: cents(),
    /** When the schedule makes the next payout. Null: never. */
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
  },
  { of: "account", key: ["account"], references: { account: "accounts" } },
)

export type PayoutSettingsRow = RowOf<typeof payoutSettings>

/** Every bank account that an account has had. Payouts keep theirs. */
export const bankAccounts = table(
  "bank_accounts",
  {
    id: id(),
    account: id(),
    created: seconds(),
    /** The destination, as it may be shown. */
    destination: json<ShownDestination>(),
    sealed_destination: text(),
    /** From when on payouts go there. */
    counts_from: seconds(),
    /** Whether the operator must first say that it is the merchant's. */
    needs_release: boolean(),
    released_at: seconds().nullable(),
    /** When it was removed, or replaced before it counted. */
    ended_at: seconds().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

export type BankAccountRow = RowOf<typeof bankAccounts>

/** The files that told the bank what to send, over all accounts. */
export const payoutFiles = table("payout_files", { number: integer(), created: seconds() }, { of: "platform", key: ["number"] })

/** What became of a line: `known` to be so before, or unmatched, because no payout fits it. */
export const LINE_OUTCOMES = ["applied", "known", "unmatched"] as const
export type LineOutcome = (typeof LINE_OUTCOMES)[number]

/** Every line that was read from a bank's return files, each once. */
export const payoutReturns = table(
  "payout_returns",
  {
    id: id(),
    created: seconds(),
    /** The SHA-256 of what the line says. */
    digest: text(),
    /** As the line has it: there may be no such payout. */
    payout: text(),
    account: id().nullable(),
    status: text<"paid" | "failed">(),
    reference: text(),
    failure_code: text<FailureCode>().nullable(),
    outcome: text<LineOutcome>(),
    /** When a person has dealt with a line that was unmatched. */
    resolved_at: seconds().nullable(),
  },
  { of: "platform", key: ["id"], unique: [["digest"]] },
)

export type ReturnRow = RowOf<typeof payoutReturns>

/** Accounts whose platform money is below 0, and since when a worker knows that, in real time. */
export const negativeBalances = table(
  "negative_balances",
  { account: id(), currency: text(), since: seconds(), amount: cents() },
  { of: "account", key: ["account", "currency"] },
)

export type NegativeBalanceRow = RowOf<typeof negativeBalances>
