// Carries out what lines say that are no sale.

import { dayOf } from "../../base/day.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { transactionsOf } from "../../ledger/book.ts"
import type { Funds } from "../../ledger/parts/kinds.ts"
import { balanceTransactions, type TransactionRow } from "../../ledger/table.ts"
import { attemptsAbout } from "../../payments/attempts/charges.ts"
import { casesOf } from "../../payments/chargebacks/store.ts"
import { closeDispute } from "../../payments/disputes/close.ts"
import { disputesOf } from "../../payments/disputes/store.ts"
import type { DisputeRow } from "../../payments/disputes/table.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { OPERATOR } from "../../payments/intents/platform-money.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { type RefundRow, refunds } from "../../payments/refunds/table.ts"
import { STATEMENT_ACQUIRER } from "../acquirer.ts"
import type { NewDifference } from "../differences.ts"
import type { Dated, Effect, Event, Posting } from "../effects/effect.ts"
import { BOOKED_AFTER_DAYS, entryEffects, eventOf, type KnownOfLine, matterOf } from "../effects/entry.ts"
import type { Line } from "../matching/sales.ts"
import { isBlankNumber } from "../reading/keys.ts"
import type { AcquirerOpeningRow, MatterRow, MatterStatus } from "../tables.ts"
import { bookFromStatement } from "./book.ts"
import { changeMatter, claimsOf, matterFor, post } from "./matters.ts"

/** The payment that lines are about, which the transaction holds. */
export type Subject = {
  subject: string
  intent: IntentRow | null
  /** The acquirer's own id. */
  charge: string | null
  funds: Funds
  installments: number
  /** What the lines say is charged back in all, in cents: less what they give back. */
  charged_back: number
  opening: AcquirerOpeningRow | undefined
}

/** What came of a line. `ask`: the acquirer is to be asked once the transaction has ended. */
export type EntryOutcome = {
  difference: Omit<NewDifference, "subject"> | undefined
  ask: { chargeback: boolean } | undefined
  /** In how many days it is looked at again. */
  again: number | null
}

const ASKED_AGAIN_SECONDS = 86_400
const UNANSWERED_SECONDS = BOOKED_AFTER_DAYS * 86_400
/** For so long what was asked is looked for. */
const LOOKED_FOR_DAYS = 40

const refundsOf = refunds.find(["account", "payment_intent"], (rows) => rows.orderBy("id"))
const rowsOfSource = balanceTransactions.find(["account", "source"], (rows) => rows.orderBy("id"))

export async function settleEntry(tx: Transaction, scope: PaymentScope, of: Subject, line: Line): Promise<EntryOutcome> {
  const { intent, funds, opening } = of
  const today = dayOf(scope.now)
  const event = eventOf(line)
  const day = dayOfLine(line)
  const about = { subject: of.subject, payment_intent: intent?.id ?? null }
  const first = await matterFor(tx, scope, {
    ...{ matter: `entry:${event ?? ""}:${matterOf(line)}`, kind: "entry", day, status: "shown" },
    ...{ ...about, amount: line.fields.net },
  })
  // It may have begun before its payment was known.
  const begun = intent ? { ...first, ...about } : first
  if (waitsForSettlement(line) || isBefore(line, opening)) return shown(tx, begun, "waiting")
  const has_case = event === "chargeback_undone" && intent !== null && (await hasOpenCase(tx, intent))
  const amount = Math.abs(line.fields.gross)
  const matter = event && intent ? await claim(tx, begun, { event, intent, amount, funds, has_case }, scope) : begun
  const known: KnownOfLine = {
    ...{ funds, today, told_on: dayOf(matter.created), charge: of.charge },
    rows: await rowsOf(tx, matter, intent),
    is_answered: of.charge === null || (await isAnswered(tx, scope, of.charge, matter)),
    has_case,
  }
  return apply(tx, scope, { of, line, matter, known }, entryEffects(line, known))
}

