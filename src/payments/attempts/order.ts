// Orders to ask an acquirer what it holds of a charge. An order is an attempt, so it survives the process.
import type { Scope } from "../../accounts/scope.ts"
import { Refusal } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { boolean } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import { makeDue } from "./charges.ts"
import { nextAttemptState } from "./state.ts"
import { findAttemptAnywhere, insertAttempt, mustFindAttempt, transitionAttempt } from "./store.ts"
import { type AttemptRow, attempts } from "./table.ts"

/** The acquirer is asked about a charge once in this time, however many notifications arrive. */
export const ASKED_AFTER_SECONDS = 60

type About = Pick<AttemptRow, "amount" | "currency"> & { charge: string }
type Inquiry = Pick<AttemptRow, "id" | "account" | "state" | "created" | "due_at"> & { is_held: boolean }

const inquiriesAbout = attempts.statement(
  ["account", "acquirer", "charge"],
  (rows, { account, acquirer, charge }, k) =>
    rows
      .where({ account, acquirer, charge, kind: "inquiry" })
      .orderBy("id")
      .select<Inquiry>("id", "account", "state", "created", "due_at", k.raw(`held_until_ms > ${nowMs(k)} AS is_held`)),
  { is_held: boolean() },
)

/**
 * Orders an inquiry: to ask the acquirer what it holds of a charge, in a minute. The caller holds the intent. A charge has one open inquiry.
 * Another order makes it ask again, because it may have read what was there before.
 */
export async function orderInquiry(tx: Transaction, { now }: Pick<Scope, "now">, sale: AttemptRow, about: About): Promise<void> {
  const open = (await inquiriesOf(tx, sale, about)).find(isOpen)
  const due_at = now + ASKED_AFTER_SECONDS
  if (!open) return void (await insertInquiry(tx, now, due_at, sale, about))
  const { account, id, due_at: was_due_at } = open
  if (open.is_held && was_due_at !== null && was_due_at <= now) await tx.run(makeDue, { account, id, was_due_at, due_at })
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
  const inquiries = await inquiriesOf(tx, sale, about)
  const open = inquiries.find(isOpen)
  const asked = inquiries.filter((each) => !isOpen(each)).map(({ created }) => created + ASKED_AFTER_SECONDS)
  const due_at = Math.max(now, ...asked)
  if (open?.state === "unconfirmed") {
    const { account, id, due_at: was_due_at } = open
    if (was_due_at === null || was_due_at > now + ASKED_AFTER_SECONDS)
      await tx.run(makeDue, { account, id, was_due_at, due_at: now + ASKED_AFTER_SECONDS })
    return
  }
  const { account, id } = open ?? (await insertInquiry(tx, now, due_at, sale, about))
  const state = nextAttemptState("new", "notified")
  if (state) await tx.one(transitionAttempt, { account, id, from: "new", state, outcome: null, polling_since: now, due_at })
}

/** Whether a chargeback of the charge of an attempt was notified, and is not known to be there or not. */
export async function isChargebackOpen(tx: Transaction, attempt: AttemptRow): Promise<boolean> {
  const { charge } = attempt
  return charge !== null && (await inquiriesOf(tx, attempt, { charge })).some(({ state }) => state === "unconfirmed")
}

/** Ends the inquiry that looks for a notified chargeback of a charge, because a person has booked it. */
export async function closeChargebackInquiry(tx: Transaction, sale: AttemptRow, charge: string): Promise<void> {
  const open = (await inquiriesOf(tx, sale, { charge })).find(({ state }) => state === "unconfirmed")
  if (open) await close(tx, await mustFindAttempt(tx, open), "booked")
}

/** Finds an inquiry of any account, for the operator's commands. */
export async function findInquiry(db: Queries, id: string): Promise<AttemptRow | undefined> {
  const attempt = await findAttemptAnywhere(db, id)
  return attempt?.kind === "inquiry" ? attempt : undefined
}

/** Ends an inquiry because a person has asked the acquirer, and there is nothing to book. Throws Refusal if it has ended. */
export async function dismissInquiry(tx: Transaction, inquiry: AttemptRow): Promise<AttemptRow> {
  const closed = await close(tx, await mustFindAttempt(tx, inquiry), "dismissed")
  if (!closed) throw new Refusal("inquiry_ended", `The inquiry ${inquiry.id} has ended already.`)
  return closed
}

async function close(
  tx: Transaction,
  { account, id, state: from, polling_since }: AttemptRow,
  outcome: string,
): Promise<AttemptRow | undefined> {
  const state = nextAttemptState(from, "close")
  return state && tx.one(transitionAttempt, { account, id, from, state, outcome, polling_since, due_at: null })
}

async function insertInquiry(
  tx: Transaction,
  created: number,
  due_at: number,
  { account, acquirer, credentials, payment_intent, customer, type }: AttemptRow,
  { charge, amount, currency }: About,
): Promise<AttemptRow> {
  const sale = { account, acquirer, credentials, payment_intent, customer, type }
  return insertAttempt(tx, { id: newId("att"), kind: "inquiry", created, due_at, ...sale, charge, amount, currency })
}

function inquiriesOf(tx: Transaction, { account, acquirer }: AttemptRow, { charge }: Pick<About, "charge">): Promise<Inquiry[]> {
  return tx.all(inquiriesAbout, { account, acquirer, charge })
}

function isOpen({ state }: Inquiry): boolean {
  return state !== "done"
}
