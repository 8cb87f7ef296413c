// What waits for a person: a difference stays until it goes away by itself, or is resolved with a reason.
import { Refusal } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import { findAnywhere } from "../db/anywhere.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { type DifferenceRow, statementDifferences } from "./tables.ts"

const COLUMNS = ["account", "id", "created", "about", "kind", "subject", "day", "payment_intent", "amount", "details"] as const
/** One that says what it said before stays as it is, also if a person has resolved it. One that says something else is new. */
const note = statementDifferences.statement(COLUMNS, (_, p, k) => {
  const names = COLUMNS.join(", ")
  return k.raw<void>(
    `INSERT INTO statement_differences (${names}) VALUES (${COLUMNS.map((name) => `:${name}`).join(", ")})
     ON CONFLICT (account, about) DO UPDATE SET details = excluded.details, amount = excluded.amount, day = excluded.day,
       ended_at = NULL, resolved_at = NULL, reason = NULL, created = excluded.created
     WHERE statement_differences.details <> excluded.details OR statement_differences.ended_at IS NOT NULL`,
    Object.fromEntries(COLUMNS.map((name) => [name, p[name]])),
  )
})
const ofSubject = statementDifferences.find(["account", "subject"], (rows) => rows.whereNull("ended_at"))
const end = statementDifferences.update(["account", "id"], ["ended_at"])
const ofDay = statementDifferences.find(["account", "day"], (rows) => rows.whereNull("ended_at").orderBy("id"))
const resolve = statementDifferences.update(["account", "id"], ["resolved_at", "reason"], (rows) =>
  rows.whereNull("resolved_at").whereNull("ended_at").returning("*"),
)
const anywhere = findAnywhere(statementDifferences)
const findRow = statementDifferences.find(["account", "id"])

type Scope = { account: string; now: number }
export type NewDifference = Omit<DifferenceRow, "account" | "id" | "created" | "ended_at" | "resolved_at" | "reason">

export async function noteDifference(tx: Transaction, { account, now }: Scope, found: NewDifference): Promise<void> {
  await tx.run(note, { account, id: newId("sdf"), created: now, ...found })
}

/** Notes what differs in a subject now. What differed before and does not any more has ended. */
export async function setDifferences(
  tx: Transaction,
  scope: Scope,
  subject: string,
  found: readonly Omit<NewDifference, "subject">[],
): Promise<void> {
  const { account, now } = scope
  const still = new Set(found.map(({ about }) => about))
  for (const { id, about } of await tx.all(ofSubject, { account, subject }))
    if (!still.has(about)) await tx.run(end, { account, id, ended_at: now })
  for (const each of found) await noteDifference(tx, scope, { ...each, subject })
}

/** The differences of a day, resolved ones too. */
export function differencesOfDay(db: Queries, account: string, day: number): Promise<DifferenceRow[]> {
  return db.all(ofDay, { account, day })
}

export function findDifference(db: Queries, account: string, id: string): Promise<DifferenceRow | undefined> {
  return db.one(findRow, { account, id })
}

/** Finds a difference of any account, for the operator's commands. */
export function findDifferenceAnywhere(db: Queries, id: string): Promise<DifferenceRow | undefined> {
  return db.one(anywhere, { id })
}

/** A person has dealt with a difference. Throws Refusal if it has ended. */
export async function resolveDifference(
  tx: Transaction,
  { account, now }: Scope,
  { id }: Pick<DifferenceRow, "id">,
  reason: string,
): Promise<DifferenceRow> {
  const row = await tx.one(resolve, { account, id, resolved_at: now, reason })
  if (row) return row
  throw new Refusal("difference_ended", `The difference ${id} was resolved before, or has gone away by itself.`)
}
