// The balance transactions that the lines of a deposit have brought.
import { json } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { balanceTransactions, type TransactionRow } from "../../ledger/table.ts"
import { findIntent } from "../../payments/intents/store.ts"
import { nameOfMatter } from "../effects/entry.ts"
import { digestOfNegotiated } from "../importing/units.ts"
import type { Deposit } from "../matching/deposits.ts"
import { isSale, type Line } from "../matching/sales.ts"
import type { MatterRow, PostingRow } from "../tables.ts"
import { transactionsOfMatter } from "./claims.ts"
import { asLine, entriesOfUnit, fieldsOf, linesOfSubject, negotiatedUnits, type Stored, UnreadableLine } from "./lines.ts"
import { mattersNamed } from "./matters.ts"
import { matterOfNegotiated } from "./negotiation.ts"

export type KnownRow = Pick<TransactionRow, "id" | "net" | "funds">

/** What of a matter a line has brought: an installment of a sale (null: all), or what a negotiation has taken from a day or brought to one. */
type Wanted = { matter: string; installment: number | null; of?: "taken" | "brought" }

type Posted = KnownRow & Pick<PostingRow, "source" | "reason" | "installment"> & { posted: number }

/** Lines whose rows are looked up together. */
const AT_ONCE = 500

const postedFor = balanceTransactions.statement(["account", { sources: json<readonly string[]>() }], (_, p, k) =>
  k.raw<Posted>(
    `SELECT it.id, it.net, it.funds, posting.source, posting.reason, posting.installment, posting.amount AS posted
     FROM statement_postings AS posting JOIN balance_transactions AS it
       ON it.account = posting.account AND it.source = posting.source AND it.type = 'adjustment' AND it.part = posting.part
     WHERE posting.account = ? AND ${isOneOf(k, "posting.source")} ORDER BY it.id`,
    [p.account, p.sources],
  ),
)
type Paid = KnownRow & Pick<TransactionRow, "payment_intent" | "installment">
const paidFor = balanceTransactions.statement(["account", { payments: json<readonly string[]>() }], (_, p, k) =>
  k.raw<Paid>(
    `SELECT id, net, funds, payment_intent, installment FROM balance_transactions
     WHERE account = ? AND ${isOneOf(k, "payment_intent")} AND type = 'payment' ORDER BY id`,
    [p.account, p.payments],
  ),
)

/** For each line of a deposit that has any rows of ours: its rows. A row that two lines name is of the first. */
export async function knownRows(
  db: Queries,
  account: string,
  { lines: keys, payment_date }: Pick<Deposit, "lines" | "payment_date">,
  stored: readonly Stored[],
): Promise<KnownRow[][]> {
  const named = new Set(keys)
  const lines = [...new Map(stored.filter(({ key }) => named.has(key)).map((row) => [row.key, row])).values()]
  const wanted: Wanted[] = []
  for (const line of lines) wanted.push(...(await wantedOf(db, account, line, payment_date)))
  for (const unit of await negotiatedOf(db, account, lines))
    wanted.push({ matter: matterOfNegotiated(unit), installment: null, of: "taken" })
  const found: KnownRow[][] = []
  for (let first = 0; first < wanted.length; first += AT_ONCE)
    found.push(...(await rowsOf(db, account, wanted.slice(first, first + AT_ONCE))))
  const seen = new Set<string>()
  return found
    .map((rows) =>
      // Money that the platform pays out is in no deposit of the merchant's.
      rows.filter(({ id, funds }) => funds === "acquirer" && seen.size < seen.add(id).size),
    )
    .filter((rows) => rows.length > 0)
}

/** The negotiated units that the units (D) among some lines had less to pay for, in whatever way the settlement shows it. */
export function negotiatedOf(db: Queries, account: string, lines: readonly Stored[]): Promise<Stored[]> {
  const units = lines.filter(({ record }) => record === "D").map(({ raw }) => fieldsOf("D", raw))
  const digests = units.map((unit) => digestOfNegotiated({ ...unit, original_due_on: unit.original_due_on ?? unit.payment_date }))
  return negotiatedUnits(db, account, [...new Set(digests)])
}

async function wantedOf(db: Queries, account: string, line: Stored, day: number): Promise<Wanted[]> {
  if (line.record === "8") return wantedOfEntry(line)
  if (line.record === "C") {
    // What the negotiation takes from later days stays with the sales of those.
    const units = (await linesOfSubject(db, account, line.subject)).filter(({ record }) => record === "B")
    return units.map((unit) => ({ matter: matterOfNegotiated(unit), installment: null, of: "brought" }))
  }
  if (line.unit === null) return []
  const entries = await entriesOfUnit(db, account, line.unit)
  return entries.filter(({ paid_on }) => paid_on === null || paid_on === day).flatMap(wantedOfEntry)
}

function wantedOfEntry(stored: Stored): Wanted[] {
  const line = readable(stored)
  if (!line) return []
  if (!isSale(line)) return [{ matter: nameOfMatter(line), installment: null }]
  const installment = (line.type === "E" && line.fields.installment) || 1
  return [{ matter: `sale:${stored.subject}`, installment }]
}

/** The lines of a subject that can't be read wait for a person, and have brought nothing yet. The deposit has arrived all the same. */
function readable(stored: Stored): Line | undefined {
  try {
    return asLine(stored)
  } catch (error) {
    if (error instanceof UnreadableLine) return undefined
    throw error
  }
}

async function rowsOf(db: Queries, account: string, wanted: readonly Wanted[]): Promise<KnownRow[][]> {
  const matters = await mattersNamed(db, account, [...new Set(wanted.map(({ matter }) => matter))])
  const sources = [...matters.values()].map(({ id }) => id)
  const payments = [...matters.values()].flatMap((matter) => (isSold(matter) ? [matter.payment_intent] : []))
  const posted = Map.groupBy(await db.all(postedFor, { account, sources }), ({ source }) => source)
  const paid = Map.groupBy(await db.all(paidFor, { account, payments }), ({ payment_intent }) => payment_intent)
  const found: KnownRow[][] = []
  for (const { matter: name, installment, of } of wanted) {
    const matter = matters.get(name)
    const own = (matter && posted.get(matter.id)) ?? []
    if (!matter) found.push([])
    else if (of === "taken") found.push(own.filter((row) => !isBrought(row)))
    else if (of === "brought") found.push(own.filter(isBrought))
    else if (installment === null) found.push(await rowsOfEntry(db, matter, own))
    else if (!isSold(matter)) found.push([])
    else {
      const all: (Paid | Posted)[] = [...(paid.get(matter.payment_intent) ?? []), ...own]
      found.push(all.filter((row) => (row.installment ?? 1) === installment))
    }
  }
  return found
}

/** Whether the sale of a matter is a payment of ours. */
function isSold(matter: MatterRow): matter is MatterRow & { payment_intent: string } {
  return matter.kind === "sale" && matter.payment_intent !== null && matter.status !== "only_there"
}

/** What a negotiation brings on its day, less the discount. */
function isBrought({ reason, posted }: Posted): boolean {
  return reason === "discount" || posted > 0
}

/** A refund or dispute of ours has rows of its own. */
async function rowsOfEntry(db: Queries, matter: MatterRow, posted: KnownRow[]): Promise<KnownRow[]> {
  const { account, claimed, payment_intent } = matter
  if (claimed === null || payment_intent === null) return posted
  return transactionsOfMatter(db, matter, (await db.one(findIntent, { account, id: payment_intent })) ?? null)
}
