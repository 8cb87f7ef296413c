// Compares the cases that Cielo lists with ours, their disputes, and what the merchant has answered.
import type { AttentionItem } from "../../../src/attention/item.ts"
import { dayOfDate, startOfDay } from "../../../src/base/day.ts"
import type { Database } from "../../../src/db/database.ts"
import { type AnswerRow, type CaseRow, chargebackAnswers, chargebackCases } from "../../../src/payments/chargebacks/tables.ts"
import { type DisputeRow, disputes } from "../../../src/payments/disputes/table.ts"
import { ACTIONS } from "../../../test/support/cielo-chargebacks/cases.ts"
import type { Case, Step } from "../../../test/support/cielo-chargebacks/types.ts"
import { testOnly } from "../../../test/support/databases/statement.ts"
import { line } from "../../invariants/line.ts"
import type { Done } from "../../live-mode/dispute-desk.ts"
import type { Counter } from "./counter.ts"
import { type Chosen, REASON } from "./merchant.ts"

const casesOf = testOnly(chargebackCases.find(["account"], (rows) => rows.orderBy("id")))
const answersOf = testOnly(chargebackAnswers.find(["account"], (rows) => rows.orderBy("id")))
const disputesOf = testOnly(disputes.find(["account"]))

/** Cases are listed twice a day, and a worker that is down lists them later. */
const KNOWN_AFTER = 16 * 3600
const DAY = 86_400

type Witness = {
  database: Database
  account: string
  counter: Counter
  chosen: Chosen
  items: readonly AttentionItem[]
  listed: ReadonlySet<string | null>
  now: number
}

/** Where a case stands at Cielo. */
export function statusOf({ history, steps }: Case): DisputeRow["status"] {
  const last = history.at(-1)?.action
  if (last === ACTIONS.merchant) return "won"
  if (last === ACTIONS.lost) return "lost"
  return steps.at(-1)?.taken === "" ? "needs_response" : "under_review"
}

/** Returns what is wrong, once everything has come to rest. */
export async function checkCases({ database, account, counter, chosen, items, listed, now }: Witness): Promise<string[]> {
  const rows = await database.all(casesOf, { account })
  const answers = await database.all(answersOf, { account })
  const booked = await database.all(disputesOf, { account })
  const theirs = counter.cases.all()
  return [
    ...theirs.flatMap((one) => {
      const row = rows.find(({ number }) => number === String(one.idCase))
      const dispute = booked.find(({ id }) => id === row?.dispute)
      const own = answers.filter(({ chargeback }) => chargeback === row?.id)
      return [
        ...checkCase(one, row, now),
        ...(row && !listed.has(row.payment_intent) ? checkDispute(one, dispute, now) : []),
        ...checkListed(one, row, items, now),
        ...one.steps.flatMap((step) => checkAnswer(step, own, { counter, chosen })),
      ].map((what) =>
        line(
          what,
          { case: one.idCase, steps: one.steps.map(({ refusal: _, ...step }) => step), history: one.history },
          row ?? {},
          dispute ?? {},
          ...own,
        ),
      )
    }),
    ...rows
      .filter(({ number }) => !theirs.some(({ idCase }) => String(idCase) === number))
      .map((row) => line("a case is none of Cielo's", row)),
  ]
}

function checkCase(one: Case, row: CaseRow | undefined, now: number): string[] {
  if (!row) return ["a case of Cielo is not known"]
  const status = statusOf(one)
  return row.status === status || hasJustLapsed(one, now) ? [] : [`a case is ${row.status}, and at Cielo ${status}`]
}

/** It waits for the operator as long as a refund of its payment does. */
function checkDispute(one: Case, dispute: DisputeRow | undefined, now: number): string[] {
  if (!dispute) return ["a case has no dispute"]
  const status = statusOf(one)
  const isAsCase = dispute.status === status || hasJustLapsed(one, now)
  return [
    ...(isAsCase ? [] : [`a dispute is ${dispute.status}, and its case at Cielo ${status}`]),
    ...(dispute.amount === one.amount ? [] : [`a case of ${one.amount} is booked with ${dispute.amount}`]),
  ]
}

/** Since the lists were last read. */
function hasJustLapsed(one: Case, now: number): boolean {
  const at = lapsedAt(one)
  return at !== undefined && now - at < KNOWN_AFTER
}

function lapsedAt({ steps }: Case): number | undefined {
  const last = steps.at(-1)
  const isLapsed = last?.taken === "ACATAR" && last.replied === last.deadline
  return isLapsed ? startOfDay((dayOfDate(last.deadline) as number) + 1) : undefined
}

/** A case that waits for an answer is on the attention list within a day. */
function checkListed({ steps }: Case, row: CaseRow | undefined, items: readonly AttentionItem[], now: number): string[] {
  const last = steps.at(-1)
  if (!row || last?.taken !== "" || now < startOfDay((dayOfDate(last.received) as number) + 1) + DAY) return []
  const isListed = items.some(({ id, kind }) => kind === "dispute_deadline" && (id === row.dispute || id === row.id))
  return isListed ? [] : ["a case waits for an answer, and is not on the attention list"]
}

/** What Cielo has taken is what the merchant chose, once. What the merchant chose is taken, unless the time was over. */
function checkAnswer(step: Step, own: readonly AnswerRow[], { counter, chosen }: Pick<Witness, "counter" | "chosen">): string[] {
  const taken = counter.taken.get(step.idChargeback)
  const wanted = chosen.get(step.idChargeback)
  const open = own.filter(({ step: id, state }) => id === String(step.idChargeback) && (state === "new" || state === "sent"))
  return [
    ...(taken && taken.kind !== wanted
      ? [`Cielo has taken that the merchant ${taken.kind}s, and the merchant chose ${wanted}`]
      : []),
    ...(taken && taken.again > 0 ? [`an answer was given ${taken.again + 1} times`] : []),
    ...(wanted && step.taken === "" ? ["an answer has not arrived"] : []),
    ...(open.length > 0 ? ["an answer is still on its way"] : []),
    ...(step.refusal && step.refusal.reason !== REASON ? ["a refusal has another reason"] : []),
  ]
}

const LAST: Record<DisputeRow["status"], readonly Done[]> = {
  needs_response: ["open"],
  under_review: ["open", "refuse"],
  won: ["open", "win"],
  // It may have been lost when it became known.
  lost: ["open"],
}

/** What became of the disputes of cases, as if an operator had said so. */
export async function doneOfCases(database: Database, account: string, counter: Counter): Promise<Map<string, readonly Done[]>> {
  const rows = await database.all(casesOf, { account })
  const theirs = new Map(counter.cases.all().map((one) => [String(one.idCase), one]))
  return new Map(
    rows.flatMap(({ number, dispute, status }) => {
      const one = theirs.get(number)
      // What lapsed is lost here by the clock, and at Cielo.
      const isLapsed = one !== undefined && lapsedAt(one) !== undefined
      return one && dispute
        ? [[dispute, isLapsed && status !== "lost" ? ["open"] : (LAST[statusOf(one)] as readonly Done[])] as const]
        : []
    }),
  )
}
