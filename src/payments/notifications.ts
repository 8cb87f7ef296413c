import type { Notification } from "../acquirers/acquirer.ts"
import { accountTime } from "../base/clock.ts"
import { attemptsOfCharge, makeDue, type OfCharge } from "./attempts/charges.ts"
import type { AttemptState } from "./attempts/state.ts"
import { isOpenInquiry, requestInquiry } from "./disputes/inquiries.ts"
import type { PaymentsMode } from "./intents/mode.ts"
import { orderCheck } from "./refunds/external-refunds.ts"

/** The states in which a look-up can decide an attempt. */
const POLLED: readonly AttemptState[] = ["unknown", "pending", "waiting", "given_up", "mismatched"]

/**
 * Handles an acquirer's notification about a charge. Notifications are not signed, so a notification only causes questions: open attempts
 * of the charge are looked up in the next second, and the acquirer is asked about a chargeback or a refund made there. These questions are
 * stored before this returns. A notification that changes nothing, such as one about an unknown charge, costs one read of an index.
 */
export async function noteNotification(
  mode: PaymentsMode,
  { acquirer, charge, chargeback }: Notification & { acquirer: string },
): Promise<void> {
  const about = await mode.database.all(attemptsOfCharge, { acquirer, charge })
  if (chargeback) return askAboutChargeback(mode, about, { acquirer, charge })
  await askSoon(mode, about)
  const paid = about.find(({ kind, state }) => kind === "charge" && (state === "done" || state === "mismatched"))
  if (paid) await orderCheck(mode, paid, { acquirer, charge })
}

/**
 * Makes open attempts due in the next second, so any number of notifications cause at most one look-up a second. A look-up that is under
 * way may have read the earlier state, so another one follows it.
 */
async function askSoon({ database, clock }: PaymentsMode, about: readonly OfCharge[]): Promise<void> {
  const early = about.flatMap((attempt) => {
    const { account, id, state, due_at: was_due_at, is_held } = attempt
    const due_at = accountTime(clock, attempt) + 1
    const isLater = was_due_at !== null && (was_due_at > due_at || (is_held && was_due_at < due_at))
    // A sale that counted as not made and is no longer watched may have been paid since.
    const isOver = was_due_at === null && state === "given_up"
    return POLLED.includes(state) && (isLater || isOver) ? [{ account, id, was_due_at, due_at }] : []
  })
  if (early.length === 0) return
  await database.transaction(async (tx) => {
    for (const attempt of early) await tx.run(makeDue, attempt)
  })
}

/** Orders an inquiry about a sale, unless one is open. */
async function askAboutChargeback(
  mode: PaymentsMode,
  about: readonly OfCharge[],
  what: { acquirer: string; charge: string },
): Promise<void> {
  const sale = about.find(({ kind }) => kind === "charge")
  if (sale && !about.some(isOpenInquiry)) return requestInquiry(mode, sale, what)
  // Money that is being sent back belongs to no payment, so nothing can be booked.
  const [other] = about
  if (!sale && other) mode.log.warn({ ...what, attempt: other.id }, "a chargeback was reported for a charge that no payment has")
}
