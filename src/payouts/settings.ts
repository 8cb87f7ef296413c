// How an account is paid out: whose bank account it must be, when, and from which amount on.
import { lockAccount } from "../accounts/accounts.ts"
import { type Changes, changesOf } from "../audit/changes.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { type BankScope, endBankAccounts } from "./bank-accounts.ts"
import { masked } from "./destination.ts"
import { nextPayoutAt } from "./schedule.ts"
import { type PayoutSettingsRow, payoutSettings } from "./tables.ts"

/** `minimum` is in cents of brl, and `next_payout_at` in Unix seconds: null if payouts are made by hand. */
export type PayoutSettings = Pick<PayoutSettingsRow, "holder_document" | "schedule" | "minimum"> & {
  next_payout_at: number | null
}

/** What is left out stays as it is. */
export type PayoutSettingsChange = Partial<Omit<PayoutSettings, "next_payout_at">>

const ofAccount = payoutSettings.find(["account"])
const COLUMNS = ["holder_document", "schedule", "minimum", "due_at"] as const
const putRow = payoutSettings.insert(["account", "id", ...COLUMNS, "held_until_ms"], (rows) =>
  rows.onConflict("account").merge([...COLUMNS, "held_until_ms"]),
)

const NOTHING: PayoutSettings = { holder_document: null, schedule: "manual", minimum: 0, next_payout_at: null }

export async function payoutSettingsOf(db: Queries, account: string): Promise<PayoutSettings> {
  const row = await db.one(ofAccount, { account })
  if (!row) return NOTHING
  const { holder_document, schedule, minimum, due_at: next_payout_at } = row
  return { holder_document, schedule, minimum, next_payout_at }
}

/** The least that a payout in a currency must be, in cents. The account's minimum is one of brl, the currency of its schedule. */
export function minimumIn(currency: string, { minimum }: Pick<PayoutSettings, "minimum">): number {
  return currency === "brl" ? minimum : 0
}

/**
 * Changes how an account is paid out. Another schedule begins on a day after today. A bank account of another holder is removed; payouts that are
 * under way keep it.
 */
export async function updatePayoutSettings(
  tx: Transaction,
  scope: BankScope,
  change: PayoutSettingsChange,
): Promise<PayoutSettings & { changes: Changes }> {
  const { account, now } = scope
  // The lock comes before the read, so two concurrent changes of different settings both hold.
  await lockAccount(tx, account)
  const before = await payoutSettingsOf(tx, account)
  const after = { ...before, ...change }
  if (after.schedule !== before.schedule) after.next_payout_at = nextPayoutAt(after.schedule, now)
  const { next_payout_at: due_at, ...columns } = after
  await tx.run(putRow, { account, id: account, ...columns, due_at, held_until_ms: 0 })
  if (after.holder_document !== before.holder_document) await endBankAccounts(tx, scope)
  const changes = changesOf(before, after)
  return { ...after, changes: { before: audited(changes.before), after: audited(changes.after) } }
}

/** The audit log is kept for ever, so it has no whole CPF or CNPJ. */
function audited({ holder_document, ...members }: Partial<PayoutSettings>): Record<string, unknown> {
  return holder_document === undefined ? members : { ...members, holder_document: masked(holder_document) }
}
