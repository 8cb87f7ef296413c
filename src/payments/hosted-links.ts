import type { Knex } from "knex"
import { randomBase62 } from "../base/ids.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { LIMIT, statement } from "../db/statement.ts"
import { type Past, sweep } from "../jobs/sweep.ts"
import type { BoletoPaper } from "./boleto/pdf.ts"
import { type IntentStatus, isFinal } from "./intents/state.ts"
import type { PaymentScope } from "./mode.ts"

/** 131 random bits, so that a link cannot be guessed. */
const LENGTH = 22

/** How long a page works after its payment has ended, because the payer may come back to the page. */
export const KEPT_SECONDS = 30 * 86_400

/** What every page says about a payment. Links of earlier versions have no document, and only those for challenges have a return_url. */
type Purchase = {
  amount: number
  /** The name of the merchant that payers know. */
  payee: string
  /** The merchant's CPF or CNPJ. */
  payeeDocument?: string | null
  statementDescriptor: string | null
  /** The URL to which the payer goes after the payment. */
  return_url?: string | null
}

/**
 * The contents of a hosted page or image. They are fixed when the link is created, even if the customer or the account changes later.
 * The logo is not among them: it is no term of the payment, and a logo that the merchant replaces or removes must disappear everywhere.
 */
export type Hosted =
  | ({ kind: "pix"; br_code: string; expires_at: number } & Purchase)
  | { kind: "boleto"; paper: BoletoPaper; expires_at: number; return_url?: string | null }
  | ({ kind: "challenge"; currency: string; return_url: string | null } & Purchase)

export type HostedLink<Kind extends Hosted["kind"] = Hosted["kind"]> = Extract<Hosted, { kind: Kind }> & {
  link: string
  account: string
  payment_intent: string
  attempt: string
}

type Row = { link: string; account: string; payment_intent: string; attempt: string; kind: Hosted["kind"]; details: string }

const insertLink = statement<Row, "link" | "account" | "payment_intent" | "attempt" | "kind" | "details" | "due_at">((k, p) =>
  k("hosted_links").insert({
    link: p.link,
    account: p.account,
    payment_intent: p.payment_intent,
    attempt: p.attempt,
    kind: p.kind,
    details: p.details,
    due_at: p.due_at,
  }),
)
const findLink = statement<Row, "link">((k, p) => k("hosted_links").where({ link: p.link }))
const setDueOfIntent = statement<void, "account" | "payment_intent" | "due_at">((k, p) =>
  k("hosted_links").where({ account: p.account, payment_intent: p.payment_intent }).update({ due_at: p.due_at }),
)

type DueLink = { link: string; due_at: number; status: IntentStatus; clock_offset: number }

const dueLinks = (k: Knex) =>
  k("hosted_links")
    .join("payment_intents", "payment_intents.id", "hosted_links.payment_intent")
    .join("accounts", "accounts.id", "hosted_links.account")
    .orderBy("hosted_links.due_at")
    .limit(LIMIT)
    .select("link", "hosted_links.due_at", "payment_intents.status", "clock_offset")
const findDue = statement<DueLink, "now" | "limit">((k, p) => dueLinks(k).where("hosted_links.due_at", "<=", p.now))
const findDueOf = statement<DueLink, "account" | "now" | "limit">((k, p) =>
  dueLinks(k).where({ "hosted_links.account": p.account }).where("hosted_links.due_at", "<=", p.now),
)
const putOff = statement<void, "link" | "due_at">((k, p) =>
  k("hosted_links").where({ link: p.link }).update({ due_at: p.due_at }),
)
const deleteLink = statement<void, "link" | "due_at">((k, p) =>
  k("hosted_links").where({ link: p.link, due_at: p.due_at }).delete(),
)

/** Creates a link that works without an API key. `now` is account time. Returns the last segment of the link's path. */
export async function createLink(
  tx: Transaction,
  { now, ...owner }: { account: string; payment_intent: string; attempt: string; now: number },
  hosted: Hosted,
): Promise<string> {
  const link = randomBase62(LENGTH)
  const { kind, ...details } = hosted
  await tx.run(insertLink, { ...owner, link, kind, details: JSON.stringify(details), due_at: now + KEPT_SECONDS })
  return link
}

export async function findHosted(db: Queries, link: string): Promise<HostedLink | undefined> {
  if (!/^[0-9A-Za-z]{22}$/.test(link)) return undefined
  const row = await db.one(findLink, { link })
  if (!row) return undefined
  const { details, ...rest } = row
  return { ...rest, ...JSON.parse(details) } as HostedLink
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
