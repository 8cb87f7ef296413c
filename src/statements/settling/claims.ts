// Which refunds and disputes of ours the lines of a charge tell of.

import { dayOf } from "../../base/day.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { transactionsOf } from "../../ledger/book.ts"
import type { Funds } from "../../ledger/parts/kinds.ts"
import { balanceTransactions, type TransactionRow } from "../../ledger/table.ts"
import { settleDecidedEstimates } from "../../payments/chargebacks/booking.ts"
import { closeDispute } from "../../payments/disputes/close.ts"
import { settleExcess } from "../../payments/disputes/excess.ts"
import { countedOf, disputesOf } from "../../payments/disputes/store.ts"
import type { DisputeRow } from "../../payments/disputes/table.ts"
import { isOpenExcess } from "../../payments/disputes/taking.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { OPERATOR } from "../../payments/intents/platform-money.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { type RefundRow, refunds } from "../../payments/refunds/table.ts"
import type { Event } from "../effects/effect.ts"
import type { Told } from "../effects/entry.ts"
import { type Piece, recognize } from "../matching/recognize.ts"
import type { AcquirerOpeningRow, MatterRow } from "../tables.ts"
import type { Looked } from "./lines.ts"
import { changeMatter } from "./matters.ts"

/** The payment that lines are about, which the transaction holds. */
export type Subject = Looked & {
  intent: IntentRow | null
  /** The acquirer's own id of the charge. */
  charge: string | null
  /** Its id in the API. */
  public_charge: string | null
  /** Whether the payment keeps the charge. Money of another one has gone back, and no refund of the payment is about it. */
  is_kept: boolean
  funds: Funds
  installments: number
  /** What the lines say has gone back and was charged back in all, in cents: less what they give back. */
  gone_back: number
  charged_back: number
  opening: AcquirerOpeningRow | undefined
}

/** What lines tell, and its row, which is replaced when it changes. `is_before`: it was paid before the deposits began, and changes nothing. */
export type Matter = Told & { row: MatterRow; is_before: boolean }

type About = { of: Subject; intent: IntentRow; matters: readonly Matter[] }

const refundsOf = refunds.find(["account", "payment_intent"], (rows) => rows.orderBy("id"))
const rowsOfSource = balanceTransactions.find(["account", "source"], (rows) => rows.orderBy("id"))

/**
 * Recognizes what lines tell of, and notes it in their matters. Money that the acquirer pays out is as the statement says: it decides what was taken
 * for a case that is closed, that a merchant has lost what a dispute took beyond its payment, and, while no case is open (`has_case`), that a
 * dispute is won. The caller holds the intent.
 */
export async function claimMatters(tx: Transaction, scope: PaymentScope, about: About, has_case: boolean): Promise<void> {
  const { of, intent, matters } = about
  if (of.is_kept && matters.some(({ event }) => event === "refund" || event === "refund_undone")) {
    const returned = (await tx.all(refundsOf, ofPayment(intent))).filter(({ reason }) => reason !== "dispute")
    const isFailed = ({ status }: RefundRow) => status === "failed"
    await claim(tx, matters, "refund", returned.filter((refund) => !isFailed(refund)).map(pieceOfRefund))
    await claim(tx, matters, "refund_undone", returned.filter(isFailed).map(pieceOfRefund))
  }
  if (!matters.some(isOfCase)) return
  const taken = await claimTaken(tx, about)
  if (of.funds === "acquirer") {
    await settleAmounts(tx, scope, about)
    taken.push(...(await claimTaken(tx, about)))
    await loseExcesses(tx, scope, about, taken)
  }
  await claimGivenBack(tx, about)
  if (of.funds === "acquirer" && !has_case) await winBack(tx, scope, about)
}

/** Whether a case at the acquirer may be about it. */
export function isOfCase({ event }: Told): boolean {
  return event === "chargeback" || event === "chargeback_undone"
}

/**
 * Notes what lines are. The first of several has it, and the others have the first. Returns what was recognized now, but for what was paid before
 * the deposits began.
 */
async function claim(tx: Transaction, matters: readonly Matter[], event: Event, ours: readonly Piece[]): Promise<string[]> {
  const own = matters.filter((matter) => matter.event === event && matter.line.fields.gross !== 0)
  const taken = new Set(own.flatMap(({ row }) => claimsOf(row)))
  const lines = own
    .filter(({ row }) => row.claimed === null)
    .map(({ row, line }) => ({ id: row.id, amount: Math.abs(line.fields.gross), day: row.day }))
  const found = recognize(
    lines,
    ours.filter(({ id }) => !taken.has(id)),
  )
  const now = new Map(
    found.flatMap(({ lines: [first = "", ...others], ours: are }) => [
      [first, are.join(" ")] as const,
      ...others.map((each) => [each, first] as const),
    ]),
  )
  const changed = own.filter(({ row }) => now.has(row.id))
  for (const matter of changed) matter.row = await changeMatter(tx, matter.row, { claimed: now.get(matter.row.id) ?? null })
  return changed.filter(({ is_before }) => !is_before).flatMap(({ row }) => claimsOf(row))
}

/** The refunds and disputes that a matter is. None for a line beside the first one of several. */
function claimsOf({ claimed }: Pick<MatterRow, "claimed">): string[] {
  return claimed === null || isPart({ claimed }) ? [] : claimed.split(" ")
}

/** Whether a matter is a further line of what another one is. */
export function isPart({ claimed }: Pick<MatterRow, "claimed">): boolean {
  return claimed?.startsWith("stm_") ?? false
}

