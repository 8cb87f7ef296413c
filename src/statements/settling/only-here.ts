// Sales that statements should have, and don't.
import { startOfDay } from "../../base/day.ts"
import { id, integer, seconds, text } from "../../db/columns.ts"
import type { Transaction } from "../../db/database.ts"
import { LIMIT } from "../../db/statement.ts"
import { balanceTransactions } from "../../ledger/table.ts"
import { STATEMENT_ACQUIRER } from "../acquirer.ts"
import { noteDifference, setDifferences } from "../differences.ts"
import { coverageOf } from "../matching/match.ts"
import { accountStatements } from "../tables.ts"

const AT_ONCE = 500

const files = accountStatements.statement(["account", { day: integer() }], (rows, p) =>
  rows.where({ account: p.account }).where("covers_from", "<=", p.day).where("covers_to", ">=", p.day),
)
type SoldRow = {
  id: string
  payment_intent: string
  created: number
  amount: number
  type: "card" | "pix" | "boleto"
  is_there: number
}
const sold = balanceTransactions.statement(
  ["account", { acquirer: text(), from: seconds(), to: seconds(), after: id(), limit: integer() }],
  (_, p, k) =>
    k.raw<SoldRow>(
      `SELECT paid.id, intent.id AS payment_intent, paid.created, intent.amount, sale.type,
         CASE WHEN EXISTS (
           SELECT 1 FROM statement_matters AS matter WHERE matter.account = paid.account AND matter.payment_intent = intent.id
           AND matter.kind = 'sale' AND matter.status IN ('matched', 'differs')
         ) THEN 1 ELSE 0 END AS is_there
       FROM balance_transactions AS paid
       JOIN payment_intents AS intent ON intent.account = paid.account AND intent.id = paid.source
       JOIN attempts AS sale ON sale.account = intent.account AND sale.id = intent.latest_attempt
       WHERE paid.account = :account AND paid.currency = 'brl' AND paid.funds IN ('acquirer', 'platform') AND paid.type = 'payment'
         AND paid.created >= :from AND paid.created < :to AND paid.part = 0 AND paid.acquirer = :acquirer AND paid.id > :after
       ORDER BY paid.id LIMIT :limit`,
      { account: p.account, from: p.from, to: p.to, acquirer: p.acquirer, after: p.after, limit: LIMIT },
    ),
)

/** The subject of a payment that statements should have. */
export function subjectOfMissing(payment_intent: string): string {
  return `only_here:${payment_intent}`
}

/**
 * Notes the charges of a day that no statement has, once a file that covers the day was read. A charge that one has by now is no difference any
 * more.
 */
export async function settleOnlyHere(tx: Transaction, scope: { account: string; now: number }, day: number): Promise<void> {
  const { account } = scope
  const covering = (await tx.all(files, { account, day })).map(({ covers_from, covers_to, ...file }) => ({
    ...{ ...file, sha256: "" },
    ...{ period_from: covers_from, period_to: covers_to },
  }))
  const isCovered = coverageOf(covering)
  for (let after = "", more = true; more; ) {
    const found = await tx.all(sold, {
      ...{ account, acquirer: STATEMENT_ACQUIRER, from: startOfDay(day), to: startOfDay(day + 1), after, limit: AT_ONCE },
    })
    for (const { payment_intent, amount, type, is_there } of found) {
      const subject = subjectOfMissing(payment_intent)
      const method = type === "pix" ? "pix" : "card"
      const isMissing =
        type !== "boleto" && is_there === 0 && isCovered({ method, captured_on: day } as Parameters<typeof isCovered>[0])
      if (!isMissing) await setDifferences(tx, scope, subject, [])
      else {
        const details = [{ what: "no_line", here: amount }]
        const given = { about: subject, kind: "only_here", subject, day, payment_intent, amount, details } as const
        await noteDifference(tx, scope, given)
      }
    }
    more = found.length === AT_ONCE
    after = found.at(-1)?.id ?? after
  }
}
