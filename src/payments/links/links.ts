import type { Scope } from "../../accounts/scope.ts"
import { randomBase62 } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
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
const linkOfAttempt = hostedLinks.find(["account", "payment_intent", "attempt"])
const setDueOfIntent = hostedLinks.update(["account", "payment_intent"], ["due_at"])

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
  return row && hostedOf(row)
}

/** Finds the page of what the payer of an attempt has to do. */
export async function findHostedOfAttempt(
  db: Queries,
  { account, id, latest_attempt: attempt }: { account: string; id: string; latest_attempt: string | null },
): Promise<HostedLink | undefined> {
  const row = attempt === null ? undefined : await db.one(linkOfAttempt, { account, payment_intent: id, attempt })
  return row && hostedOf(row)
}

function hostedOf({ details, ...rest }: HostedLinkRow): HostedLink {
  return { ...rest, ...details } as HostedLink
}

/** Marks the links of a payment intent that has ended at `now` (account time) for deletion. */
export async function endLinks(
  tx: Transaction,
  { account, now }: Pick<Scope, "account" | "now">,
  payment_intent: string,
): Promise<void> {
  await tx.run(setDueOfIntent, { account, payment_intent, due_at: now + KEPT_SECONDS })
}
