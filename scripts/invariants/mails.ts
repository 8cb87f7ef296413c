// Compares the mails of an account with what the mail server has accepted, once everything has settled.
import { accounts } from "../../src/accounts/tables.ts"
import type { Database } from "../../src/db/database.ts"
import { enabledKinds } from "../../src/mail/settings.ts"
import { type MailRow, mails } from "../../src/mail/tables.ts"
import { paymentIntents } from "../../src/payments/intents/table.ts"
import { refunds } from "../../src/payments/refunds/table.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { MailServer } from "../../test/support/network/mail-server.ts"
import { line } from "./line.ts"

const accountOf = testOnly(accounts.find(["id"]))
const mailsOf = testOnly(mails.find(["account"]))
const intentsOf = testOnly(paymentIntents.find(["account"]))
const refundsOf = testOnly(refunds.find(["account"]))

const DAY = 86_400

/** How often the server has accepted each mail, by its id, and for whom. */
export type Mailed = ReadonlyMap<string, { times: number; to: string }>

/** Reads what the server has accepted. A mail whose answer was lost is accepted too. */
export function mailedBy({ received }: Pick<MailServer, "received">): Mailed {
  const mailed = new Map<string, { times: number; to: string }>()
  for (const { raw, to } of received) {
    const id = /^message-id: <([^@>]+)@/im.exec(raw)?.[1] ?? `a mail without an id to ${to}`
    mailed.set(id, { times: (mailed.get(id)?.times ?? 0) + 1, to })
  }
  return mailed
}

/** Each cause has its mail. The server has accepted it once if it is sent, and at most once if nobody knows. */
export async function checkMails(database: Database, account: string, mailed: Mailed): Promise<string[]> {
  const { clock_offset } = await database.only(accountOf, { id: account })
  const now = Math.floor(Date.now() / 1000) + clock_offset
  const rows = await database.all(mailsOf, { account })
  const enabled = await enabledKinds(database, account)
  const intents = await database.all(intentsOf, { account })
  const paid = intents.filter((intent) => intent.status === "succeeded" && intent.amount > 0)
  const returned = (await database.all(refundsOf, { account })).filter(
    ({ status, reason }) => status === "succeeded" && reason !== "dispute",
  )
  return [
    ...rows.flatMap((row) => checkOne(row, mailed, now).map((what) => line(what, row))),
    ...(enabled.has("receipt") ? missing(rows, "receipt", paid) : []),
    ...(enabled.has("refund_made") ? missing(rows, "refund_made", returned) : []),
  ]
}

function checkOne({ id, status, reason, due_at, user_due_at }: MailRow, mailed: Mailed, now: number): string[] {
  const times = mailed.get(id)?.times ?? 0
  const due = due_at ?? user_due_at
  if (times > 1) return [`the mail server has accepted a mail ${times} times`]
  if (status === "sent") return times === 1 ? [] : ["a mail counts as sent, and the mail server has not accepted it"]
  const mayHaveArrived = status === "failed" && reason === "no_answer"
  if (times === 1 && !mayHaveArrived) return [`a mail is ${status}, and the mail server has accepted it`]
  // It waits for its next attempt, or for room.
  if (status === "pending" && due !== null && due <= now - DAY) return ["a mail has been due for a day"]
  return []
}

function missing(rows: readonly MailRow[], kind: MailRow["kind"], causes: readonly { id: string }[]): string[] {
  const caused = Map.groupBy(
    rows.filter((row) => row.kind === kind),
    ({ cause }) => cause,
  )
  return causes.flatMap((cause) => {
    const found = caused.get(cause.id)?.length ?? 0
    return found === 1 ? [] : [line(`there are ${found} mails ${kind}`, cause)]
  })
}
