import { Refusal } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { closeAttempt } from "../attempts/move.ts"
import { mustFindAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { refuseForPlatform, type SaidBy } from "../intents/platform-money.ts"

/**
 * Ends an inquiry because a person has asked the acquirer, and there is nothing to book. Throws Refusal if it has ended, or if only the operator of
 * the platform may say so.
 */
export async function dismissInquiry(tx: Transaction, { by }: SaidBy<unknown>, inquiry: AttemptRow): Promise<AttemptRow> {
  await refuseForPlatform(tx, by, inquiry)
  const closed = await closeAttempt(tx, await mustFindAttempt(tx, inquiry), "dismissed")
  if (!closed) throw new Refusal("inquiry_ended", `The inquiry ${inquiry.id} has ended already.`)
  return closed
}
