// The steps of a move, from top to bottom. Each can be repeated after a crash, and so can the whole.
import type pg from "pg"
import { close, waitForWriters } from "./close.ts"
import { copyAccount } from "./copy.ts"
import { leave, untilFinished } from "./leave.ts"
import { open } from "./open.ts"
import { type Needs, preflight } from "./preflight.ts"
import { refuseWrites } from "./refuse.ts"
import type { Move } from "./sides.ts"

/** What a move needs from its command. */
export type Means = {
  /** The key that wraps the key rings. */
  master: Buffer
  /** Whether an earlier command has closed the account. It is served nowhere until this one ends. */
  isClosed: boolean
  /** Says what the move needs. Throws if it must not begin. */
  agree(needs: Needs): void
  /** Writes the audit entry, in the transaction that closes the account. */
  note(): Promise<void>
  /** A new connection to the new database. */
  reconnect(): Promise<pg.Client>
}

/** Moves an account to another database, where it is open when this returns. Its old rows stay. */
export async function moveAccount(move: Move, { master, isClosed, agree, note, reconnect }: Means): Promise<void> {
  const { account, from, to, say, checkpoint } = move
  const needs = await preflight(move, master)
  agree(needs)
  checkpoint("preflight")

  await leave(move)
  checkpoint("leaving")
  if (!isClosed) {
    say("Waiting for what workers have begun …")
    const left = await untilFinished(move)
    if (left > 0) say(`${left} calls or messages have not ended. What became of them is looked up in ${to.name}.`)
    checkpoint("finished")
  }

  await refuseWrites(move)
  checkpoint("refusing")
  const closedMs = await close(move, note)
  say(`${account} is closed in ${from.name}: it is answered 503 until it is open in ${to.name}.`)
  checkpoint("closed")
  await waitForWriters(move)
  checkpoint("alone")

  const { rows, transaction } = await copyAccount(move, closedMs, needs.signpost)
  checkpoint("copied")
  await open(move, transaction, reconnect)
  checkpoint("open")
  say(`${account} is open in ${to.name}, with ${rows} rows.`)
}
