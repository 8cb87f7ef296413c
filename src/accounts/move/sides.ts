import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"
import type { Database } from "../../db/database.ts"
import { parentsFirst, type StoredTable, storedTables } from "../../db/direct/catalogue.ts"
import { rowOf } from "../../db/direct/client.ts"
import { tables } from "../../db/table.ts"

/** A database of live mode that has to do with a move. `client` is the command's own connection to it. */
export type Side = { readonly name: string; readonly database: Database; readonly client: pg.Client }

/** An account that moves from one database to another. */
export type Move = {
  readonly account: string
  readonly from: Side
  readonly to: Side
  /** The tables with rows of accounts, those first that others name. */
  readonly tables: readonly StoredTable[]
  /** Tells the operator what is going on. */
  say(text: string): void
  /** Called after each step that must survive a crash. */
  checkpoint(step: string): void
}

const LOCK_WITHIN_MS = 5000
const LOCK_AGAIN_MS = 100
const COMMAND_LOCK = "hashtextextended('vintem moves', 0)"

/** The table that says where an account is. Its rows are not of an account: they stay behind as signposts. */
export const ACCOUNTS = "accounts"

/** SQL for the lock of an account in the database: its writers share it. `account` is an SQL text. */
export const lockOf = (account: string) => `hashtextextended('vintem account ' || ${account}, 0)`

/**
 * The tables with rows of accounts: those that are declared so, and any other that cannot have a row without an account. A command does not
 * load all declarations, and a newer version may have made further tables.
 */
export async function tablesOfAccounts(client: pg.Client): Promise<StoredTable[]> {
  const isOfAccounts = ({ name, columns }: StoredTable) =>
    (tables.get(name)?.of ??
      (columns.some((column) => column.name === "account" && column.required) ? "account" : "platform")) === "account"
  return parentsFirst((await storedTables(client)).filter(isOfAccounts))
}

/**
 * Lets one command at a time move accounts from a database or to it: a copy holds each of its tables for as long as it takes, and who makes
 * triggers on them would let all writers wait. The lock ends with the connection. Throws if another command has it.
 */
export async function lockForCommand({ client, name }: Side): Promise<void> {
  // That of a command that has just died is free in a moment.
  for (const deadline = Date.now() + LOCK_WITHIN_MS; ; await pause(LOCK_AGAIN_MS)) {
    const { locked } = await rowOf<{ locked: boolean }>(client, `SELECT pg_try_advisory_lock(${COMMAND_LOCK}) AS locked`)
    if (locked) return
    if (Date.now() > deadline)
      throw new Error(`Another command moves an account from or to the database ${name}. Wait for it, or stop it.`)
  }
}
