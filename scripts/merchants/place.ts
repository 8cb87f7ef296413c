// Where merchants and payers act, and what several of their actions do.
import type { Database } from "../../src/db/database.ts"
import { isUnreachable } from "../../src/db/unreachable.ts"
import { findCharge } from "../../src/payments/intents/settle-charge.ts"
import type { Json } from "../../test/support/app/client.ts"
import type { Bank } from "../../test/support/banks/bank.ts"
import { until } from "../../test/support/merchants/merchant.ts"
import { ADDRESS } from "../../test/support/merchants/rails.ts"
import type { Random } from "./random.ts"
import type { Shop } from "./shop.ts"

export const PAYER = {
  email: "ana@example.com",
  name: "Ana Souza",
  document: { type: "cpf", number: "529.982.247-25" },
  address: ADDRESS,
}

export type Place = {
  bank: Bank
  database: Database
  shop: Shop
  random: Random
  /** Presses the payer's button on the page of a challenge, if the service can be reached. */
  press(url: string, action: "authorize" | "fail"): Promise<unknown>
}

/** A frozen process may hold the bank's ledger. It is woken while this process waits for its next try. */
export async function atBank(act: () => Promise<void>): Promise<void> {
  await until(() => act().then(() => true, orDown))
}

export async function refundSometimes({ shop, random }: Place, intent: Json): Promise<void> {
  if (intent.status !== "succeeded" || random.chance(0.4)) return
  let left = intent.amount_received
  for (let parts = random.integer(1, 3); parts > 0 && left > 0; parts--) {
    const amount = random.chance(0.5) ? left : random.integer(1, left)
    await shop.post("/v1/refunds", { payment_intent: intent.id, amount })
    left -= amount
  }
}

export async function newPayer(shop: Shop): Promise<string> {
  return (await shop.post("/v1/customers", PAYER)).id
}

/** Returns the reference of the sale at the bank. If a sale was lost, there is a new one. Postgres may be down meanwhile. */
export async function referenceOf({ database }: Place, { charges }: Json): Promise<string> {
  const find = () => findCharge(database, charges.latest.replace("ch_", "att_"))
  return (await until(() => find().catch(orDown))).reference
}

/** Returns undefined for an error of an unreachable database. Throws any other error. */
function orDown(error: unknown): undefined {
  if (!isUnreachable(error)) throw error
}
