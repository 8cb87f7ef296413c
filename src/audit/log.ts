import { hostname } from "node:os"
import { maskCardNumbers } from "../base/card-numbers.ts"
import { isId, newId } from "../base/ids.ts"
import { modeName } from "../base/mode-name.ts"
import { integer, milliseconds } from "../db/columns.ts"
import type { Database, Queries, Transaction } from "../db/database.ts"
import { nowMs } from "../db/now.ts"
import { pick, type Rows } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import type { ActionName } from "./actions.ts"
import type { Changes } from "./changes.ts"
import { auditLog, type EntryRow } from "./table.ts"

/** Who acts, and from which source: a host's name or a client's address. */
export type Actor = { actor: string; source: string }

/**
 * An action. `target` is the object that it changes. `account` is null if the action concerns none, or an unknown one. `reason` is why
 * something was canceled or resolved, in the words of the caller.
 */
export type Action = {
  action: ActionName
  target: string | null
  account: string | null
  reason?: string | null
  changes?: Changes | null
}

/** The part of Vintém that does due work. It cancels the open payment of a subscription that ends. */
export const engine = (): Actor => ({ actor: "engine", source: hostname() })

/** API keys and signing secrets in a reason, which no entry may contain. */
const SECRETS = /\b(?:zsk|zk|zrk|whsec)_[0-9A-Za-z_]{8,}/g

const GIVEN = ["id", "actor", "source", "action", "target", "account", "outcome", "reason", "changes"] as const

const insertEntry = auditLog.statement(GIVEN, (rows, p, k) => rows.insert({ ...pick(p, GIVEN), at_ms: nowMs(k) }))

const SINCE = { since_ms: milliseconds(), limit: integer() }
const newestFirst = (rows: Rows<EntryRow>) =>
  rows
    .orderBy([
      { column: "at_ms", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(LIMIT)
const newestEntries = auditLog.statement([SINCE], (rows, p) => newestFirst(rows.where("at_ms", ">=", p.since_ms)))
const newestOfAccount = auditLog.statement(["account", SINCE], (rows, p) =>
  newestFirst(rows.where("at_ms", ">=", p.since_ms).where({ account: p.account })),
)

const doneOn = auditLog.find(["account", "action", "target"], (rows) => rows.where({ outcome: "done" }).select("id").limit(1))

/** Whether an account's object was the target of an action that was done. Entries are kept forever. */
export async function wasDone(db: Queries, account: string, action: ActionName, target: string): Promise<boolean> {
  return (await db.one(doneOn, { account, action, target })) !== undefined
}

/** Writes the entry of an action that is done, in the action's transaction. */
export async function recordDone(
  tx: Pick<Transaction, "run">,
  by: Actor,
  { reason = null, changes = null, ...action }: Action,
): Promise<void> {
  await tx.run(insertEntry, {
    id: newId("aud"),
    ...by,
    ...action,
    outcome: "done",
    reason: reason && maskCardNumbers(reason.replace(SECRETS, "…")),
    changes,
  })
}

/** Writes the entry of an action that was refused, with the code of the refusal, in its own transaction. */
export async function recordRefused(database: Database, by: Actor, action: Action, code: string): Promise<void> {
  await database.transaction((tx) =>
    tx.run(insertEntry, { id: newId("aud"), ...by, ...action, outcome: `refused: ${code}`, reason: null, changes: null }),
  )
}

/**
 * The part of a given text that an entry may contain: an id, or the origin of a URL. Any other text may be a secret, such as an API
 * key instead of its id.
 */
export function targetOf(text: unknown): string | null {
  if (typeof text !== "string") return null
  if (isId(text)) return text
  const origin = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : null
  return origin && origin.length <= 255 ? maskCardNumbers(origin) : null
}

/** An entry of one of the modes. */
export type Entry = EntryRow & { livemode: boolean }

/** Lists the entries of a mode, newest first. `since` is in Unix seconds. */
export async function listEntries(
  db: Queries & { livemode: boolean },
  { account, since = 0, limit }: { account?: string; since?: number; limit: number },
): Promise<Entry[]> {
  const since_ms = since * 1000
  const rows = account
    ? await db.all(newestOfAccount, { account, since_ms, limit })
    : await db.all(newestEntries, { since_ms, limit })
  return rows.map((row) => ({ ...row, livemode: db.livemode }))
}

/** Compares entries of several modes: newest first. */
export function byNewest(a: Entry, b: Entry): number {
  return b.at_ms - a.at_ms || (a.id < b.id ? 1 : -1)
}

/** An entry in the output of the CLI. `at` is in Unix seconds. */
export function presentEntry({ id, at_ms, actor, source, action, target, account, outcome, reason, changes, livemode }: Entry) {
  const at = Math.floor(at_ms / 1000)
  return { id, at, actor, source, action, target, account, mode: modeName({ livemode }), outcome, reason, changes }
}