/** A dispute is named by its Refund, because a case that is taken again has another one. */
function nameOf({ id, refund }: DisputeRow): string {
  return refund ?? id
}

function pieceOfRefund({ id, amount, created }: RefundRow): Piece {
  return { id, amount, day: dayOf(created) }
}

/** What was taken counts as a whole, also where the payment had less. */
function pieceOfDispute(dispute: DisputeRow): Piece {
  return { id: nameOf(dispute), amount: dispute.amount, day: dayOf(dispute.created) }
}

async function disputesOfCharge(db: Queries, { of, intent }: About): Promise<DisputeRow[]> {
  return (await disputesOf(db, intent)).filter(({ charge }) => charge === of.public_charge)
}

/** The Refunds of disputes whose money has come back, and was taken again since. */
async function takenBefore(db: Queries, { of, intent }: About): Promise<Piece[]> {
  if (!of.is_kept) return []
  const now = new Set((await disputesOf(db, intent)).map(nameOf))
  const all = await db.all(refundsOf, ofPayment(intent))
  return all.filter(({ id, reason }) => reason === "dispute" && !now.has(id)).map(pieceOfRefund)
}

async function claimTaken(tx: Transaction, about: About): Promise<string[]> {
  const disputes = (await disputesOfCharge(tx, about)).map(pieceOfDispute)
  return claim(tx, about.matters, "chargeback", [...disputes, ...(await takenBefore(tx, about))])
}

/** The statement tells what was really taken for a dispute that has the amount of its case. */
async function settleAmounts(tx: Transaction, scope: PaymentScope, about: About): Promise<void> {
  const { of, intent, matters } = about
  const names = namesOf(matters, "chargeback")
  const told = new Set((await disputesOfCharge(tx, about)).filter((each) => names.has(nameOf(each))).map(({ id }) => id))
  const unknown = matters.filter(({ event, row, is_before }) => event === "chargeback" && row.claimed === null && !is_before)
  const amount = unknown.reduce((sum, { line }) => sum + Math.abs(line.fields.gross), 0)
  await settleDecidedEstimates(tx, scope, intent, { of: of.public_charge, told, amount })
  await countedOf(tx, intent, { charge: of.public_charge, source: "statement", total: of.charged_back })
}

/** What a line takes is lost, also what the payment no longer had. */
async function loseExcesses(tx: Transaction, scope: PaymentScope, about: About, taken: readonly string[]): Promise<void> {
  for (const dispute of await disputesOfCharge(tx, about))
    if (taken.includes(nameOf(dispute)) && isOpenExcess(dispute))
      await settleExcess(tx, { ...scope, by: OPERATOR }, dispute, true)
}

async function claimGivenBack(tx: Transaction, about: About): Promise<void> {
  const won = (await disputesOfCharge(tx, about)).filter(({ status }) => status === "won").map(pieceOfDispute)
  await claim(tx, about.matters, "chargeback_undone", [...won, ...(await takenBefore(tx, about))])
}

/** What a line gives back is won, if nobody has told it. A dispute whose chargeback has a line comes before others of its amount. */
async function winBack(tx: Transaction, scope: PaymentScope, about: About): Promise<void> {
  const told = namesOf(about.matters, "chargeback")
  const lost = (await disputesOfCharge(tx, about))
    .filter(({ status }) => status !== "won")
    .sort((a, b) => Number(told.has(nameOf(b))) - Number(told.has(nameOf(a))))
  const matters = about.matters.filter(({ is_before }) => !is_before)
  const won = await claim(tx, matters, "chargeback_undone", lost.map(pieceOfDispute))
  for (const dispute of lost)
    if (won.includes(nameOf(dispute))) await closeDispute(tx, { ...scope, by: OPERATOR }, dispute, "won")
}

/** What the matters of an event are. */
function namesOf(matters: readonly Matter[], of: Event): Set<string> {
  return new Set(matters.filter(({ event }) => event === of).flatMap(({ row }) => claimsOf(row)))
}

const TYPES: Readonly<Record<Event, readonly string[]>> = {
  refund: ["refund", "fee"],
  refund_undone: ["refund_failed"],
  chargeback: ["dispute", "fee"],
  chargeback_undone: ["dispute_reversed"],
}

/** The balance transactions of a matter: those of what it is, and what was posted for it. */
export async function transactionsOfMatter(db: Queries, matter: MatterRow, intent: IntentRow | null): Promise<TransactionRow[]> {
  const { account, id } = matter
  const posted = await db.all(rowsOfSource, { account, source: id })
  const claimed = claimsOf(matter)
  if (claimed.length === 0 || !intent) return posted
  const event = Object.keys(TYPES).find((each) => matter.matter.startsWith(`entry:${each}:`)) as Event
  const own = (await disputesOf(db, intent)).filter((dispute) => claimed.includes(nameOf(dispute))).map((dispute) => dispute.id)
  const isExcess = ({ source, type, amount }: TransactionRow) =>
    type === "adjustment" && own.includes(source) && (event === "chargeback" ? amount < 0 : amount > 0)
  const rows = (await transactionsOf(db, account, intent.id)).filter(
    (row) => isExcess(row) || ([...claimed, ...own].includes(row.source) && TYPES[event].includes(row.type)),
  )
  return [...rows, ...posted]
}

function ofPayment({ account, id: payment_intent }: IntentRow) {
  return { account, payment_intent }
}
