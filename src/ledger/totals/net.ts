// The money of balance transactions by the day on which it is available.
import type { Scope } from "../../accounts/scope.ts"
import { dateOf, dayOf } from "../../base/day.ts"
import { text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import type { Funds } from "../parts/kinds.ts"
import { totals } from "./tables.ts"

/** `date` is empty for money whose day has come. Amounts are in cents. */
type NetRow = { currency: string; funds: Funds; date: string; amount: number }

/** An account has a total for each day that ever had money, however many payments there are. */
const netByDate = totals.statement(["account", { today: text() }], (_, p, k) => {
  const part = (table: string) =>
    `SELECT currency, method AS funds, CASE WHEN code <= ? THEN '' ELSE code END AS date, amount
     FROM ${table} WHERE account = ? AND day = 0 AND kind = 'net'`
  return k.raw<NetRow>(
    `SELECT currency, funds, date, sum(amount) AS amount FROM (${part("totals")} UNION ALL ${part("total_deltas")}) AS parts
     GROUP BY currency, funds, date ORDER BY currency, funds, date`,
    [p.today, p.account, p.today, p.account],
  )
})

const currenciesOf = totals.statement(["account", { funds: text<Funds>() }], (_, p, k) => {
  const part = (table: string) => `SELECT currency FROM ${table} WHERE account = ? AND day = 0 AND kind = 'net' AND method = ?`
  return k.raw<{ currency: string }>(
    `SELECT DISTINCT currency FROM (${part("totals")} UNION ALL ${part("total_deltas")}) AS parts ORDER BY currency`,
    [p.account, p.funds, p.account, p.funds],
  )
})

/** The currencies in which an account has ever had money that one side pays out. */
export async function currenciesAt(db: Queries, account: string, funds: Funds): Promise<string[]> {
  return (await db.all(currenciesOf, { account, funds })).map(({ currency }) => currency)
}

/** Money of one currency that one side pays out. Amounts are in cents, after fees. */
export type Net = {
  currency: string
  funds: Funds
  /** What has come, less what went back and was paid out. */
  available: number
  /** What is still to come, without payments that are processing. */
  to_come: number
  /** What is to come on each day (2026-12-01), the earliest first. */
  days: { date: string; amount: number }[]
}

/** What is available and what is to come, by currency and by who pays it out. It adds up to the balance. */
export async function readNet(db: Queries, { account, now }: Pick<Scope, "account" | "now">): Promise<Net[]> {
  const rows = await db.all(netByDate, { account, today: dateOf(dayOf(now)) })
  const groups = Map.groupBy(rows, ({ currency, funds }) => `${currency} ${funds}`)
  return [...groups.values()].map((group) => {
    const [first] = group as [NetRow, ...NetRow[]]
    const days = group.filter(({ date }) => date !== "").map(({ date, amount }) => ({ date, amount }))
    const sum = (list: readonly { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0)
    const available = sum(group.filter(({ date }) => date === ""))
    return { currency: first.currency, funds: first.funds, available, to_come: sum(days), days }
  })
}
