// Carries out what lines say that are no sale.

import { dayOf } from "../../base/day.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { attemptsAbout } from "../../payments/attempts/charges.ts"
import { casesOf } from "../../payments/chargebacks/store.ts"
import { sentBackOf } from "../../payments/inquiries/booking.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { STATEMENT_ACQUIRER } from "../acquirer.ts"
import type { NewDifference } from "../differences.ts"
import { type Dated, type Effect, type Posting, sumOf } from "../effects/effect.ts"
import { BOOKED_AFTER_DAYS, entryEffects, type KnownOfLine, type Told, toldBy, waitsForSettlement } from "../effects/entry.ts"
import type { Line } from "../matching/sales.ts"
import type { AcquirerOpeningRow, MatterRow, MatterStatus } from "../tables.ts"
import { bookFromStatement } from "./book.ts"
import { claimMatters, isOfCase, isPart, type Matter, type Subject, transactionsOfMatter } from "./claims.ts"
import { changeMatter, matterFor, post } from "./matters.ts"

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

/** Recognizes what lines are about, and then carries each out once, however many files tell it. */
export async function settleEntries(
  tx: Transaction,
  scope: PaymentScope,
  of: Subject,
  lines: readonly Line[],
): Promise<EntryOutcome[]> {
  const { intent } = of
  const matters: Matter[] = []
  for (const told of toldBy(lines)) matters.push(await begin(tx, scope, of, told))
  const has_case = intent !== null && matters.some(isOfCase) && (await hasOpenCase(tx, intent))
  const counted = matters.filter(({ line }) => !waitsForSettlement(line))
  if (intent) await claimMatters(tx, scope, { of, intent, matters: counted }, has_case)
  const is_sent_back = await isSentBack(tx, of)
  const outcomes: EntryOutcome[] = []
  for (const matter of matters)
    outcomes.push(await settleEntry(tx, scope, of, { matter, matters, has_case: has_case && isOfCase(matter), is_sent_back }))
  return outcomes
}

async function begin(tx: Transaction, scope: PaymentScope, of: Subject, { line, name, event }: Told): Promise<Matter> {
  const { subject, intent, opening } = of
  const about = { subject, payment_intent: intent?.id ?? null }
  const given = { matter: name, kind: "entry", status: "shown", day: dayOfLine(line), amount: line.fields.net, ...about } as const
  const row = await matterFor(tx, scope, given)
  // It may have begun before its payment was known.
  return { line, name, event, row: intent ? { ...row, ...about } : row, is_before: isBefore(line, opening) }
}

function isBefore(line: Line, opening: AcquirerOpeningRow | undefined): boolean {
  const day = line.type === "8" ? line.fields.payment_date : (line.paid_on ?? line.fields.due_on)
  return opening !== undefined && day !== null && day < opening.since
}

function dayOfLine(line: Line): number | null {
  return line.type === "8" ? line.fields.made_on : (line.fields.captured_on ?? line.fields.entered_on)
}

/**
 * Whether the acquirer lists a case of the payment that it has not decided: it says itself whether the money comes back. An inquiry has taken none.
 */
async function hasOpenCase(tx: Transaction, intent: IntentRow): Promise<boolean> {
  return (await casesOf(tx, intent)).some(({ closed_at, is_inquiry }) => closed_at === null && !is_inquiry)
}

/** Whether the lines say of a charge that no payment keeps at most what Vintém knows to have gone back. */
async function isSentBack(db: Queries, { intent, charge, is_kept, gone_back }: Subject): Promise<boolean> {
  if (!intent || is_kept || gone_back <= 0) return false
  return gone_back <= (await sentBackOf(db, { account: intent.account, acquirer: STATEMENT_ACQUIRER, charge }))
}

type Settling = { matter: Matter; matters: readonly Matter[]; has_case: boolean; is_sent_back: boolean }

async function settleEntry(
  tx: Transaction,
  scope: PaymentScope,
  of: Subject,
  { matter: { line, row, is_before }, matters, ...facts }: Settling,
): Promise<EntryOutcome> {
  const { intent, funds, charge } = of
  if (waitsForSettlement(line) || is_before) return shown(tx, row, "waiting")
  const known: KnownOfLine = {
    ...{ ...facts, funds, charge, today: dayOf(scope.now), told_on: dayOf(row.created), is_ours: row.claimed !== null },
    rows: await rowsOf(tx, row, intent),
    shared: isPart(row) ? null : await sharedOf(tx, row, matters, intent),
    is_answered: charge === null || (await isAnswered(tx, scope, charge, row)),
  }
  return apply(tx, scope, { of, line, matter: row, known }, entryEffects(line, known))
}

/** What the other lines of the same refund or dispute have yet to take over, in cents. */
async function sharedOf(db: Queries, { id }: MatterRow, matters: readonly Matter[], intent: IntentRow | null): Promise<number> {
  let shared = 0
  for (const { row, line, is_before } of matters)
    if (row.claimed === id && !is_before) shared += line.fields.net - sumOf(await rowsOf(db, row, intent))
  return shared
}

async function rowsOf(db: Queries, matter: MatterRow, intent: IntentRow | null): Promise<Dated[]> {
  const rows = await transactionsOfMatter(db, matter, intent)
  return rows.map(({ net, available_on }) => ({ net, on: dayOf(available_on) }))
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
      const isBooked = await bookFromStatement(tx, scope, of, other)
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
      return shown(tx, matter, "waiting", known.has_case ? 1 : null)
    default:
      return shown(tx, matter, "posted")
  }
}

/** A case may be decided at any time, and then what was taken for it is known. */
function lookAgain({ today, told_on, has_case }: KnownOfLine): number | null {
  return has_case || today < told_on + LOOKED_FOR_DAYS ? 1 : null
}
