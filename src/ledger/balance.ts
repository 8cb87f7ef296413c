import type { Scope } from "../accounts/scope.ts"
import type { Queries } from "../db/database.ts"
import { readBalances } from "./totals/read.ts"

export type BalanceAmount = { amount: number; currency: string }

/**
 * The balance of an account in cents, by currency in alphabetical order. A dispute counts once, through its refund. The balance is read
 * from the totals, which `vintem check` compares with the payments and refunds.
 */
export async function balanceOf(db: Queries, { account }: Pick<Scope, "account">) {
  const balances = await readBalances(db, account)
  const list = (which: "available" | "pending"): BalanceAmount[] =>
    balances.map(({ currency, [which]: amount }) => ({ amount, currency }))
  return { available: list("available"), pending: list("pending") }
}

/** The Balance of a response (openapi.yaml, Balance). An account has exactly one, so it has no id. */
export async function presentBalance(db: Queries, scope: Scope<{ readonly livemode: boolean }>) {
  return { object: "balance" as const, livemode: scope.mode.livemode, ...(await balanceOf(db, scope)) }
}