/** An entry without a number is another one in each file. That of the settlement counts. */
function waitsForSettlement(line: Line): boolean {
  return line.type === "E" && line.file_type !== "04" && isBlankNumber(line.fields.received_code)
}

function isBefore(line: Line, opening: AcquirerOpeningRow | undefined): boolean {
  const day = line.type === "8" ? line.fields.payment_date : (line.paid_on ?? line.fields.due_on)
  return opening !== undefined && day !== null && day < opening.since
}

function dayOfLine(line: Line): number | null {
  return line.type === "8" ? line.fields.made_on : (line.fields.captured_on ?? line.fields.entered_on)
}

async function shown(
  tx: Transaction,
  matter: MatterRow,
  status: MatterStatus,
  again: number | null = null,
): Promise<EntryOutcome> {
  await changeMatter(tx, matter, { status })
  return { difference: undefined, ask: undefined, again }
}

type Done = { event: Event; intent: IntentRow; amount: number; funds: Funds; has_case: boolean }

/** Recognizes what a line tells of. What an undone chargeback gives back is won here if nobody has told it. */
async function claim(tx: Transaction, matter: MatterRow, done: Done, scope: PaymentScope): Promise<MatterRow> {
  if (matter.claimed !== null) return matter
  const { event, intent, amount, funds, has_case } = done
  let refund = await unclaimed(tx, done)
  // Once: a dispute that took nothing of its payment is won without a Refund by which it could be recognized.
  const isFirst = event === "chargeback_undone" && funds === "acquirer" && matter.asked_at === null
  if (!refund && isFirst && !has_case) {
    await winDispute(tx, scope, intent, amount)
    refund = await unclaimed(tx, done)
  }
  return refund ? changeMatter(tx, matter, { claimed: refund.id }) : matter
}

/** The refund or dispute of ours that a line tells of: the first of its amount that no other line has. */
async function unclaimed(tx: Transaction, { event, intent, amount }: Done): Promise<RefundRow | undefined> {
  const { account } = intent
  const isDispute = event === "chargeback" || event === "chargeback_undone"
  const isUndone = event === "refund_undone" || event === "chargeback_undone"
  for (const refund of await tx.all(refundsOf, { account, payment_intent: intent.id })) {
    if (refund.amount !== amount || (refund.reason === "dispute") !== isDispute) continue
    if (isUndone && refund.status !== "failed") continue
    if (!isUndone && !isDispute && refund.status === "failed") continue
    if (await isClaimed(tx, refund, event)) continue
    return refund
  }
  return undefined
}

async function isClaimed(tx: Transaction, { account, id }: RefundRow, event: Event): Promise<boolean> {
  return (await claimsOf(tx, account, id)).some(({ matter }) => matter.startsWith(`entry:${event}:`))
}

/** The statement gives the money of a chargeback back: the dispute is won. */
async function winDispute(tx: Transaction, scope: PaymentScope, intent: IntentRow, amount: number): Promise<void> {
  const dispute = (await disputesOf(tx, intent)).find((each) => each.status !== "won" && each.amount === amount)
  if (dispute) await closeDispute(tx, { ...scope, by: OPERATOR }, dispute, "won")
}

/**
 * Whether the acquirer lists a case of the payment that it has not decided: it says itself whether the money comes back. An inquiry has taken none.
 */
async function hasOpenCase(tx: Transaction, intent: IntentRow): Promise<boolean> {
  return (await casesOf(tx, intent)).some(({ closed_at, is_inquiry }) => closed_at === null && !is_inquiry)
}

const TYPES: Readonly<Record<Event, readonly string[]>> = {
  refund: ["refund", "fee"],
  refund_undone: ["refund_failed"],
  chargeback: ["dispute", "fee"],
  chargeback_undone: ["dispute_reversed"],
}

