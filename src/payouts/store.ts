import { Refusal } from "../base/errors.ts"
import { findAnywhere } from "../db/anywhere.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { pages } from "../db/page.ts"
import { pendingMark } from "../db/pending-mark.ts"
import { nextPayoutStatus, type PayoutTrigger } from "./state.ts"
import { type BankAccountRow, type FailureCode, type PayoutRow, payouts } from "./tables.ts"

export const insertPayout = payouts.insert(
  [
    ...["id", "account", "created", "amount", "currency", "status", "method", "destination", "bank_account"],
    ...["arrival_date", "automatic", "due_at"],
  ] as const,
  (rows) => rows.returning("*"),
)
export const setAmount = payouts.update(["account", "id"], ["amount", "taken"], (rows) => rows.returning("*"))

const CHANGED = ["arrival_date", "failure_code", "reference", "return_reference", "due_at"] as const
const changeRow = payouts.update(["account", "id", { status: "from" }], [{ status: "to" }, ...CHANGED], (rows) =>
  rows.returning("*"),
)
const findRow = payouts.find(["account", "id"])
const anywhere = findAnywhere(payouts)

/** Why the bank will refuse the next payout to the same bank account, too. */
const DEAD: readonly (FailureCode | null)[] = ["account_closed", "invalid_account", "invalid_key", "holder_mismatch"]

const lastDecided = payouts.find(["account", "bank_account"], (rows) =>
  rows.whereIn("status", ["paid", "failed"]).orderBy("id", "desc").limit(1),
)

/** Locks a payout until the transaction ends. */
export const holdPayout = payouts.find(["account", "id"], (rows) => rows.forUpdate())

/** The payouts of an account, newest first. */
export const pageOfPayouts = pages(payouts)

export function findPayout(db: Queries, account: string, id: string): Promise<PayoutRow | undefined> {
  return db.one(findRow, { account, id })
}

/**
 * Whether the last payout to a bank account could not arrive there. A schedule makes no other one to it: each would fail, day after day. A person may
 * try again, and once that one has arrived, the schedule goes on.
 */
export async function hasFailed(
  db: Queries,
  { account, id: bank_account }: Pick<BankAccountRow, "account" | "id">,
): Promise<boolean> {
  const last = await db.one(lastDecided, { account, bank_account })
  return last?.status === "failed" && DEAD.includes(last.failure_code)
}

/** Finds a payout of any account, for the operator's commands. */
export function findPayoutAnywhere(db: Queries, id: string): Promise<PayoutRow | undefined> {
  return db.one(anywhere, { id })
}

export type PayoutChange = Partial<Pick<PayoutRow, (typeof CHANGED)[number]>>

/**
 * Moves a payout from the status that `payout` has. What is not in the change stays, and it is due work no more. Throws Refusal if that status does
 * not allow it, or if the payout has left it.
 */
export async function movePayout(
  tx: Transaction,
  payout: PayoutRow,
  trigger: PayoutTrigger,
  change: PayoutChange = {},
): Promise<PayoutRow> {
  const { account, id, status: from, arrival_date, failure_code, reference, return_reference } = payout
  const to = nextPayoutStatus(from, trigger)
  const columns = { arrival_date, failure_code, reference, return_reference, due_at: null, ...change }
  const moved = to && (await tx.one(changeRow, { account, id, from, to, ...columns }))
  if (moved) return moved
  const { status } = await tx.only(findRow, { account, id })
  throw new Refusal("payout_unexpected_state", `The payout ${id} is ${status.replace("_", " ")}, so this is not possible.`)
}

/** The Payout of events, commands and pages. Times are in Unix seconds, and `amount` is in cents. */
export function presentPayout(row: PayoutRow, livemode: boolean) {
  const { id, amount, currency, status, method, destination, arrival_date, automatic, failure_code, reference, created } = row
  return {
    ...{ id, object: "payout" as const, livemode, amount, currency, status, method, destination, arrival_date, automatic },
    ...{ failure_code, reference, created },
  }
}

/** A text that changes when a payout is made, sent or canceled: the last two have no event. */
export const payoutMark = pendingMark(payouts)
