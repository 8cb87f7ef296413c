import { findAnywhere } from "../../db/anywhere.ts"
import { json, seconds } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { nowMs } from "../../db/now.ts"
import { without } from "../../db/rows.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type MandateChargeRow, type MandateRow, mandateCharges, mandates, type Refusal } from "./tables.ts"

const INSERTED = without(mandates.names, ["held_until_ms"])
const CHANGED = ["mandate", "status", "is_attached", "polling_since", "due_at"] as const

const insertRow = mandates.insert(INSERTED)
const findRow = mandates.find(["account", "id"])
// SQLite ignores forUpdate. It does not need the lock, because it has one writer at a time.
const holdRow = mandates.find(["account", "id"], (rows) => rows.forUpdate())
const changeRow = mandates.update(["account", "id"], CHANGED, (rows) => rows.returning("*"))
const pollNext = mandates.statement(["account", "id", { due_at: "was_due_at" }, "due_at"], (rows, p) =>
  rows.where({ account: p.account, id: p.id, due_at: p.was_due_at }).update({ due_at: p.due_at }),
)
const byIds = mandates.statement(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "id"), [p.ids]),
)
/** A mandate that an acquirer is still asked about, or told of. */
const findAtAcquirer = mandates.find(["account", "acquirer"], (rows) => rows.whereNotNull("due_at").orderBy("due_at").limit(1))

export const mandateAt = (db: Queries, account: string, acquirer: string): Promise<MandateRow | undefined> =>
  db.one(findAtAcquirer, { account, acquirer })

/** The mandates that a payment was to found: one a confirm. */
export const mandatesOfIntent = mandates.find(["account", "payment_intent"], (rows) => rows.select("id"))

/**
 * Makes a mandate due in the next second that its acquirer names so, unless it is due earlier or has ended. A question that is under way may have been answered
 * before the change, so another one follows it.
 */
export const askMandateSoon = mandates.statement(["account", "acquirer", "mandate", { soon: seconds() }], (rows, p, k) =>
  rows
    .where({ account: p.account, acquirer: p.acquirer, mandate: p.mandate })
    .whereNotNull("due_at")
    .whereRaw(`(due_at > ? OR held_until_ms > ${nowMs(k)})`, [p.soon])
    .update({ due_at: p.soon }),
)

export async function insertMandate(tx: Transaction, row: Omit<MandateRow, "held_until_ms">): Promise<void> {
  await tx.run(insertRow, row)
}

export function findMandate(db: Queries, account: string, id: string): Promise<MandateRow | undefined> {
  return db.one(findRow, { account, id })
}

export function mustFindMandate(db: Queries, account: string, id: string): Promise<MandateRow> {
  return db.only(findRow, { account, id })
}

/** Finds a mandate of any account, for the operator's commands. */
export const findMandateAnywhere = (db: Queries, id: string): Promise<MandateRow | undefined> => db.one(mandateAnywhere, { id })

const mandateAnywhere = findAnywhere(mandates)

/** Locks a mandate until the transaction ends. */
export function holdMandate(tx: Transaction, { account, id }: Pick<MandateRow, "account" | "id">): Promise<MandateRow> {
  return tx.only(holdRow, { account, id })
}

/** Stores what changes of a mandate. The caller has locked it. */
export function changeMandate(
  tx: Transaction,
  before: MandateRow,
  changes: Partial<Pick<MandateRow, (typeof CHANGED)[number]>>,
): Promise<MandateRow> {
  const { account, id, mandate, status, is_attached, polling_since, due_at } = { ...before, ...changes }
  return tx.only(changeRow, { account, id, mandate, status, is_attached, polling_since, due_at })
}

/** Sets when the acquirer is asked next, unless that has changed since it was read. */
export async function askNext(
  tx: Transaction,
  { account, id, due_at: was_due_at }: MandateRow,
  due_at: number | null,
): Promise<void> {
  await tx.run(pollNext, { account, id, was_due_at, due_at })
}

/** The mandates of an account with these ids, by their ids. */
export async function mandatesOfIds(db: Queries, account: string, ids: string[]): Promise<Map<string, MandateRow>> {
  if (ids.length === 0) return new Map()
  return new Map((await db.all(byIds, { account, ids })).map((row) => [row.id, row]))
}

const insertChargeRow = mandateCharges.insert(["account", "attempt", "mandate", "day", "first_day", "retry_of"])
const findChargeRow = mandateCharges.find(["account", "attempt"])
const keepRefusalOf = mandateCharges.update(["account", "attempt"], ["refusal"])

/** Stores what an attempt charges, beside the attempt. */
export async function insertMandateCharge(tx: Transaction, row: Omit<MandateChargeRow, "refusal">): Promise<void> {
  await tx.run(insertChargeRow, row)
}

/** What an attempt charges by a mandate. Undefined if it does not. */
export async function findMandateCharge(
  db: Queries,
  { account, id: attempt, type, payment_method }: Pick<AttemptRow, "account" | "id" | "type" | "payment_method">,
): Promise<MandateChargeRow | undefined> {
  return type === "pix" && payment_method !== null ? db.one(findChargeRow, { account, attempt }) : undefined
}

export async function keepRefusal(tx: Transaction, { account, attempt }: MandateChargeRow, refusal: Refusal): Promise<void> {
  await tx.run(keepRefusalOf, { account, attempt, refusal })
}
