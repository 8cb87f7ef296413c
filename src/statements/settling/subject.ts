// Looks at all lines of one subject, and carries out what they say.

import { establishmentsOf } from "../../acquirers/establishments.ts"
import { dayOf } from "../../base/day.ts"
import type { Transaction } from "../../db/database.ts"
import { transactionsOf } from "../../ledger/book.ts"
import { attemptsAbout, makeDue, orderInquiry } from "../../payments/attempts/charges.ts"
import { keepArn } from "../../payments/attempts/references.ts"
import { findAttempt } from "../../payments/attempts/store.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { publicCharge, publicChargeOf } from "../../payments/intents/present.ts"
import { holdIntent } from "../../payments/intents/store.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { STATEMENT_ACQUIRER } from "../acquirer.ts"
import { type NewDifference, setDifferences } from "../differences.ts"
import { totalsOf } from "../effects/entry.ts"
import { payerOfStatements } from "../funds.ts"
import { type Candidate, candidatesOf, chargeOf } from "../importing/candidates.ts"
import { newJoin } from "../matching/join.ts"
import { type Match, type Matching, match } from "../matching/match.ts"
import { isSale, type Line, namesOf, plain, type Sale, salesOf } from "../matching/sales.ts"
import { isBlankNumber } from "../reading/keys.ts"
import type { AcquirerOpeningRow } from "../tables.ts"
import { checkFrom } from "../work-due.ts"
import type { Subject } from "./claims.ts"
import { settleEntries } from "./entries.ts"
import { asLine, checkedSubject, type Looked, lookAt, moveToCharge, type Stored } from "./lines.ts"
import { changeMatter, forgetUnknown, matterFor, post } from "./matters.ts"
import { settleNegotiation } from "./negotiation.ts"
import { subjectOfMissing } from "./only-here.ts"
import { findAcquirerOpening, giveToOpening } from "./openings.ts"
import { changeOf, expectedParts, keepParts, partsNow } from "./sale.ts"

/** The acquirer is to be asked about a charge, as if it had sent a notification. */
export type Question = { charge: string; chargeback: boolean }

const LOOKED_AT_AGAIN_DAYS = 7

/** Returns what the acquirer is to be asked once the transaction has ended. */
export async function settleSubject(tx: Transaction, scope: PaymentScope, subject: string): Promise<Question[]> {
  const { account, now } = scope
  const { looked, stored } = await lookAt(tx, account, subject)
  const opening = await findAcquirerOpening(tx, account)
  const questions = await settleLines(tx, scope, { looked, stored, opening })
  // The deposits of these days may have been made before. They take what was booked or recognized since.
  const paid = new Set(stored.flatMap(({ paid_on }) => paid_on ?? []))
  for (const day of paid) if (opening && day >= opening.since) checkFrom(tx, account, "payments", day, dayOf(now))
  return questions
}

async function settleLines(
  tx: Transaction,
  scope: PaymentScope,
  { looked, stored, opening }: Pick<Work, "looked" | "opening"> & { stored: readonly Stored[] },
): Promise<Question[]> {
  const { account } = scope
  const { subject } = looked
  const lines = stored.flatMap((row) => asLine(row) ?? [])
  if (subject.startsWith("negotiation:")) {
    await settleNegotiation(tx, scope, subject, stored, opening)
    checkedSubject(tx, account, looked, null)
    return []
  }
  const first = stored.find(({ attempt }) => attempt !== null)
  const found = first && (await chargeOf(tx, { account, attempt: first.attempt ?? "", charge: first.charge ?? "" }))
  const isNew = isRecent(scope, stored)
  if (found && found.charge !== "") return settleCharge(tx, scope, { looked, lines, isNew, found, opening })
  const joined = await joinAgain(tx, account, lines)
  if (found && (!joined || joined.id === subject)) return settleCharge(tx, scope, { looked, lines, isNew, found, opening })
  if (!joined) return settleUnknown(tx, scope, { looked, lines, isNew, stored, opening })
  const { id, attempt, charge, captured_on: day } = joined
  moveToCharge(tx, account, subject, { subject: id, attempt, charge, day })
  await forgetUnknown(tx, account, matterOfSale(subject))
  await setDifferences(tx, scope, subject, [])
  return []
}

/** Whether lines are looked at again each day: their charge may become known, or what the acquirer holds of it. */
function isRecent({ now }: PaymentScope, stored: readonly Stored[]): boolean {
  return dayOf(now) < Math.min(...stored.map(({ processed_on }) => processed_on)) + LOOKED_AT_AGAIN_DAYS
}

