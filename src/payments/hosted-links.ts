import type { Queries, Transaction } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { randomBase62 } from "../ids.ts"
import type { BoletoPaper } from "./boleto/pdf.ts"

/** 131 random bits, so that a link cannot be guessed. */
const LENGTH = 22

/** The contents of a hosted page or image. They are fixed when the link is created, even if the customer or the account changes later. */
export type Hosted =
  | { kind: "pix"; br_code: string; amount: number; payee: string; statementDescriptor: string | null; expires_at: number }
  | { kind: "boleto"; paper: BoletoPaper; expires_at: number }
  | {
      kind: "challenge"
      amount: number
      currency: string
      payee: string
      statementDescriptor: string | null
      return_url: string | null
    }

export type HostedLink<Kind extends Hosted["kind"] = Hosted["kind"]> = Extract<Hosted, { kind: Kind }> & {
  link: string
  account: string
  payment_intent: string
  attempt: string
}

type Row = { link: string; account: string; payment_intent: string; attempt: string; kind: Hosted["kind"]; details: string }

const insertLink = statement<Row, "link" | "account" | "payment_intent" | "attempt" | "kind" | "details">((k, p) =>
  k("hosted_links").insert({
    link: p.link,
    account: p.account,
    payment_intent: p.payment_intent,
    attempt: p.attempt,
    kind: p.kind,
    details: p.details,
  }),
)
const findLink = statement<Row, "link">((k, p) => k("hosted_links").where({ link: p.link }))

/** Creates a link that works without an API key. Returns the last segment of its path. */
export async function createLink(
  tx: Transaction,
  owner: { account: string; payment_intent: string; attempt: string },
  hosted: Hosted,
): Promise<string> {
  const link = randomBase62(LENGTH)
  const { kind, ...details } = hosted
  await tx.run(insertLink, { ...owner, link, kind, details: JSON.stringify(details) })
  return link
}

export async function findHosted(db: Queries, link: string): Promise<HostedLink | undefined> {
  if (!/^[0-9A-Za-z]{22}$/.test(link)) return undefined
  const row = await db.one(findLink, { link })
  if (!row) return undefined
  const { details, ...rest } = row
  return { ...rest, ...JSON.parse(details) } as HostedLink
}
