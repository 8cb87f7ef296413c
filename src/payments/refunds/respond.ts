import { mustHave } from "../../base/must.ts"
import type { Transaction } from "../../db/database.ts"
import { saveResponse } from "../../idempotency/claims.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { mustFindRefund, presentRefund } from "./store.ts"

/** A request waits only for the first outcome. Later outcomes find its response already saved. */
export async function saveRefundResponse(tx: Transaction, attempt: AttemptRow, now: number): Promise<void> {
  const { account, idempotency_key: key, state } = attempt
  if (!key || (state !== "new" && state !== "sent")) return
  const refund = await mustFindRefund(tx, attempt, mustHave(attempt, "refund").refund)
  const body = JSON.stringify(presentRefund(refund, tx.livemode))
  saveResponse(tx, { account, key }, { status: 201, body, sealed: false }, now)
}