/** A charge may have got its references since its lines were read. */
async function joinAgain(tx: Transaction, account: string, lines: readonly Line[]): Promise<Candidate | undefined> {
  const numbers = await establishmentsOf(tx, account, STATEMENT_ACQUIRER)
  const where = { uploader: account, accounts: [account], establishments: () => numbers }
  const { charges, received } = await candidatesOf(tx, lines.map(namesOf), where)
  const join = newJoin(charges, received)
  const found = new Set(lines.map((line) => join(namesOf(line))?.charge.id))
  const [id] = found
  return found.size === 1 ? charges.find((each) => each.id === id) : undefined
}

type Work = { looked: Looked; lines: readonly Line[]; isNew: boolean; opening: AcquirerOpeningRow | undefined }

async function settleCharge(
  tx: Transaction,
  scope: PaymentScope,
  { looked, lines, isNew, found, opening }: Work & { found: Candidate },
): Promise<Question[]> {
  const { account, now } = scope
  const { payment_intent, charge: acquirers } = found
  const intent = await tx.only(holdIntent, { account, id: payment_intent })
  const rows = await transactionsOf(tx, account, payment_intent)
  const paid = rows.find(({ type }) => type === "payment")
  const charge = { ...found, parts: expectedParts(rows) }
  const of: Subject = {
    ...{ ...looked, intent, charge: acquirers, opening, ...totalsOf(lines) },
    ...{ is_kept: intent.charge === acquirers, public_charge: await publicIdOf(tx, intent, found) },
    ...{ funds: paid?.funds ?? (await payerOfStatements(tx, account)), installments: paid?.installments ?? 1 },
  }
  const arn = arnOf(lines)
  if (arn !== null && arn !== found.arn && acquirers !== "") keepArn(tx, found, arn)
  const received = new Map(lines.map((line) => [plain(namesOf(line).received_code), charge.id]))
  const matching = match(lines, { charges: [charge], received, today: dayOf(now), isCovered: () => false })
  const differences: Omit<NewDifference, "subject">[] = []
  for (const each of [...matching.matched, ...matching.differs])
    differences.push(...(await settleSale(tx, scope, of, { ...each, charge }, paid !== undefined)))
  for (const { sale } of matching.only_there) differences.push(await settleOnlyThere(tx, scope, of, sale, found.captured_on))
  const questions = await settleOthers(tx, scope, of, matching, differences)
  if (matching.only_there.length > 0) {
    await askAboutSale(tx, scope, intent, found)
    if (isNew) checkedSubject(tx, account, looked, dayOf(now) + 1)
  }
  return questions
}

/** The id of a charge in the API. The second charge of a sale has no sale of its own. */
async function publicIdOf(tx: Transaction, intent: IntentRow, { account, attempt, charge }: Candidate): Promise<string | null> {
  if (intent.charge === charge) return publicCharge(intent)
  const about = await attemptsAbout(tx, { account, acquirer: STATEMENT_ACQUIRER, charge })
  const { id } = about.find(({ kind }) => kind === "charge") ?? about[0] ?? { id: attempt }
  return publicChargeOf({ id, charge })
}

/**
 * Orders the look-up of a sale whose attempt ended without success, at any age. What the acquirer holds of it is sent back. The caller holds the
 * intent.
 */
async function askAboutSale(tx: Transaction, scope: PaymentScope, intent: IntentRow, found: Candidate): Promise<void> {
  const { account, attempt: id, charge } = found
  const attempt = await findAttempt(tx, { account, id })
  if (attempt?.state === "done") {
    if (charge !== "") await orderInquiry(tx, scope, attempt, { amount: intent.amount, currency: intent.currency, charge })
  } else if (attempt && (attempt.due_at === null || attempt.due_at > scope.now))
    await tx.run(makeDue, { account, id, was_due_at: attempt.due_at, due_at: scope.now })
}

async function settleSale(
  tx: Transaction,
  scope: PaymentScope,
  of: Subject,
  { charge, sale, listed }: Match & { charge: Candidate },
  isBooked: boolean,
): Promise<Omit<NewDifference, "subject">[]> {
  const { account, now } = scope
  const { payment_intent, captured_on: day } = charge
  const facts = { payment_intent, day }
  const matter = await matterFor(tx, scope, {
    ...{ matter: matterOfSale(of.subject), kind: "sale", subject: of.subject, ...facts },
    ...{ status: "matched", amount: totalOf(sale) },
  })
  await changeMatter(tx, matter, { status: listed.length > 0 ? "differs" : "matched", amount: totalOf(sale), day })
  await setDifferences(tx, scope, subjectOfMissing(payment_intent), [])
  if (of.funds === "acquirer" && isBooked) {
    const parts = await partsNow(tx, { account, payment_intent }, charge.parts)
    const since = of.opening?.since ?? 0
    const change = changeOf({ ...charge, parts }, sale, { today: dayOf(now), since })
    await post(tx, scope, matter.id, change.postings, { payment_intent, installments: of.installments })
    keepParts(tx, { account, payment_intent }, change.parts)
    await givePaidBefore(tx, scope, of, sale)
  }
  if (listed.length === 0) return []
  return [{ about: `differs:${of.subject}`, kind: "differs", ...facts, amount: totalOf(sale), details: listed }]
}

