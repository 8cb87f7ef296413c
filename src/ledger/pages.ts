// Balance transactions as people look for them: newest first, by type and by days, and their sums.
import { dateOf, startOfDay } from "../base/day.ts"
import { id as idColumn, integer, seconds, text } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { type Direction, type Page, type PageRequest, pageOf, startOf } from "../db/page.ts"
import { LIMIT } from "../db/statement.ts"
import { transactionsOf } from "./book.ts"
import { type Funds, TRANSACTION_TYPES, type TransactionType } from "./parts/kinds.ts"
import { balanceTransactions, type TransactionRow } from "./table.ts"
import { IN_NO_PAYOUT, IN_PAYOUT, LISTS_OF_PAYOUT, NO_PAYOUT, payoutsOfTransactions } from "./taken.ts"
import { readUnpaid } from "./totals/unpaid.ts"

/** By which day the transactions are chosen and ordered: that on which the money moved, or that on which it is available. */
export type Day = "created" | "available_on"

/** Money that is listed together: each list reads one currency of one side. */
export type Pot = { currency: string; funds: Funds }

/** `from` and `to` are days, both included (src/base/day.ts). `pots` are those of the account that are wanted. */
export type Wanted = {
  pots: readonly Pot[]
  by?: Day
  type?: TransactionType | undefined
  from?: number | undefined
  to?: number | undefined
  payment_intent?: string | undefined
  /** What a payout has taken, or NO_PAYOUT. */
  payout?: string | undefined
  /** Whether all that the payout has taken is available in these days. So its list reads no other days, and need not sort. */
  isOfDays?: boolean
}

type Place = { time: number; id: string }

/** The places of the page's ends, both exclusive, and its length. */
const PLACES = { from: seconds(), from_id: text(), to: seconds(), to_id: text(), limit: integer() }
const NAMES = balanceTransactions.names.join(", ")

/**
 * Reads the transactions of one type from their part of an index. So a rare type costs no more than a frequent one. The order names all columns
 * of the index, so that no database chooses another one.
 */
function textOf(day: Day, order: "asc" | "desc", condition: string): string {
  const key = ["currency", "funds", "type", day, "id"].map((column) => `${column} ${order}`)
  return `SELECT ${NAMES} FROM balance_transactions WHERE account = ? AND currency = ? AND funds = ? AND type = ?
    AND (${day}, id) > (?, ?) AND (${day}, id) < (?, ?) AND ${condition} ORDER BY ${key.join(", ")} LIMIT ?`
}

function listBy(day: Day, order: "asc" | "desc", condition: string) {
  return balanceTransactions.statement(["account", "currency", "funds", "type", PLACES], (_, p, k) =>
    k.raw<TransactionRow>(textOf(day, order, condition), [
      ...[p.account, p.currency, p.funds, p.type, p.from, p.from_id, p.to, p.to_id],
      LIMIT,
    ]),
  )
}

function listTaken(order: "asc" | "desc") {
  return balanceTransactions.statement(["account", "currency", "funds", "type", { payout: idColumn(), ...PLACES }], (_, p, k) =>
    k.raw<TransactionRow>(textOf("available_on", order, IN_PAYOUT), [
      ...[p.account, p.currency, p.funds, p.type, p.from, p.from_id, p.to, p.to_id, p.payout],
      LIMIT,
    ]),
  )
}

const listsWhere = (condition: string) => ({
  created: { older: listBy("created", "desc", condition), newer: listBy("created", "asc", condition) },
  available_on: { older: listBy("available_on", "desc", condition), newer: listBy("available_on", "asc", condition) },
})

const ALL_LISTS = listsWhere("true")
const FREE_LISTS = listsWhere(IN_NO_PAYOUT)
const TAKEN_LISTS = { older: listTaken("desc"), newer: listTaken("asc") }
const ofId = balanceTransactions.find(["account", "id"])

/** Lists balance transactions, the newest first, by keyset. Throws parameter_invalid for a wrong cursor. */
export async function pageOfTransactions(
  db: Queries,
  account: string,
  { limit = 25, ...request }: PageRequest,
  wanted: Wanted,
): Promise<Page<TransactionRow>> {
  const { by = "created" } = wanted
  const find = async (id: string) => placeOf(await db.one(ofId, { account, id }), by)
  const { direction, cursor } = await startOf(request, find)
  const ends = endsOf(direction, cursor, wanted)
  const order = direction === "newer" ? "newer" : "older"
  const compare = (a: TransactionRow, b: TransactionRow) => a[by] - b[by] || (a.id < b.id ? -1 : 1)
  const page = { account, ...ends, limit: limit + 1 }
  const lists = wanted.payment_intent
    ? [await ofPayment(db, account, wanted, ends)]
    : wanted.payout && wanted.payout !== NO_PAYOUT
      ? await ofPayout(db, page, { ...wanted, payout: wanted.payout }, order)
      : await Promise.all(partsOf(wanted).map((part) => db.all(listsOf(wanted)[by][order], { ...page, ...part })))
  const found = lists.flat().sort(order === "newer" ? compare : (a, b) => compare(b, a))
  return pageOf(found.slice(0, limit + 1), limit, direction)
}

const listsOf = ({ payout }: Wanted) => (payout === NO_PAYOUT ? FREE_LISTS : ALL_LISTS)

async function ofPayment(db: Queries, account: string, wanted: Wanted, ends: Ends): Promise<TransactionRow[]> {
  const rows = (await transactionsOf(db, account, wanted.payment_intent ?? "")).filter((row) => fits(row, wanted, ends))
  if (!wanted.payout) return rows
  const taken = await payoutsOfTransactions(db, account, rows)
  return rows.filter(({ id }) => (wanted.payout === NO_PAYOUT ? !taken.has(id) : taken.get(id) === wanted.payout))
}

