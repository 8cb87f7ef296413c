import type { SaleOutcome } from "../../acquirers/sale.ts"
import { id, milliseconds } from "../../db/columns.ts"
import type { Database, Transaction } from "../../db/database.ts"
import { isHere } from "../../db/here.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { table } from "../../db/table.ts"
import type { Chore } from "../../jobs/chore.ts"
import { keepReferences } from "../attempts/references.ts"
import { findAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { withOutcome } from "../methods/details.ts"
import type { PaymentsMode } from "./mode.ts"
import { lookUp } from "./poll.ts"
import { holdIntentOf, noteCharge } from "./store.ts"

/** The sales that a release made which kept no references (src/db/migrations/reference-lookups.ts). Remove it in the next release. */
export const referenceLookups = table(
  "reference_lookups",
  {
    account: id(),
    attempt: id(),
    /** In milliseconds of the database's time. */
    due_at_ms: milliseconds(),
  },
  { of: "account", key: ["account", "attempt"] },
)

/** An acquirer that gives no answer about a sale is asked for it again after this time. */
const AGAIN_AFTER_MS = 3_600_000

const anyDue = referenceLookups.statement([], (rows, _, k) =>
  rows
    .whereRaw(`due_at_ms <= ? AND ${isHere(k)}`, [nowMs(k)])
    .select("attempt")
    .limit(1),
)
const claimNext = referenceLookups.statement([], (rows, _, k) =>
  rows
    .whereRaw(
      `(account, attempt) = (SELECT account, attempt FROM reference_lookups WHERE due_at_ms <= ? AND ${isHere(k)} ORDER BY due_at_ms LIMIT 1)
       AND due_at_ms <= ?`,
      [nowMs(k), nowMs(k)],
    )
    .update({ due_at_ms: msFromNow(k, AGAIN_AFTER_MS) })
    .returning(["account", "attempt"]),
)
const removeLookup = referenceLookups.delete(["account", "attempt"])

/** Asks acquirers how they name the sales of before: one sale at each tick, so that they and the payments of today are not disturbed. */
export const lookUpOldReferences: Chore<PaymentsMode> = {
  kind: "look_up_old_references",
  run: async (mode) => {
    // There are none in most services, and a read is cheaper than a transaction at each tick.
    const claimed = (await mode.database.one(anyDue, {})) && (await claim(mode.database))
    if (claimed) await lookUpReferences(mode, claimed)
  },
}

function claim(database: Database): Promise<{ account: string; attempt: string } | undefined> {
  return database.transaction((tx) => tx.one(claimNext, {}))
}

async function lookUpReferences(mode: PaymentsMode, due: { account: string; attempt: string }): Promise<void> {
  const { account, attempt: id } = due
  const attempt = await findAttempt(mode.database, { account, id })
  const found = attempt && (await lookUp(mode, attempt))
  if (found instanceof Error) {
    mode.log.warn({ err: found, attempt: id }, "could not ask the acquirer for the references of a sale of before")
    return
  }
  await mode.database.transaction(async (tx) => {
    // An acquirer may have forgotten an old sale.
    if (attempt && found) await learn(tx, attempt, found)
    await tx.run(removeLookup, due)
  })
}

async function learn(tx: Transaction, attempt: AttemptRow, found: SaleOutcome): Promise<void> {
  const intent = await holdIntentOf(tx, attempt)
  keepReferences(tx, attempt, intent, found)
  const { account, id, charge, payment_method_details: details } = intent
  if (intent.latest_attempt !== attempt.id || !details) return
  await tx.run(noteCharge, { account, id, charge, payment_method_details: withOutcome(details, attempt, found, details) })
}
