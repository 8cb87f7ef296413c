// A part of an account's statements: the lines of one subject, or a day. One that fails is put off alone: it is tried again, and the others go on.
import type { Scope } from "../../accounts/scope.ts"
import { integer } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { LIMIT } from "../../db/statement.ts"
import { isUnreachable } from "../../db/unreachable.ts"
import { forgetFailures, putOffMs, recordFailure } from "../../jobs/failing.ts"
import { failingWork } from "../../jobs/table.ts"
import type { PaymentsMode } from "../../payments/intents/mode.ts"
import { checkedDay } from "../work-due.ts"
import { checkedSubject, lookAt } from "./lines.ts"

export type Part = { kind: "lines"; subject: string } | { kind: "payments" | "sales"; day: number }

/** The name of such work on the attention list (docs/attention.md). */
const KIND = "settle_statement"
const PREFIX = "stp_"
const AT_ONCE = 500

const failing = failingWork.statement(["account", { limit: integer() }], (rows, p) =>
  rows.where({ account: p.account, kind: KIND }).orderBy("failures").orderBy("item").limit(LIMIT),
)

/** The parts that have failed, those that failed least first, and after how long they are tried again. */
export type Failing = { parts: Part[]; again: number | null }

export async function failingParts(db: Queries, account: string): Promise<Failing> {
  const rows = await db.all(failing, { account, limit: AT_ONCE })
  const [first] = rows
  return { parts: rows.map(({ item }) => partOf(item)), again: first ? Math.ceil(putOffMs(first.failures) / 1000) : null }
}

/**
 * Does the work of a part. If it fails, nothing looks at the part any more but who tries it again: the failure is kept with what the part has to wait
 * for. Returns undefined then. Throws if the database does.
 */
export async function tryPart<T>(scope: Scope<PaymentsMode>, part: Part, work: () => Promise<T>): Promise<T | undefined> {
  const { account, mode } = scope
  try {
    return await work()
  } catch (error) {
    if (isUnreachable(error)) throw error
    const item = itemOf(account, part)
    mode.log.error({ err: error, account, ...part }, "a part of the statements could not be settled, and is tried again")
    await mode.database.transaction(async (tx) => {
      await putOff(tx, account, part)
      const reason = `${part.kind === "lines" ? part.subject : part.day}: ${error instanceof Error ? error.message : error}`
      await recordFailure(tx, KIND, { account, id: item }, reason)
    })
    return undefined
  }
}

async function putOff(tx: Transaction, account: string, part: Part): Promise<void> {
  if (part.kind === "lines") checkedSubject(tx, account, (await lookAt(tx, account, part.subject)).looked, null)
  else checkedDay(tx, account, part.kind, part.day, null)
}

/** A part that had failed has succeeded. */
export async function forgetPart({ account, mode }: Scope<PaymentsMode>, part: Part): Promise<void> {
  await mode.database.transaction((tx) => forgetFailures(tx, KIND, [{ account, id: itemOf(account, part) }]))
}

/** An id that names the part among those of all accounts, and fits into an address. */
function itemOf(account: string, part: Part): string {
  return PREFIX + Buffer.from(JSON.stringify([account, part])).toString("base64url")
}

function partOf(item: string): Part {
  const [, part] = JSON.parse(Buffer.from(item.slice(PREFIX.length), "base64url").toString()) as [string, Part]
  return part
}