function ofPayout(
  db: Queries,
  page: Ends & { account: string; limit: number },
  wanted: Wanted & { payout: string },
  order: "older" | "newer",
): Promise<TransactionRow[][]> {
  const { pots, type, payout, by = "created", isOfDays = false } = wanted
  if (isOfDays) return Promise.all(partsOf(wanted).map((part) => db.all(TAKEN_LISTS[order], { ...page, ...part, payout })))
  return Promise.all(pots.map((pot) => db.all(LISTS_OF_PAYOUT[by][order], { ...page, ...pot, payout, only: type ?? null })))
}

function partsOf({ pots, type }: Wanted) {
  return pots.flatMap((pot) => (type ? [type] : TRANSACTION_TYPES).map((each) => ({ ...pot, type: each })))
}

type Ends = { from: number; from_id: string; to: number; to_id: string }

function endsOf(direction: Direction, cursor: Place | undefined, { from, to }: Wanted): Ends {
  const begin = { time: from === undefined ? 0 : startOfDay(from), id: "" }
  const end = { time: to === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(to + 1), id: "" }
  const first = direction === "newer" && cursor && cursor.time >= begin.time ? cursor : begin
  const last = direction === "older" && cursor && cursor.time < end.time ? cursor : end
  return { from: first.time, from_id: first.id, to: last.time, to_id: last.id }
}

function placeOf(row: TransactionRow | undefined, by: Day): Place | undefined {
  return row && { time: row[by], id: row.id }
}

function fits(row: TransactionRow, { pots, by = "created", type }: Wanted, { from, from_id, to, to_id }: Ends): boolean {
  const isAfter = (time: number, id: string) => row[by] > time || (row[by] === time && row.id > id)
  const isIn = pots.some(({ currency, funds }) => row.currency === currency && row.funds === funds)
  return isIn && (type ?? row.type) === row.type && isAfter(from, from_id) && !isAfter(to, to_id) && row.id !== to_id
}

/** The most transactions of a type that are read for a sum, so that no sum takes longer in a large account. A payout has the sums of what it took. */
export const MOST_SUMMED = 10_000

export type Sum = { type: TransactionType; currency: string; count: number; amount: number; fee: number; net: number }

const SPAN = { from: seconds(), to: seconds(), most: integer() }

function sumBy(day: Day, condition: string) {
  return balanceTransactions.statement(["account", "currency", "funds", "type", SPAN], (_, p, k) =>
    k.raw<Sum>(
      `SELECT currency, type, count(*) AS count, sum(amount) AS amount, sum(fee) AS fee, sum(net) AS net FROM (
         SELECT currency, type, amount, fee, net FROM balance_transactions
         WHERE account = ? AND currency = ? AND funds = ? AND type = ? AND ${day} >= ? AND ${day} < ? AND ${condition} LIMIT ?
       ) AS found GROUP BY currency, type`,
      [p.account, p.currency, p.funds, p.type, p.from, p.to, p.most],
    ),
  )
}

const ALL_SUMS = { created: sumBy("created", "true"), available_on: sumBy("available_on", "true") }
const freeSums = sumBy("available_on", IN_NO_PAYOUT)

/**
 * The sums of the transactions of some days, by currency and type, in cents. Undefined if there are too many to sum up. What is in no payout is
 * always of the days on which it is available. Not for one payment or payout.
 */
export async function sumTransactions(db: Queries, account: string, wanted: Wanted): Promise<Sum[] | undefined> {
  const { by = "created", payout } = wanted
  const isFree = payout === NO_PAYOUT
  if (isFree && (await countFree(db, account, wanted)) >= MOST_SUMMED) return undefined
  const { from, to } = endsOf("first", undefined, wanted)
  const given = { account, from, to, most: MOST_SUMMED }
  const sums = isFree ? freeSums : ALL_SUMS[by]
  const found = (await Promise.all(partsOf(wanted).map((part) => db.all(sums, { ...given, ...part })))).flat()
  if (found.some(({ count }) => count >= MOST_SUMMED)) return undefined
  const groups = Map.groupBy(found, (sum) => `${sum.currency} ${sum.type}`)
  return [...groups.values()].map((group) => group.reduce(added)).sort(byCurrencyAndType)
}

/** 9999-12-31, the last date that compares as text. */
const LAST_DAY = 2_932_896

/** How many are in no payout, read from the totals. */
async function countFree(db: Queries, account: string, { pots, from = 1, to = LAST_DAY }: Wanted): Promise<number> {
  const days = await readUnpaid(db, { account, now: startOfDay(Math.min(to, LAST_DAY)) })
  const asked = days.filter(({ currency, date }) => date >= dateOf(from) && pots.some((pot) => pot.currency === currency))
  return asked.reduce((sum, { count }) => sum + count, 0)
}

function added(a: Sum, b: Sum): Sum {
  return { ...a, count: a.count + b.count, amount: a.amount + b.amount, fee: a.fee + b.fee, net: a.net + b.net }
}

function byCurrencyAndType(a: Sum, b: Sum): number {
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1
  return byType(a, b)
}

/** The order in which types are listed. */
export function byType(a: Pick<Sum, "type">, b: Pick<Sum, "type">): number {
  return TRANSACTION_TYPES.indexOf(a.type) - TRANSACTION_TYPES.indexOf(b.type)
}
