import { randomBase62 } from "../../base/ids.ts"
import { integer, seconds } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { Rows } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { type Past, sweep } from "../../jobs/sweep.ts"
import { type IntentStatus, isFinal } from "../intents/state.ts"
import type { PaymentScope } from "../mode.ts"
import { type Hosted, type HostedLinkRow, hostedLinks } from "./table.ts"

/** 131 random bits, so that a link cannot be guessed. */
const LENGTH = 22

/** How long a page works after its payment has ended, because the payer may come back to the page. */
export const KEPT_SECONDS = 30 * 86_400

export type HostedLink<Kind extends Hosted["kind"] = Hosted["kind"]> = Extract<Hosted, { kind: Kind }> & {
  link: string
  account: string
  payment_intent: string
  attempt: string
}

const insertLink = hostedLinks.insert(["link", "account", "payment_intent", "attempt", "kind", "details", "due_at"])
const findLink = hostedLinks.find(["link"])
const setDueOfIntent = hostedLinks.update(["account", "payment_intent"], ["due_at"])

type DueLink = Pick<HostedLinkRow, "link" | "due_at"> & { status: IntentStatus; clock_offset: number }

const dueLinks = (rows: Rows<HostedLinkRow>) =>
  rows
    .join("payment_intents", "payment_intents.id", "hosted_links.payment_intent")
    .join("accounts", "accounts.id", "hosted_links.account")
    .orderBy("hosted_links.due_at")
    .limit(LIMIT)
    .select<DueLink>("link", "hosted_links.due_at", "payment_intents.status", "clock_offset")
const PAST = { now: seconds(), limit: integer() }
const findDue = hostedLinks.statement([PAST], (rows, p) => dueLinks(rows).where("hosted_links.due_at", "<=", p.now))
const findDueOf = hostedLinks.statement(["account", PAST], (rows, p) =>
  dueLinks(rows).where({ "hosted_links.account": p.account }).where("hosted_links.due_at", "<=", p.now),
)
const putOff = hostedLinks.update(["link"], ["due_at"])
const deleteLink = hostedLinks.delete(["link", "due_at"])

/** Creates a link that works without an API key. `now` is account time. Returns the last segment of the link's path. */
export async function createLink(
  tx: Transaction,
  { now, ...owner }: { account: string; payment_intent: string; attempt: string; now: number },
  hosted: Hosted,
): Promise<string> {
  const link = randomBase62(LENGTH)
  const { kind, ...details } = hosted
  await tx.run(insertLink, { ...owner, link, kind, details, due_at: now + KEPT_SECONDS })
  return link
}

export async function findHosted(db: Queries, link: string): Promise<HostedLink | undefined> {
  if (!/^[0-9A-Za-z]{22}$/.test(link)) return undefined
  const row = await db.one(findLink, { link })
  if (!row) return undefined
  const { details, ...rest } = row
  return { ...rest, ...details } as HostedLink
}

/** Marks the links of a payment intent that has ended at `now` (account time) for deletion. */
export async function endLinks(
  tx: Transaction,
  { account, now }: Pick<PaymentScope, "account" | "now">,
  payment_intent: string,
): Promise<void> {
  await tx.run(setDueOfIntent, { account, payment_intent, due_at: now + KEPT_SECONDS })
}

/** Deletes the pages of payments that ended 30 days ago, with the payer's name, document and address. */
export const deleteEndedLinks = sweep({ kind: "delete_ended_links", table: "hosted_links", column: "due_at" }, deleteEnded)

async function deleteEnded(tx: Transaction, { now, account, limit }: Past & { limit: number }): Promise<number> {
  const links = await (account === null ? tx.all(findDue, { now, limit }) : tx.all(findDueOf, { account, now, limit }))
  for (const { link, due_at, status, clock_offset } of links) {
    // A link of an earlier version does not say when its payment ended. If the payment has not ended, the link is checked again.
    const isOver = isFinal(status) && due_at !== 0
    if (isOver) await tx.run(deleteLink, { link, due_at })
    else await tx.run(putOff, { link, due_at: now + (account === null ? clock_offset : 0) + KEPT_SECONDS })
  }
  return links.length
}
