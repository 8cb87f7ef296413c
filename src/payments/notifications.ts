import type { Notification } from "../acquirers/acquirer.ts"
import { accountTime } from "../clock.ts"
import { attemptsOfCharge, makeDue, type OfCharge } from "./attempts/charges.ts"
import type { AttemptState } from "./attempts/state.ts"
import { callAcquirers } from "./attempts/work.ts"
import { isOpenInquiry, requestInquiry } from "./inquiries.ts"
import type { PaymentsMode } from "./mode.ts"

/** What a look-up can decide. */
const POLLED: readonly AttemptState[] = ["unknown", "pending", "waiting", "given_up", "mismatched"]

/**
 * Takes an acquirer's notification about a charge. Nobody signs it, so it only makes us ask: what is open at that charge is looked up
 * now, and a chargeback is asked about. What it leads to is stored before this returns. A notification that changes nothing, such as
 * one about a charge that is not ours, costs one read of an index.
 */
export async function noteNotification(
  mode: PaymentsMode,
  { acquirer, charge, chargeback }: Notification & { acquirer: string },
): Promise<void> {
  const about = await mode.database.all(attemptsOfCharge, { acquirer, charge })
  if (!(chargeback ? await noteChargeback(mode, about, { acquirer, charge }) : await askNow(mode, about))) return
  mode.due.emit(callAcquirers.kind)
}

/** Makes what a look-up can decide due now. Returns whether anything is. */
async function askNow(mode: PaymentsMode, about: readonly OfCharge[]): Promise<boolean> {
  const later = about.flatMap((attempt) => {
    const now = accountTime(mode.clock, attempt)
    // A look-up that is under way may have read what was before. So there is another one after it.
    const due_at = attempt.is_held ? now + 1 : now
    const isLater = attempt.due_at !== null && (attempt.is_held ? attempt.due_at !== due_at : attempt.due_at > due_at)
    return isLater && POLLED.includes(attempt.state) ? [{ id: attempt.id, was_due_at: attempt.due_at, due_at }] : []
  })
  if (later.length === 0) return false
  await mode.database.transaction(async (tx) => {
    for (const attempt of later) await tx.run(makeDue, attempt)
  })
  return true
}

/** Orders an inquiry about a sale. Returns false where there is no such sale, or where it is being asked about already. */
async function noteChargeback(
  mode: PaymentsMode,
  about: readonly OfCharge[],
  what: { acquirer: string; charge: string },
): Promise<boolean> {
  const sale = about.find(({ kind }) => kind === "charge")
  if (sale) return !about.some(isOpenInquiry) && requestInquiry(mode, sale, what)
  // Money that is sent back is no payment of ours, so nothing can be booked.
  if (about.length > 0) mode.log.warn({ ...what, attempt: about[0]!.id }, "a charge was disputed that no payment has")
  return false
}
