import { Refusal } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import { book } from "../../ledger/book.ts"
import { latestAttemptOf } from "../attempts/store.ts"
import { fundsOf } from "../intents/book-success.ts"
import { refuseForPlatform, type SaidBy } from "../intents/platform-money.ts"
import type { OfIntent } from "../intents/store.ts"
import { holdDispute } from "./store.ts"
import { type DisputeRow, disputes } from "./table.ts"
import { isOpenExcess } from "./taking.ts"

const decideExcess = disputes.update(["account", "id"], ["excess_taken"], (rows) => rows.returning("*"))

/**
 * Records whether the merchant lost what a dispute took beyond its payment, such as a chargeback after a refund. Throws Refusal if the
 * dispute has no such excess, if an operator has decided before, or if only the operator of the
 * platform may say that it was not taken.
 */
export async function settleExcess(
  tx: Transaction,
  scope: SaidBy<EventScope>,
  which: Pick<DisputeRow, "account" | "id"> & OfIntent,
  taken: boolean,
): Promise<DisputeRow> {
  if (!taken) await refuseForPlatform(tx, scope.by, which)
  const { intent, dispute } = await holdDispute(tx, which)
  const { account, id } = dispute
  if (!isOpenExcess(dispute))
    throw new Refusal("dispute_without_excess", `The dispute ${id} has no excess that waits for a decision.`)
  const funds = await fundsOf(tx, await latestAttemptOf(tx, intent))
  await book(tx, scope, { ...intent, funds }, { moved: "excess", dispute: id, amount: taken ? dispute.excess : 0 })
  return tx.only(decideExcess, { account, id, excess_taken: taken })
}
