// Payments whose money never arrives, because the acquirer could not capture it after all.
import { plainMoney } from "../../base/currency.ts"
import { recordFailure } from "../../jobs/failing.ts"
import { CAPTURE_FAILED } from "../../jobs/table.ts"
import { attemptsAbout } from "../attempts/charges.ts"
import type { PaymentsMode } from "../intents/mode.ts"
import { holdIntentOf } from "../intents/store.ts"

/** Tells an operator, if the payment of a charge has succeeded. Another one is refused by its look-up, which nobody need know of. */
export async function noteLost(mode: PaymentsMode, of: { account: string; acquirer: string; charge: string }): Promise<void> {
  mode.log.error(of, "an acquirer could not capture a payment: its money never arrives")
  const sale = (await attemptsAbout(mode.database, of)).find(({ kind }) => kind === "charge")
  if (!sale) return
  await mode.database.transaction(async (tx) => {
    const { status, amount, currency } = await holdIntentOf(tx, sale)
    if (status !== "succeeded") return
    const sum = plainMoney(amount, currency)
    const message = `The acquirer could not capture a payment of ${sum} that had succeeded. What is left of it is booked as a refund that the acquirer reports.`
    await recordFailure(tx, CAPTURE_FAILED, sale, message)
  })
}
