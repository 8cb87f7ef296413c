// Refunds that were made and have failed since: the card network or the payer's bank has turned them back.
import { scopeOf } from "../../accounts/scope.ts"
import { withDeadline } from "../../base/deadline.ts"
import { attemptsAbout } from "../attempts/charges.ts"
import { moveAttempt } from "../attempts/move.ts"
import { acquirerFor } from "../attempts/send.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentsMode } from "../intents/mode.ts"
import { holdIntentOf } from "../intents/store.ts"
import { refundsBySending, sumOf } from "./left.ts"
import { orderOf } from "./run.ts"
import { insertRefund, undoMade } from "./store.ts"

type OfCharge = { account: string; acquirer: string; charge: string }

/** Fails the refunds of a charge that had been made, and of which the acquirer says by now that they were not. */
export async function failUndone(mode: PaymentsMode, of: OfCharge): Promise<void> {
  const about = await attemptsAbout(mode.database, of)
  for (const attempt of about.filter(isMade)) if (await isUndone(mode, attempt)) await fail(mode, attempt)
  const sale = about.find(({ kind }) => kind === "charge")
  if (sale) await failReported(mode, sale, of.charge)
}

/**
 * Fails refunds that were made at the acquirer, and only booked here, while less has gone back than is booked. The newest goes first. Several that were
 * learned at once are booked as one, so what is left of it is booked again.
 */
async function failReported(mode: PaymentsMode, sale: AttemptRow, charge: string): Promise<void> {
  const { account } = sale
  const acquirer = await acquirerFor(mode, sale)
  const held = await withDeadline(mode.callDeadlineMs, (signal) => acquirer.holds({ account, charge }, signal))
  if (!held) return
  await mode.database.transaction(async (tx) => {
    const intent = await holdIntentOf(tx, sale)
    if (intent.charge !== charge) return
    const scope = await scopeOf(tx, mode, account)
    const { sent } = await refundsBySending(tx, intent)
    const made = sent.filter(({ reason, status }) => reason !== "dispute" && status === "succeeded")
    const reported = made.filter((refund) => refund.reported).reverse()
    const lacking = sumOf(made) - held.gone_back
    const exact = reported.find(({ amount }) => amount === lacking)
    let missing = lacking
    for (const { id, amount } of exact ? [exact] : reported) {
      if (missing <= 0 || !(await undoMade(tx, scope, id))) continue
      missing -= amount
      logFailed(mode, { refund: id, payment_intent: intent.id, charge, amount })
    }
    const rest = { amount: -missing, reason: null, status: "succeeded", metadata: {}, reported: true } as const
    if (lacking > 0 && missing < 0) await insertRefund(tx, scope, intent, rest)
  })
}

/** What a person has made is not the acquirer's to undo. */
function isMade({ kind, state, outcome }: AttemptRow): boolean {
  return (kind === "refund" || kind === "reversal") && state === "done" && outcome !== "settled_by_hand"
}

async function isUndone(mode: PaymentsMode, attempt: AttemptRow): Promise<boolean> {
  const acquirer = await acquirerFor(mode, attempt)
  const found = await withDeadline(mode.callDeadlineMs, (signal) => acquirer.lookUpRefund(orderOf(attempt), signal))
  return found?.result === "refused"
}

async function fail(mode: PaymentsMode, attempt: AttemptRow): Promise<void> {
  const { account, refund, payment_intent, charge, amount, kind } = attempt
  const fields = { refund, payment_intent, charge, amount }
  if (kind === "reversal" || refund === null) return reopen(mode, attempt)
  await mode.database.transaction(async (tx) => {
    const intent = await holdIntentOf(tx, attempt)
    const scope = await scopeOf(tx, mode, account)
    if (!(await undoMade(tx, scope, refund))) return
    for (const listener of mode.refundListeners) await listener(tx, scope, intent)
    logFailed(mode, fields)
  })
}

/** Money that no payment keeps is to be paid back by a person, who finds it on the attention list. */
async function reopen(mode: PaymentsMode, attempt: AttemptRow): Promise<void> {
  const { account, payment_intent, charge, amount } = attempt
  const isReopened = await mode.database.transaction(async (tx) =>
    moveAttempt(tx, await scopeOf(tx, mode, account), attempt, "came_back", "came_back"),
  )
  if (isReopened)
    mode.log.error(
      { payment_intent, charge, amount },
      "money that was sent back has come back to the acquirer: pay it back by hand",
    )
}

function logFailed({ log }: Pick<PaymentsMode, "log">, refund: object): void {
  log.error(refund, "a refund that was made has failed: the payer does not have the money")
}