/** The balance transactions of a matter: those of what it is, and what was posted for it. */
export async function transactionsOfMatter(db: Queries, matter: MatterRow, intent: IntentRow | null): Promise<TransactionRow[]> {
  const { account, id, claimed } = matter
  const posted = await db.all(rowsOfSource, { account, source: id })
  if (claimed === null || !intent) return posted
  const event = Object.keys(TYPES).find((each) => matter.matter.startsWith(`entry:${each}:`)) as Event
  const dispute = (await disputesOf(db, intent)).find(({ refund }) => refund === claimed)
  const own = (await transactionsOf(db, account, intent.id)).filter(
    ({ source, type }) => (source === claimed || isOf(source, dispute)) && TYPES[event].includes(type),
  )
  return [...own, ...posted]
}

function isOf(source: string, dispute: DisputeRow | undefined): boolean {
  return dispute !== undefined && source === dispute.id
}

async function rowsOf(db: Queries, matter: MatterRow, intent: IntentRow | null): Promise<Dated[]> {
  const rows = await transactionsOfMatter(db, matter, intent)
  return rows.map(({ net, available_on }) => ({ net, on: dayOf(available_on) }))
}

/** Whether the acquirer still says what it holds of a charge. A short outage is no answer. */
async function isAnswered(
  db: Queries,
  { account, now }: Pick<PaymentScope, "account" | "now">,
  charge: string,
  { created }: MatterRow,
): Promise<boolean> {
  const about = await attemptsAbout(db, { account, acquirer: STATEMENT_ACQUIRER, charge })
  return !about.some(
    ({ kind, state, outcome, missing_since, ...each }) =>
      kind === "inquiry" &&
      (state === "done"
        ? outcome === "no_answer" && each.created >= created
        : missing_since !== null && now - missing_since >= UNANSWERED_SECONDS),
  )
}

type Known = { of: Subject; line: Line; matter: MatterRow; known: KnownOfLine }

async function apply(tx: Transaction, scope: PaymentScope, about: Known, effects: readonly Effect[]): Promise<EntryOutcome> {
  const { of, line, matter, known } = about
  const postings = effects.filter((effect): effect is Posting => effect.do === "post")
  await post(tx, scope, matter.id, postings, { payment_intent: of.intent?.id ?? null, installments: of.installments })
  const other = effects.find((effect) => effect.do !== "post")
  const facts = { payment_intent: of.intent?.id ?? null, amount: line.fields.net, day: matter.day }
  const difference = (what: string) => ({
    ...{ about: matter.matter, kind: "entry" as const, ...facts },
    details: [{ what, there: line.fields.net }],
  })
  switch (other?.do) {
    case "book": {
      const isBooked = await bookFromStatement(tx, scope, of.intent, { ...other, charged_back: of.charged_back })
      await changeMatter(tx, matter, { status: "asked" })
      // What was booked is recognized at once, and its net and day are corrected.
      if (isBooked) return { difference: undefined, ask: undefined, again: 0 }
      return { difference: difference(`${other.about}_not_shown`), ask: undefined, again: lookAgain(known) }
    }
    case "show": {
      const quiet = other.why === "platform"
      await changeMatter(tx, matter, { status: "shown" })
      return {
        difference: quiet ? undefined : difference(other.why),
        ask: undefined,
        again: other.why === "unknown_sale" ? lookAgain(known) : null,
      }
    }
    case "ask": {
      const isDue = matter.asked_at === null || scope.now - matter.asked_at >= ASKED_AGAIN_SECONDS
      await changeMatter(tx, matter, { status: "asked", ...(isDue && { asked_at: scope.now }) })
      const isLate = known.today >= known.told_on + BOOKED_AFTER_DAYS
      const ask = isDue && !isLate ? { chargeback: other.about.startsWith("chargeback") } : undefined
      return { difference: isLate ? difference(`${other.about}_not_shown`) : undefined, ask, again: lookAgain(known) }
    }
    case "wait":
      // Its case may be decided at any time.
      return shown(tx, matter, "waiting", other.for === "case" ? 1 : null)
    default:
      return shown(tx, matter, "posted")
  }
}

function lookAgain({ today, told_on }: KnownOfLine): number | null {
  return today < told_on + LOOKED_FOR_DAYS ? 1 : null
}
