import { integer, seconds } from "../db/columns.ts"
import type { Transaction } from "../db/database.ts"
import type { Rows } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import { type Past, sweep } from "../jobs/sweep.ts"
import { type IntentStatus, isFinal } from "./intents/state.ts"
import { KEPT_SECONDS } from "./links/links.ts"
import { type HostedLinkRow, hostedLinks } from "./links/table.ts"

type DueLink = Pick<HostedLinkRow, "account" | "link" | "due_at"> & { status: IntentStatus; clock_offset: number }

const dueLinks = (rows: Rows<HostedLinkRow>) =>
  rows
    .join("payment_intents", {
      "payment_intents.account": "hosted_links.account",
      "payment_intents.id": "hosted_links.payment_intent",
    })
    .join("accounts", "accounts.id", "hosted_links.account")
    .orderBy("hosted_links.due_at")
    .limit(LIMIT)
    .select<DueLink>("hosted_links.account", "link", "hosted_links.due_at", "payment_intents.status", "clock_offset")
const PAST = { now: seconds(), limit: integer() }
const findDue = hostedLinks.statement([PAST], (rows, p) => dueLinks(rows).where("hosted_links.due_at", "<=", p.now))
const findDueOf = hostedLinks.statement(["account", PAST], (rows, p) =>
  dueLinks(rows).where({ "hosted_links.account": p.account }).where("hosted_links.due_at", "<=", p.now),
)
const putOff = hostedLinks.update(["account", "link"], ["due_at"])
const deleteLink = hostedLinks.delete(["account", "link", "due_at"])

/** Deletes the pages of payments that ended 30 days ago, with the payer's name, document and address. */
export const deleteEndedLinks = sweep({ kind: "delete_ended_links", table: hostedLinks, column: "due_at" }, deleteEnded)

async function deleteEnded(tx: Transaction, { now, account, limit }: Past & { limit: number }): Promise<number> {
  const links = await (account === null ? tx.all(findDue, { now, limit }) : tx.all(findDueOf, { account, now, limit }))
  for (const { account: owner, link, due_at, status, clock_offset } of links) {
    // A link of an earlier version does not say when its payment ended. If the payment has not ended, the link is checked again.
    const isOver = isFinal(status) && due_at !== 0
    if (isOver) await tx.run(deleteLink, { account: owner, link, due_at })
    else await tx.run(putOff, { account: owner, link, due_at: now + (account === null ? clock_offset : 0) + KEPT_SECONDS })
  }
  return links.length
}
