import type { Scope } from "../accounts/scope.ts"
import type { Queries } from "../db/database.ts"
import { readBalances } from "./totals/read.ts"

export type BalanceAmount = { amount: number; currency: string }

/**
 * The balance of an account in cents, by currency in alphabetical order. `available`: the balance transactions whose day has come, below 0 if
 * more went back than came. `pending`: those of later days, and payments that are processing. It is read from the totals, which
 * `vintem check` compares with the balance transactions and the payments.
 */
export async function balanceOf(db: Queries, scope: Pick<Scope, "account" | "now">) {
  const balances = await readBalances(db, scope)
  const list = (which: "available" | "pending"): BalanceAmount[] =>
    balances.map(({ currency, [which]: amount }) => ({ amount, currency }))
  return { available: list("available"), pending: list("pending") }
}

/** The Balance of a response (openapi.yaml, Balance). An account has exactly one, so it has no id. */
export async function presentBalance(db: Queries, scope: Scope<{ readonly livemode: boolean }>) {
  return { object: "balance" as const, livemode: scope.mode.livemode, ...(await balanceOf(db, scope)) }
}
