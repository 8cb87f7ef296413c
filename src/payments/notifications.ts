import type { Notification } from "../acquirers/acquirer.ts"
import { accountTime } from "../clock.ts"
import { attemptsOfCharge, makeDue, type OfCharge } from "./attempts/charges.ts"
import type { AttemptState } from "./attempts/state.ts"
import { isOpenInquiry, requestInquiry } from "./inquiries.ts"
import type { PaymentsMode } from "./mode.ts"
import { orderCheck } from "./refunds/found.ts"

/** What a look-up can decide. */
const POLLED: readonly AttemptState[] = ["unknown", "pending", "waiting", "given_up", "mismatched"]

/**
 * Takes an acquirer's notification about a charge. Nobody signs it, so it only makes us ask: what is open at that charge is looked up in
 * the next second, and a chargeback or a refund made there is asked about. What is to be asked is stored before this returns. A notification that changes
 * nothing, such as one about a charge that is not ours, costs one read of an index.
 */
export async function noteNotification(
  mode: PaymentsMode,
  { acquirer, charge, chargeback }: Notification & { acquirer: string },
): Promise<void> {
  const about = await mode.database.all(attemptsOfCharge, { acquirer, charge })
  if (chargeback) return askAboutChargeback(mode, about, { acquirer, charge })
  await askSoon(mode, about)
  const paid = about.find(({ kind, state }) => kind === "charge" && state === "done")
  if (paid) await orderCheck(mode, paid, { acquirer, charge })
}

/**
 * Makes what a look-up can decide due in the next second, so that any number of notifications make at most one look-up a second. A
 * look-up that is under way may have read what was before. There is another one after it.
 */
async function askSoon({ database, clock }: PaymentsMode, about: readonly OfCharge[]): Promise<void> {
  const early = about.flatMap((attempt) => {
    const { account, id, state, due_at: was_due_at, is_held } = attempt
    const due_at = accountTime(clock, attempt) + 1
    const isLater = was_due_at !== null && (was_due_at > due_at || (Boolean(is_held) && was_due_at < due_at))
    // A sale that counted as not made is no longer watched, but it may have been paid since.
    const isOver = was_due_at === null && state === "given_up"
    return POLLED.includes(state) && (isLater || isOver) ? [{ account, id, was_due_at, due_at }] : []
  })
  if (early.length === 0) return
  await database.transaction(async (tx) => {
    for (const attempt of early) await tx.run(makeDue, attempt)
  })
}

/** Orders an inquiry about a sale, unless it is being asked about already. */
async function askAboutChargeback(
  mode: PaymentsMode,
  about: readonly OfCharge[],
  what: { acquirer: string; charge: string },
): Promise<void> {
  const sale = about.find(({ kind }) => kind === "charge")
  if (sale && !about.some(isOpenInquiry)) return requestInquiry(mode, sale, what)
  // Money that is sent back is no payment of ours, so nothing can be booked.
  const [other] = about
  if (!sale && other) mode.log.warn({ ...what, attempt: other.id }, "a chargeback was reported for a charge that no payment has")
}
