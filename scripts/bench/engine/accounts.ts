// The accounts of engine.ts: each has a yearly subscription whose next renewal is far away.
import { createAccount } from "../../../src/accounts/accounts.ts"
import { scopeOf } from "../../../src/accounts/scope.ts"
import { createPlan } from "../../../src/billing/plans.ts"
import { createProduct } from "../../../src/billing/products.ts"
import { startSubscription } from "../../../src/billing/subscriptions/start.ts"
import { createCustomer } from "../../../src/customers/customers.ts"
import type { Transaction } from "../../../src/db/database.ts"
import type { Mode } from "../../../src/modes/wiring.ts"
import { createIntent } from "../../../src/payments/intents/create.ts"
import { saveCard } from "../../../src/payments/methods/store.ts"
import { storeCard } from "../../../src/vault/cards.ts"

const BATCH = 100
const CARD = {
  number: "4242424242424242",
  cvc: "123",
  exp_month: 12,
  exp_year: 2039,
  holder_name: null,
  funding: "credit",
} as const

/** Creates accounts with this many subscriptions each. Returns their ids. */
export async function newAccounts(mode: Mode, accounts: number, subscriptions = 1): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < accounts) {
    const batch = Array.from({ length: Math.min(BATCH, accounts - ids.length) }, () =>
      mode.database.transaction((tx) => newAccount(tx, mode, subscriptions)),
    )
    ids.push(...(await Promise.all(batch)))
  }
  return ids
}

async function newAccount(tx: Transaction, mode: Mode, subscriptions: number): Promise<string> {
  const { id: account } = await createAccount(tx, mode.clock, "Benchmark")
  const scope = await scopeOf(tx, mode, account)
  const { id: product } = await createProduct(tx, scope, { name: "Benchmark" })
  await createPlan(tx, scope, { product, name: "Benchmark", interval: "YEAR", interval_count: 1, trial_days: 0 })
  for (let i = 0; i < subscriptions; i++) {
    const { id: customer } = await createCustomer(tx, scope, { email: "bench@example.com" })
    await saveCard(tx, scope, customer, (await storeCard(tx, scope, CARD)).id)
    const intent = await createIntent(tx, scope, { amount: 4990, currency: "brl", customer, product })
    await startSubscription(tx, scope, { ...intent, product, subscription: null })
  }
  return account
}