/** What a settlement shows as paid before the deposits began belongs to their opening. */
async function givePaidBefore(tx: Transaction, scope: PaymentScope, { opening, intent }: Subject, sale: Sale): Promise<void> {
  if (!opening || !intent) return
  const paid = new Set(
    sale.parts.filter(({ due_on }) => due_on !== null && due_on < opening.since).map(({ installment }) => installment),
  )
  if (paid.size === 0) return
  const rows = await transactionsOf(tx, scope.account, intent.id)
  const ids = rows.filter(({ type, installment }) => type === "payment" && paid.has(installment ?? 1)).map(({ id }) => id)
  await giveToOpening(tx, scope, opening, ids)
}

async function settleOnlyThere(tx: Transaction, scope: PaymentScope, of: Subject, sale: Sale, day: number | null) {
  const facts = { payment_intent: of.intent?.id ?? null, day }
  const given = { matter: matterOfSale(of.subject), kind: "sale", subject: of.subject, status: "only_there", ...facts } as const
  const matter = await matterFor(tx, scope, { ...given, amount: totalOf(sale) })
  await changeMatter(tx, matter, { status: "only_there", amount: totalOf(sale), day })
  const what = of.intent ? "attempt_without_success" : "no_charge"
  const details = [{ what, there: totalOf(sale) }]
  return { about: `only_there:${of.subject}`, kind: "only_there" as const, ...facts, amount: totalOf(sale), details }
}

async function settleOthers(
  tx: Transaction,
  scope: PaymentScope,
  of: Subject,
  { others }: Pick<Matching, "others">,
  differences: Omit<NewDifference, "subject">[],
): Promise<Question[]> {
  const { account, now } = scope
  const outcomes = await settleEntries(
    tx,
    scope,
    of,
    others.map(({ line }) => line),
  )
  differences.push(...outcomes.flatMap(({ difference }) => difference ?? []))
  await setDifferences(tx, scope, of.subject, differences)
  const again = outcomes.flatMap((outcome) => outcome.again ?? [])
  const days = again.length > 0 ? Math.min(...again) : null
  checkedSubject(tx, account, of, days === null ? null : days === 0 ? 0 : dayOf(now) + days)
  return outcomes.flatMap(({ ask }) => (ask && of.charge !== null ? [{ charge: of.charge, ...ask }] : []))
}

/** Lines of no charge: an unknown sale, a rental, what is about a sale that Vintém has never had. */
async function settleUnknown(
  tx: Transaction,
  scope: PaymentScope,
  { looked, lines, isNew, stored, opening }: Work & { stored: readonly Stored[] },
): Promise<Question[]> {
  const { account, now } = scope
  const funds = await payerOfStatements(tx, account)
  const of: Subject = {
    ...{ ...looked, intent: null, charge: null, public_charge: null, is_kept: false },
    ...{ funds, installments: 1, gone_back: 0, charged_back: 0, opening },
  }
  const differences: Omit<NewDifference, "subject">[] = []
  const day = stored.find((row) => row.day !== null)?.day ?? null
  for (const sale of salesOf(lines)) differences.push(await settleOnlyThere(tx, scope, of, sale, day))
  const others = lines.filter((line) => !isSale(line)).map((line) => ({ line, charge: null }))
  await settleOthers(tx, scope, of, { others }, differences)
  if (isNew) checkedSubject(tx, account, looked, dayOf(now) + 1)
  return []
}

/** The card network's number of a sale. A chargeback may name it by nothing else. */
function arnOf(lines: readonly Line[]): string | null {
  const all = lines.flatMap((line) =>
    line.type === "E" && isSale(line) && !isBlankNumber(line.fields.arn) ? line.fields.arn : [],
  )
  return all.at(-1) ?? null
}

function matterOfSale(subject: string): string {
  return `sale:${subject}`
}

function totalOf({ names, parts }: Sale): number {
  return names.total ?? parts.reduce((sum, { amount }) => sum + amount, 0)
}
