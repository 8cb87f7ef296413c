import { maskCardNumbers } from "../base/card-numbers.ts"
import { json } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { pairsOf } from "../db/dialect.ts"
import { isHere } from "../db/here.ts"
import { nowMs } from "../db/now.ts"
import { pick } from "../db/rows.ts"
import type { Chore } from "./chore.ts"
import { failingWork } from "./table.ts"
import type { DueItem, Work, WorkMode } from "./work.ts"

const MAX_GAP_SECONDS = 300
const MAX_MESSAGE = 500
/** The jitter lengthens a gap by at most this share, so items that failed together do not all come back together. */
const JITTER = 0.1

type Item = Pick<DueItem, "account" | "id">

const recordRow = failingWork.statement(["kind", "item", "account", "message"], (rows, p, k) =>
  rows
    .insert({ ...pick(p, ["kind", "item", "account", "message"]), since_ms: nowMs(k), failures: 1 })
    .onConflict(["account", "kind", "item"])
    .merge({ failures: k.raw("failing_work.failures + 1"), message: p.message })
    .returning("failures"),
)
const deleteRows = failingWork.statement(["kind", { items: json<readonly Item[]>() }], (rows, p, k) =>
  rows
    .where({ kind: p.kind })
    .whereRaw(`(account, item) IN (${pairsOf(k)})`, [p.items])
    .delete(),
)
const countRows = failingWork.find(["kind"], (rows, _, k) => rows.whereRaw(isHere(k)).count({ failing: "*" }))

/** Returns how long an item is put off after a number of failures in a row: 1, 2, 4 … 300 seconds. `random` is from 0 to 1. */
export function putOffMs(failures: number, random = Math.random()): number {
  const seconds = Math.min(2 ** (failures - 1), MAX_GAP_SECONDS)
  return Math.round(seconds * 1000 * (1 + JITTER * random))
}

/** Records a failure. Returns how often the item has now failed in a row. */
export async function recordFailure(tx: Transaction, kind: string, { id, account }: Item, error: unknown): Promise<number> {
  const message = maskCardNumbers(String(error instanceof Error ? error.message : error), MAX_MESSAGE)
  return (await tx.only(recordRow, { kind, item: id, account, message })).failures
}

export async function forgetFailures(tx: Transaction, kind: string, items: readonly Item[]): Promise<void> {
  await tx.run(deleteRows, { kind, items: items.map(({ account, id }) => ({ account, id })) })
}

export async function countFailing(db: Queries, kind: string): Promise<number> {
  return (await db.only(countRows, { kind })).failing
}

/** Deletes the failures of items that are no longer due, such as the items of a canceled subscription. */
export function forgetEndedFailures(works: readonly Pick<Work<never>, "kind" | "queue">[]): Chore<WorkMode> {
  return {
    kind: "forget_failures",
    run: async ({ database }) => {
      for (const { kind, queue } of works) {
        // There is rarely such a failure, and a read is cheaper than a transaction.
        if ((await countFailing(database, kind)) > 0) await database.transaction((tx) => queue.forgetEnded(tx, kind))
      }
    },
  }
}
