// What the cases of an acquirer add to what its look-ups show of a charge: which dispute is which case, and the amount of a case that no look-up tells.
import type { Queries, Transaction } from "../../db/database.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { bookDispute } from "../disputes/disputes.ts"
import { correctAmount, followAcquirer, type SaidOfDispute } from "../disputes/follow.ts"
import { compareTotal } from "../disputes/shown.ts"
import { disputesOf } from "../disputes/store.ts"
import type { DisputeRow } from "../disputes/table.ts"
import type { PaymentScope } from "../intents/mode.ts"
import type { IntentRow } from "../intents/table.ts"
import { leftToRefund, refundableOf } from "../refunds/left.ts"
import { casesOf, findDesk } from "./store.ts"
import { type CaseRow, chargebackCases } from "./tables.ts"

const linkRow = chargebackCases.update(["account", "id"], ["dispute", "is_estimate"])

/** What a case says of its dispute. */
export function saidOf({ status, due_by, reason, is_fraud }: CaseRow): SaidOfDispute {
  return { status, due_by, reason: is_fraud ? "fraudulent" : "general", network_reason: reason }
}

/** Which dispute is the case's. `isEstimate`: its amount is that of the case. */
export function linkCase(tx: Transaction, { account, id }: CaseRow, dispute: string, isEstimate = false): Promise<unknown> {
  return tx.run(linkRow, { account, id, dispute, is_estimate: isEstimate })
}

/** A dispute of the case's charge that has no case yet: one of its amount, or else the oldest. */
export async function disputeWithoutCase(
  tx: Transaction,
  intent: IntentRow,
  of: string | null,
  { amount }: Pick<CaseRow, "amount">,
): Promise<DisputeRow | undefined> {
  const taken = new Set((await casesOf(tx, intent)).map(({ dispute }) => dispute))
  const free = (await disputesOf(tx, intent)).filter(
    ({ id, charge, status }) => charge === of && !taken.has(id) && status !== "won",
  )
  return free.find((dispute) => dispute.amount === amount) ?? free[0]
}

/** The cases of a charge whose money is not booked. The caller holds the intent. */
async function unbookedCases(db: Queries, intent: IntentRow, charge: string | null): Promise<CaseRow[]> {
  return (await casesWithoutDispute(db, intent, charge)).filter(({ status }) => status !== "won")
}

async function casesWithoutDispute(db: Queries, intent: IntentRow, charge: string | null): Promise<CaseRow[]> {
  return (await casesOf(db, intent)).filter((row) => row.charge === charge && !row.is_inquiry && row.dispute === null)
}

type Charge = Pick<AttemptRow, "account" | "acquirer" | "charge">

/**
 * Books what a look-up shows beyond what is booked: for each case that waits for it, and the rest as one dispute. A case may have been won before
 * its money was shown. Returns the ids of the disputes.
 */
export async function bookShown(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  { of, amount, reason = null }: { of: string | null; amount: number; reason?: string | null | undefined },
  about: Charge,
): Promise<string[]> {
  const cases = await casesWithoutDispute(tx, intent, about.charge)
  const booked: string[] = []
  for (const { row, share } of sharesOf(amount, cases)) {
    const said = row ? bookedAs(saidOf(row)) : { reason, status: await firstStatus(tx, about) }
    const dispute = await bookDispute(tx, scope, intent, { ...said, of, amount: share, shown: { look_up: share } })
    if (row) await linkCase(tx, row, dispute.id)
    if (row?.status === "won") await followAcquirer(tx, scope, { intent, dispute }, saidOf(row), false)
    booked.push(dispute.id)
  }
  return booked
}

/** What was won is booked first, and then given back. */
function bookedAs(said: SaidOfDispute): SaidOfDispute {
  return said.status === "won" ? { ...said, status: "under_review" } : said
}

/** A chargeback of an acquirer that takes answers waits for one, although its case is not listed yet. */
async function firstStatus(db: Queries, { account, acquirer }: Charge) {
  return (await findDesk(db, account, acquirer)) ? ("needs_response" as const) : undefined
}

/** Which part of an amount is which case's. The rest is the last one's that waits for it. Of cases that were won, it is of none. */
function sharesOf(amount: number, cases: readonly CaseRow[]): { row: CaseRow | undefined; share: number }[] {
  const waiting = cases.filter(({ status }) => status !== "won")
  const won = cases.filter(({ status }) => status === "won")
  let rest = amount
  const shares: ReturnType<typeof sharesOf> = [...waiting, ...won].map((row) => {
    const share = Math.min(rest, row.amount ?? rest)
    rest -= share
    return { row, share }
  })
  const last = shares[waiting.length - 1]
  if (last) last.share += rest
  else shares.push({ row: undefined, share: rest })
  return shares.filter(({ share }) => share > 0)
}

