// Applies what the bank says of payouts. Each line is applied once, however often its file is read.
import { type Scope, scopeOf } from "../../accounts/scope.ts"
import type { Clock } from "../../base/clock.ts"
import { Refusal } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Database, Queries, Transaction } from "../../db/database.ts"
import type { EventsMode } from "../../events/webhooks/mode.ts"
import { failPayout, payPayout } from "../move.ts"
import { findPayoutAnywhere, holdPayout } from "../store.ts"
import { type LineOutcome, type PayoutRow, payoutReturns, type ReturnRow } from "../tables.ts"
import { digestOf, type ReturnLine } from "./return.ts"

type ImportMode = EventsMode & { readonly database: Database; readonly clock: Clock }

const insertLine = payoutReturns.insert(
  ["id", "created", "digest", "payout", "account", "status", "reference", "failure_code", "outcome"],
  (rows) => rows.onConflict("digest").ignore().returning("*"),
)
const setOutcome = payoutReturns.update(["id"], ["outcome"])
const lineOf = payoutReturns.find(["digest"])
const findLine = payoutReturns.find(["id"], (rows) => rows.where({ outcome: "unmatched" }).whereNull("resolved_at"))
const resolveLine = payoutReturns.update(["id"], ["resolved_at"], (rows) => rows.whereNull("resolved_at"))

/** How many lines had each outcome. `known` also counts those that were read before, but for those that still wait for a person. */
export type Imported = Record<LineOutcome, number>

/** Applies the lines of a return file, each in a transaction of its own. After a crash, the file can be read again. */
export async function importReturn(mode: ImportMode, lines: readonly ReturnLine[]): Promise<Imported> {
  const imported: Imported = { applied: 0, known: 0, unmatched: 0 }
  for (const line of lines) {
    imported[await mode.database.transaction((tx) => applyLine(tx, mode, line))]++
    mode.checkpoint("payout: line imported")
  }
  return imported
}

async function applyLine(tx: Transaction, mode: ImportMode, line: ReturnLine): Promise<LineOutcome> {
  const payout = await findPayoutAnywhere(tx, line.payout)
  const created = Math.floor(mode.clock.now() / 1000)
  const digest = digestOf(line)
  const account = payout?.account ?? null
  const row = await tx.one(insertLine, { id: newId("prl"), created, digest, account, outcome: "applied" as const, ...line })
  if (!row) {
    const { outcome, resolved_at } = await tx.only(lineOf, { digest })
    return outcome === "unmatched" && resolved_at === null ? "unmatched" : "known"
  }
  const outcome = payout ? await settle(tx, await scopeOf(tx, mode, payout.account), payout, line) : "unmatched"
  await tx.run(setOutcome, { id: row.id, outcome })
  return outcome
}

async function settle(
  tx: Transaction,
  scope: Scope<EventsMode>,
  { account, id }: PayoutRow,
  line: ReturnLine,
): Promise<LineOutcome> {
  const { reference, failure_code } = line
  // Two files may be read at once.
  const payout = await tx.only(holdPayout, { account, id })
  if (says(line, payout)) return "known"
  // The bank cannot have paid what no file has told it.
  if (payout.file === null) return "unmatched"
  try {
    await tx.savepoint(() =>
      failure_code === null
        ? payPayout(tx, scope, payout, reference)
        : failPayout(tx, scope, payout, { failure_code, reference }),
    )
    return "applied"
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return "unmatched"
  }
}

/** Whether a payout is already what a line says, as after a person has said so. */
function says({ status, reference, failure_code }: ReturnLine, payout: PayoutRow): boolean {
  const last = payout.return_reference ?? payout.reference
  return payout.status === status && last === reference && payout.failure_code === failure_code
}

/** Finds a line that no payout fits and that waits for a person. */
export function findUnmatched(db: Queries, id: string): Promise<ReturnRow | undefined> {
  return db.one(findLine, { id })
}

/** A person has dealt with a line that no payout fits. `now` is in Unix seconds. */
export async function resolveUnmatched(tx: Transaction, { id }: ReturnRow, now: number): Promise<{ id: string }> {
  await tx.run(resolveLine, { id, resolved_at: now })
  return { id }
}
