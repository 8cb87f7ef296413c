import { lockAccount } from "../accounts/accounts.ts"
import type { Scope } from "../accounts/scope.ts"
import { Refusal } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { bookPlatform } from "../ledger/book.ts"
import type { Line } from "../ledger/parts/line.ts"
import { takeAvailable, takeFirstOfOpening } from "./claims.ts"
import { type OpeningRow, payoutOpenings } from "./tables.ts"

const insertRow = payoutOpenings.insert(["id", "account", "created", "currency", "paid_before", "balance"], (rows) =>
  rows.onConflict(["account", "currency"]).ignore().returning("*"),
)
const setPaidBefore = payoutOpenings.update(["account", "id"], ["paid_before"], (rows) => rows.returning("*"))
const findRow = payoutOpenings.find(["account", "currency"])

/** When payouts in a currency were opened, or undefined if they were not. */
export function findOpening(db: Queries, account: string, currency: string): Promise<OpeningRow | undefined> {
  return db.one(findRow, { account, currency })
}

/**
 * Opens the payouts of a currency. What is available now was paid to the merchant before, by other means: it belongs to the opening, together with
 * an adjustment that brings it to 0. `balance` is what the platform still owes of it, for the first payout. Rows to come stay. Throws Refusal the
 * second time, and in test mode.
 */
export async function openPayouts(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  { currency, balance }: { currency: string; balance: number },
): Promise<OpeningRow> {
  const { account, now } = scope
  if (!tx.livemode) throw new Refusal("payouts_already_open", "The payouts of test mode are always open.")
  await lockAccount(tx, account)
  const opening = await tx.one(insertRow, { id: newId("pop"), account, created: now, currency, paid_before: 0, balance })
  if (!opening)
    throw new Refusal("payouts_already_open", `The payouts of ${account} in ${currency} were opened before. That is done once.`)
  const { net: paid_before } = await takeAvailable(tx, scope, currency, null)
  const line = { type: "adjustment" as const, source: opening.id, fee: 0, installment: null, available_on: now }
  const lines: Line[] = [
    { ...line, part: 0, amount: -paid_before },
    { ...line, part: 1, amount: balance },
  ]
  bookPlatform(
    tx,
    scope,
    currency,
    lines.filter(({ amount }) => amount !== 0),
  )
  takeFirstOfOpening(tx, account, opening.id)
  return tx.only(setPaidBefore, { account, id: opening.id, paid_before })
}