/**
 * Books the cases that no look-up has told: a dispute of each case's amount, at most what is left of the payment. Returns whether there was any.
 * The caller holds the intent.
 */
export async function bookUntold(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  of: string | null,
  charge: string | null,
): Promise<boolean> {
  const cases = await unbookedCases(tx, intent, charge)
  for (const row of cases) {
    // A person may have recorded it meanwhile.
    const recorded = await disputeWithoutCase(tx, intent, of, row)
    if (recorded) {
      await linkCase(tx, row, recorded.id)
      await followAcquirer(tx, scope, { intent, dispute: recorded }, saidOf(row), false)
      continue
    }
    const left = await leftToRefund(tx, intent)
    const most = left > 0 ? left : await refundableOf(tx, intent)
    const amount = Math.min(row.amount ?? most, most)
    const { id } = await bookDispute(tx, scope, intent, { ...saidOf(row), of, amount })
    await linkCase(tx, row, id, true)
    const { log } = scope.mode
    log.warn(
      { payment_intent: intent.id, dispute: id, case: row.number, amount },
      "a case that no look-up shows was booked as a dispute",
    )
  }
  return cases.length > 0
}

/**
 * A look-up tells how much of a charge was charged back in all: a dispute that has the amount of its case gets the right one, and no longer counts
 * with the case's. The caller holds the intent.
 */
export async function settleEstimates(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  { of, total }: { of: string | null; total: number },
): Promise<void> {
  const estimates = await estimatesOf(tx, intent)
  if (estimates.size === 0 || total === 0) return
  const disputes = (await disputesOf(tx, intent)).filter(({ charge }) => charge === of)
  const guessed = disputes.filter(({ id, status }) => estimates.has(id) && status !== "won")
  const others = disputes.filter((each) => !guessed.includes(each))
  const { counted } = compareTotal(total, others, "look_up")
  await shareOut(tx, scope, intent, { guessed, estimates, amount: total - counted })
}

/**
 * A statement tells chargebacks one by one. `told`: the disputes that it tells with their amounts. `amount`: what it tells beside them, in cents, which
 * is what was taken for the cases that were decided. While one that has an estimate is open, the amount may be its own. The caller holds the intent.
 */
export async function settleDecidedEstimates(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  { of, told, amount }: { of: string | null; told: ReadonlySet<string>; amount: number },
): Promise<void> {
  const estimates = await estimatesOf(tx, intent)
  if (estimates.size === 0) return
  const disputes = (await disputesOf(tx, intent)).filter(({ id, charge }) => charge === of && estimates.has(id))
  const isDecided = ({ id }: DisputeRow) => estimates.get(id)?.closed_at !== null
  for (const [id, row] of estimates) if (told.has(id) && row.closed_at !== null) await linkCase(tx, row, id)
  const guessed = disputes.filter(({ id, status }) => !told.has(id) && status !== "won")
  if (guessed.every(isDecided)) await shareOut(tx, scope, intent, { guessed, estimates, amount })
}

/** The cases whose disputes have the amount of the case, by these disputes. */
async function estimatesOf(db: Queries, intent: IntentRow): Promise<Map<string, CaseRow>> {
  const guesses = (await casesOf(db, intent)).filter(({ is_estimate }) => is_estimate)
  return new Map(guesses.flatMap((row) => (row.dispute === null ? [] : [[row.dispute, row] as const])))
}

type Guessed = { guessed: readonly DisputeRow[]; estimates: ReadonlyMap<string, CaseRow>; amount: number }

/** Gives disputes what was taken for them together. The last one has the rest. */
async function shareOut(tx: Transaction, scope: PaymentScope, intent: IntentRow, { guessed, estimates, amount }: Guessed) {
  let rest = amount
  for (const [index, dispute] of guessed.entries()) {
    if (rest <= 0) return
    const right = index === guessed.length - 1 ? rest : Math.min(dispute.amount, rest)
    const row = estimates.get(dispute.id)
    if (right !== dispute.amount) await correctAmount(tx, scope, intent, dispute, right)
    if (row) await linkCase(tx, row, dispute.id)
    rest -= right
  }
}

/** Whether an open case of the charge is booked, which is then what a notification has told of. */
export async function hasBookedCase(db: Queries, intent: IntentRow, charge: string | null): Promise<boolean> {
  return (await casesOf(db, intent)).some((row) => row.charge === charge && row.dispute !== null && row.closed_at === null)
}
