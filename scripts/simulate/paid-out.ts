import { setBankAccount } from "../../src/payouts/bank-accounts.ts"
import { readPixKey } from "../../src/payouts/destination.ts"
import { updatePayoutSettings } from "../../src/payouts/settings.ts"
import { HOLDER, KEYS, MINIMUMS } from "../merchants/payouts.ts"
import type { Process } from "./process.ts"
import type { World } from "./world.ts"

/**
 * Lets a merchant be paid out each banking day, from a minimum on that stays. In test mode, the bank account may be closed. Returns the bank account,
 * which the operator releases in live mode.
 */
export function payOutFrom(
  { database, machine }: World,
  mode: Process["mode"],
  account: string,
  now = Math.floor(machine.now / 1000),
): Promise<string> {
  const minimum = machine.random.pick(MINIMUMS)
  const key = database.livemode ? KEYS.good : machine.random.pick([KEYS.good, KEYS.closed])
  const scope = { account, now, mode }
  return database.transaction(async (tx) => {
    await updatePayoutSettings(tx, scope, { holder_document: HOLDER, schedule: "daily", minimum })
    return (await setBankAccount(tx, scope, readPixKey(key))).id
  })
}
