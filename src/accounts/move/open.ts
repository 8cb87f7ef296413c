// Fifth step: the COMMIT, which opens the account in the new database.
import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"
import { rowOf, rowsOf } from "../../db/direct/client.ts"
import type { Move } from "./sides.ts"

const KNOWN_WITHIN_MS = 60_000
const ASK_EVERY_MS = 500

/**
 * Commits the copy. If the answer is lost, asks a new connection what became of the transaction. Throws if it was not committed, or if that
 * cannot be known now: the command may then be repeated.
 */
export async function open(move: Move, transaction: string, reconnect: () => Promise<pg.Client>): Promise<void> {
  const { account, to, say } = move
  try {
    await to.client.query("COMMIT")
  } catch (error) {
    say(`The answer to the COMMIT in ${to.name} was lost. Looking it up …`)
    if (await wasCommitted(move, transaction, reconnect)) return
    throw new Error(
      `${account} was not opened in ${to.name}: ${(error as Error).message}. Repeat this command, or undo it with --back.`,
      { cause: error },
    )
  }
}

async function wasCommitted({ account, to }: Move, transaction: string, reconnect: () => Promise<pg.Client>): Promise<boolean> {
  const deadline = Date.now() + KNOWN_WITHIN_MS
  for (;;) {
    const known = await ask(reconnect, account, transaction).catch((error: Error) => {
      if (Date.now() < deadline) return undefined
      throw new Error(
        `It is not known whether ${account} is open in ${to.name}, which does not answer. Repeat this command when it does.`,
        { cause: error },
      )
    })
    if (known && known.status !== "in progress") return known.place === to.name
    if (Date.now() >= deadline)
      throw new Error(`The transaction ${transaction} in ${to.name} does not end. Repeat this command when it has.`)
    await pause(ASK_EVERY_MS)
  }
}

type Known = { status: string | null; place: string | undefined }

async function ask(reconnect: () => Promise<pg.Client>, account: string, transaction: string): Promise<Known> {
  const client = await reconnect()
  try {
    const { status } = await rowOf<{ status: string | null }>(client, "SELECT pg_xact_status($1::xid8) AS status", [transaction])
    const [row] = await rowsOf<{ place: string }>(client, "SELECT database AS place FROM accounts WHERE id = $1", [account])
    return { status, place: row?.place }
  } finally {
    await client.end().catch(() => {})
  }
}
