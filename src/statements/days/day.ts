// What the statements of a day say beside what was sold, for people.
import { dateOf, startOfDay } from "../../base/day.ts"
import { seconds, text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { balanceTransactions } from "../../ledger/table.ts"
import { STATEMENT_ACQUIRER } from "../acquirer.ts"
import { differencesOfDay } from "../differences.ts"
import { BRANDS, ENTRY_TYPES } from "../layout/codes.ts"
import { fieldsOf, linesOfDay, type Stored } from "../settling/lines.ts"
import type { Detail, DifferenceRow, MatterStatus } from "../tables.ts"
import { statementMatters } from "../tables.ts"

const DATED: ReadonlySet<string> = new Set(["date"])

type Sum = { count: number; amount: number }

const sold = balanceTransactions.statement(["account", { acquirer: text(), from: seconds(), to: seconds() }], (_, p, k) =>
  k.raw<Sum>(
    `SELECT count(*) AS count, coalesce(sum(intent.amount), 0) AS amount FROM balance_transactions AS paid
     JOIN payment_intents AS intent ON intent.account = paid.account AND intent.id = paid.source
     JOIN attempts AS sale ON sale.account = intent.account AND sale.id = intent.latest_attempt
     WHERE paid.account = ? AND paid.currency = 'brl' AND paid.funds IN ('acquirer', 'platform') AND paid.type = 'payment'
       AND paid.part = 0 AND paid.acquirer = ? AND paid.created >= ? AND paid.created < ? AND sale.type <> 'boleto'`,
    [p.account, p.acquirer, p.from, p.to],
  ),
)
const told = statementMatters.statement(["account", "day"], (_, p, k) =>
  k.raw<Sum & { status: MatterStatus }>(
    `SELECT status, count(*) AS count, sum(amount) AS amount FROM statement_matters
     WHERE account = ? AND day = ? AND kind = 'sale' GROUP BY status`,
    [p.account, p.day],
  ),
)

/** Amounts are in cents. */
export type StatementDay = {
  day: string
  /** What was sold here, at the acquirer. */
  sold: Sum
  /** What the statements say was sold. */
  told: Sum
  matched: number
  only_here: DifferenceRow[]
  only_there: DifferenceRow[]
  /** Amount, fee or date, and refunds, chargebacks and other entries that nobody here knows. */
  differs: DifferenceRow[]
}

export async function readDay(db: Queries, account: string, day: number): Promise<StatementDay> {
  const [of, sums, differences] = await Promise.all([
    db.only(sold, { account, acquirer: STATEMENT_ACQUIRER, from: startOfDay(day), to: startOfDay(day + 1) }),
    db.all(told, { account, day }),
    differencesOfDay(db, account, day),
  ])
  const sum = (member: keyof Sum) => sums.reduce((all, each) => all + each[member], 0)
  return {
    day: dateOf(day),
    sold: of,
    told: { count: sum("count"), amount: sum("amount") },
    matched: sums.find(({ status }) => status === "matched")?.count ?? 0,
    only_here: differences.filter(({ kind }) => kind === "only_here"),
    only_there: differences.filter(({ kind }) => kind === "only_there"),
    differs: differences.filter(({ kind }) => kind === "differs" || kind === "entry"),
  }
}

/** A difference as the command line prints it. Dates are days, amounts cents. */
export function presentDifference({ id, kind, payment_intent, amount, details, resolved_at, reason, created }: DifferenceRow) {
  return { id, kind, payment_intent, amount, differences: details.map(presentDetail), resolved_at, reason, created }
}

function presentDetail({ what, installment = null, here = null, there = null }: Detail) {
  const shown = (value: number | null) => (value !== null && DATED.has(what) ? dateOf(value) : value)
  return { what, installment, here: shown(here), there: shown(there) }
}

/** A line as people see it. */
export type ShownLine = {
  file: string
  line: number
  record: string
  file_type: string
  subject: string
  payment_intent: string | null
  type: string | null
  brand: string | null
  tid: string | null
  nsu: string | null
  installment: number | null
  gross: number | null
  fee: number | null
  net: number | null
  /** The day of the payment, as the line says it. */
  due_on: string | null
}

/** The lines of a day, at most `limit` of them, by what they are about. Of lines that came again, the newest. */
export async function readLines(db: Queries, account: string, day: number, limit: number, after = ""): Promise<ShownLine[]> {
  const rows = await linesOfDay(db, account, day, after, limit)
  return [...new Map(rows.map((row) => [row.key, row])).values()].map(showLine)
}

export function showLine(row: Stored): ShownLine {
  const { file, line, record, file_type, subject } = row
  const date = (value: number | null) => (value === null ? null : dateOf(value))
  const none = {
    type: null,
    brand: null,
    tid: null,
    nsu: null,
    installment: null,
    gross: null,
    fee: null,
    net: null,
    due_on: null,
  }
  const place = { file, line, record, file_type, subject, payment_intent: null, ...none }
  switch (record) {
    case "E": {
      const { entry_type, brand, tid, nsu, installment, gross, commission, net, due_on } = fieldsOf("E", row.raw)
      const names = { type: ENTRY_TYPES[entry_type] ?? entry_type, brand: BRANDS[brand] ?? brand, tid, nsu }
      return {
        ...place,
        ...names,
        installment: installment || null,
        gross,
        fee: 0 - commission,
        net,
        due_on: date(row.paid_on ?? due_on),
      }
    }
    case "8": {
      const { nsu, gross, fee, net, payment_date, pix_id } = fieldsOf("8", row.raw)
      return { ...place, type: "Pix", tid: pix_id, nsu, gross, fee: Math.abs(fee), net, due_on: date(payment_date) }
    }
    case "B": {
      const { brand, gross, net, original_due_on, discount } = fieldsOf("B", row.raw)
      const fee = discount === null ? gross - net : Math.abs(discount)
      return { ...place, type: "negotiated", brand: BRANDS[brand] ?? brand, gross, fee, net, due_on: date(original_due_on) }
    }
    default:
      return place
  }
}
