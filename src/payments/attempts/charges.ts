// What concerns a charge: its attempts, and orders to ask its acquirer what it holds of it. An order is an attempt, so it survives the process.

import type { Scope } from "../../accounts/scope.ts"
import { boolean } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import type { Rows, Sql } from "../../db/rows.ts"
import { closeAttempt, moveAttempt } from "./move.ts"
import { findAnywhereOf, insertNextTo, isLeased } from "./store.ts"
import { type AttemptRow, attempts } from "./table.ts"

/** An attempt that concerns a charge, with the clock of its account. */
export type OfCharge = Pick<
  AttemptRow,
  "id" | "account" | "kind" | "state" | "created" | "due_at" | "payment_intent" | "charge"
> & {
  clock_offset: number
  /** The name of the database that the account is in. */
  database: string
  /** Whether a process is working on the attempt now. */
  is_held: boolean
}

/** Every attempt that concerns a charge, of any account. `charge` is the acquirer's own id. */
export const attemptsOfCharge = attempts.statement(
  ["acquirer", "charge"],
  (rows, p, k) => withClock(rows.where({ acquirer: p.acquirer, charge: p.charge }), k),
  { is_held: boolean() },
)

/** The attempt with a reference, in the same form. */
export const attemptOfReference = attempts.statement(
  ["account", "acquirer", "reference"],
  (rows, p, k) =>
    withClock(rows.where({ acquirer: p.acquirer, reference: p.reference }), k).where({ "attempts.account": p.account }),
  { is_held: boolean() },
)

function withClock(rows: Rows<AttemptRow>, k: Sql) {
  return rows
    .join("accounts", "accounts.id", "attempts.account")
    .orderBy("attempts.id")
    .select<OfCharge>(
      ...[
        "attempts.id",
        "account",
        "kind",
        "state",
        "attempts.created",
        "due_at",
        "payment_intent",
        "clock_offset",
        "database",
        "charge",
      ],
      k.raw(`held_until_ms > ${nowMs(k)} AS is_held`),
    )
}

type OfAcquirer = Pick<AttemptRow, "account" | "acquirer" | "charge">

/** Every attempt of an account that concerns a charge, oldest first. A charge has at most one sale and one reversal. */
export async function attemptsAbout(db: Queries, { account, acquirer, charge }: OfAcquirer): Promise<AttemptRow[]> {
  return charge === null ? [] : db.all(about, { account, acquirer, charge })
}

const about = attempts.find(["account", "acquirer", "charge"], (rows) => rows.orderBy("id"))

/** Sets when an attempt is due, unless its due time has changed since it was read. */
export const makeDue = attempts.statement(["account", "id", { due_at: "was_due_at" }, "due_at"], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id })
    .whereRaw("coalesce(due_at, -1) = coalesce(CAST(? AS bigint), -1)", [p.was_due_at])
    .update({ due_at: p.due_at }),
)

/** Records the amount and currency that the acquirer captured for a sale, if they differ from the sale's own. */
export const recordCapturedAmount = attempts.update(["account", "id"], ["amount", "currency"])

/** The acquirer is asked about a charge once in this time, however many notifications arrive. */
export const ASKED_AFTER_SECONDS = 60

type About = Pick<AttemptRow, "amount" | "currency"> & { charge: string }

/**
 * Orders an inquiry: to ask the acquirer what it holds of a charge, in a minute or in `afterSeconds`. The caller holds the intent. A charge has
 * one open inquiry. Another order makes it ask again, because it may have read what was there before.
 */
export async function orderInquiry(
  tx: Transaction,
  { now }: Pick<Scope, "now">,
  sale: AttemptRow,
  about: About,
  afterSeconds = ASKED_AFTER_SECONDS,
): Promise<void> {
  const { open } = await inquiriesOf(tx, { ...sale, ...about })
  const due_at = now + afterSeconds
  if (!open) return void (await insertInquiry(tx, now, due_at, sale, about))
  const { account, id, due_at: was_due_at } = open
  const isAsking = was_due_at !== null && was_due_at <= now && (await tx.one(isLeased, { account, id }))
  if (isAsking) await tx.run(makeDue, { account, id, was_due_at, due_at })
}

/**
 * Orders an inquiry about a notified chargeback. It stays open while the acquirer does not show the chargeback
 * (docs/decisions/0025-what-an-acquirer-holds.md).
 */
export async function orderChargebackInquiry(
  tx: Transaction,
  { now }: Pick<Scope, "now">,
  sale: AttemptRow,
  about: About,
): Promise<void> {
  const { open, ended } = await inquiriesOf(tx, { ...sale, ...about })
  if (open?.state === "unconfirmed") {
    const { account, id, due_at: was_due_at } = open
    const due_at = now + ASKED_AFTER_SECONDS
    if (was_due_at === null || was_due_at > due_at) await tx.run(makeDue, { account, id, was_due_at, due_at })
    return
  }
  const due_at = Math.max(now, ...ended.map(({ created }) => created + ASKED_AFTER_SECONDS))
  const inquiry = open ?? (await insertInquiry(tx, now, due_at, sale, about))
  await moveAttempt(tx, { now }, inquiry, "notified", null, { due_at })
}

/** Ends the inquiry that looks for a notified chargeback of a charge, because a person has booked it. */
export async function closeChargebackInquiry(tx: Transaction, sale: AttemptRow, charge: string): Promise<void> {
  const { open } = await inquiriesOf(tx, { ...sale, charge })
  if (open?.state === "unconfirmed") await closeAttempt(tx, open, "booked")
}

export const findInquiry = findAnywhereOf("inquiry")

function insertInquiry(tx: Transaction, created: number, due_at: number, sale: AttemptRow, { charge, amount, currency }: About) {
  return insertNextTo(tx, sale, { kind: "inquiry", created, due_at, charge, amount, currency })
}

/** The inquiries about a charge: the open one, if there is one, and those that have ended. */
async function inquiriesOf(tx: Transaction, of: OfAcquirer): Promise<{ open: AttemptRow | undefined; ended: AttemptRow[] }> {
  const inquiries = (await attemptsAbout(tx, of)).filter(({ kind }) => kind === "inquiry")
  return {
    open: inquiries.find(({ state }) => state !== "done"),
    ended: inquiries.filter(({ state }) => state === "done"),
  }
}
