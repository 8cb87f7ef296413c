// What lines are about, each once, and what was posted for it.
import { dayOf, startOfDay } from "../../base/day.ts"
import { newId } from "../../base/ids.ts"
import { json } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { type AtAcquirer, bookAtAcquirer } from "../../ledger/book.ts"
import { STATEMENT_ACQUIRER, STATEMENT_CURRENCY } from "../acquirer.ts"
import type { Posting } from "../effects/effect.ts"
import { type MatterRow, type PostingRow, statementMatters, statementPostings } from "../tables.ts"

const GIVEN = ["matter", "kind", "subject", "day", "status", "payment_intent", "amount"] as const
const insertRow = statementMatters.insert(["account", "id", "created", ...GIVEN], (rows) =>
  rows.onConflict(["account", "matter"]).ignore(),
)
const findRow = statementMatters.find(["account", "matter"])
const named = statementMatters.statement(["account", { matters: json<readonly string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "matter"), [p.matters]),
)
const change = statementMatters.update(
  ["account", "id"],
  ["status", "subject", "day", "payment_intent", "amount", "claimed", "asked_at"],
)
const insertPosting = statementPostings.insert([
  ...["account", "source", "part", "created", "reason", "about", "amount", "available_on", "payment_intent", "installment"],
] as const)
const ofSource = statementPostings.find(["account", "source"], (rows) => rows.orderBy("part"))
const forget = statementMatters.delete(["account", "matter"], (rows) => rows.where({ status: "only_there" }))

type Scope = { account: string; now: number }

/** Finds a matter, or begins it with what is known of it. */
export async function matterFor(
  tx: Transaction,
  { account, now }: Scope,
  given: Pick<MatterRow, (typeof GIVEN)[number]>,
): Promise<MatterRow> {
  const { matter } = given
  await tx.run(insertRow, { account, id: newId("stm"), created: now, ...given })
  return tx.only(findRow, { account, matter })
}

export function findMatter(db: Queries, account: string, matter: string): Promise<MatterRow | undefined> {
  return db.one(findRow, { account, matter })
}

/** Those of some matters that have begun, by their names. */
export async function mattersNamed(db: Queries, account: string, matters: readonly string[]): Promise<Map<string, MatterRow>> {
  if (matters.length === 0) return new Map()
  return new Map((await db.all(named, { account, matters })).map((row) => [row.matter, row]))
}

export type MatterChange = Partial<
  Pick<MatterRow, "status" | "subject" | "day" | "payment_intent" | "amount" | "claimed" | "asked_at">
>

export async function changeMatter(tx: Transaction, matter: MatterRow, changed: MatterChange): Promise<MatterRow> {
  const after = { ...matter, ...changed }
  const { account, id, status, subject, day, payment_intent, amount, claimed, asked_at } = after
  await tx.run(change, { account, id, status, subject, day, payment_intent, amount, claimed, asked_at })
  return after
}

/** A sale that nobody here knew has got its charge, whose matter takes its place. Nothing was posted for it. */
export async function forgetUnknown(tx: Transaction, account: string, matter: string): Promise<void> {
  await tx.run(forget, { account, matter })
}

/** What was posted for a source so far. */
export function postingsOf(db: Queries, account: string, source: string): Promise<PostingRow[]> {
  return db.all(ofSource, { account, source })
}

export type Posted = Omit<Posting, "do" | "reason"> & { reason: PostingRow["reason"]; installment?: number | null }

/** Posts adjustments of a source, whose balance transactions no payout has. The caller's transaction holds what they are about. */
export async function post(
  tx: Transaction,
  scope: Scope,
  source: string,
  postings: readonly Posted[],
  {
    payment_intent = null,
    installments = 1,
    acquirer = STATEMENT_ACQUIRER,
    currency = STATEMENT_CURRENCY,
  }: Partial<AtAcquirer> = {},
): Promise<void> {
  if (postings.length === 0) return
  const { account, now: created } = scope
  const before = (await postingsOf(tx, account, source)).length
  const about = { acquirer, currency, payment_intent, installments }
  for (const [index, { reason, amount, on, about: code = null, installment = null }] of postings.entries()) {
    const part = before + index
    const available_on = timeOf(on, created)
    const row = { account, source, part, created, reason, about: code, amount, available_on, payment_intent, installment }
    tx.send(insertPosting, row)
    bookAtAcquirer(tx, scope, about, [
      { type: "adjustment", source, part, amount, fee: 0, installment: installments > 1 ? installment : null, available_on },
    ])
  }
}

/** When money of a day is there: at once if the day has come. */
export function timeOf(day: number, now: number): number {
  return day <= dayOf(now) ? now : startOfDay(day)
}
