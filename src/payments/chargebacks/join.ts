// Which sale a case is about: its TID, or else the card network's number of it (ARN), or else its receipt number, its authorization code, its day and the last digits of its card.
import type { SaleOfCase } from "../../acquirers/chargebacks.ts"
import { dayOfDate, startOfDay } from "../../base/day.ts"
import { seconds, text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { chargeReferences } from "../attempts/references.ts"

/** A sale, and its charge by the acquirer's own id. */
export type JoinedSale = { payment_intent: string; attempt: string; charge: string }

/** A sale may be sent a little before its acquirer dates it. */
const EARLIER_SECONDS = 900

const SALES = `
  SELECT DISTINCT attempts.payment_intent, attempts.id AS attempt, charge_references.charge FROM charge_references
  JOIN attempts ON attempts.account = charge_references.account AND attempts.id = charge_references.attempt`

const byTid = chargeReferences.statement(["account", "tid", { acquirer: text() }], (_, p, k) =>
  k.raw<JoinedSale>(
    `${SALES} WHERE charge_references.account = ? AND charge_references.tid = ? AND attempts.acquirer = ?
       AND attempts.payment_intent IS NOT NULL LIMIT 2`,
    [p.account, p.tid, p.acquirer],
  ),
)
const byArn = chargeReferences.statement(["account", "arn", { acquirer: text() }], (_, p, k) =>
  k.raw<JoinedSale>(
    `${SALES} WHERE charge_references.account = ? AND charge_references.arn = ? AND attempts.acquirer = ?
       AND attempts.payment_intent IS NOT NULL LIMIT 2`,
    [p.account, p.arn, p.acquirer],
  ),
)
const byReceipt = chargeReferences.statement(
  ["account", "authorization_code", { nsu: text(), last4: text(), acquirer: text(), from: seconds(), before: seconds() }],
  (_, p, k) =>
    k.raw<JoinedSale>(
      `${SALES} JOIN cards ON cards.account = attempts.account AND cards.id = attempts.card
       WHERE charge_references.account = ? AND charge_references.authorization_code = ? AND ltrim(charge_references.nsu, '0') = ?
         AND cards.last4 = ? AND attempts.acquirer = ? AND attempts.created >= ? AND attempts.created < ?
         AND attempts.payment_intent IS NOT NULL LIMIT 2`,
      [p.account, p.authorization_code, p.nsu, p.last4, p.acquirer, p.from, p.before],
    ),
)

/** The one sale of an account that a case is about. Undefined if there is none, or if there are two. */
export async function joinedSale(
  db: Queries,
  { account, acquirer }: { account: string; acquirer: string },
  sale: SaleOfCase,
): Promise<JoinedSale | undefined> {
  const { tid, reference_number: arn } = sale
  const ways = [
    async () => (tid === null ? [] : db.all(byTid, { account, acquirer, tid })),
    async () => (arn === null ? [] : db.all(byArn, { account, acquirer, arn })),
    () => soldThatDay(db, { account, acquirer }, sale),
  ]
  for (const way of ways) {
    const found = await way()
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

async function soldThatDay(
  db: Queries,
  of: { account: string; acquirer: string },
  { nsu, authorization_code, last4, day }: SaleOfCase,
): Promise<JoinedSale[]> {
  const date = day === null ? undefined : dayOfDate(day)
  if (nsu === null || authorization_code === null || last4 === null || date === undefined) return []
  const [from, before] = [startOfDay(date) - EARLIER_SECONDS, startOfDay(date + 1)]
  return db.all(byReceipt, { ...of, nsu: nsu.replace(/^0+/, ""), authorization_code, last4, from, before })
}
