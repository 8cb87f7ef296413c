import { firstIdAt } from "../../base/ids.ts"
import { boolean, id, integer, json } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { tableOf, unindexed } from "../../db/dialect.ts"
import { LIMIT } from "../../db/statement.ts"
import { type DeliveryStatus, deliveries, type LastAttempt } from "./tables.ts"

/** The health of an endpoint or an integration. Each count stops at a limit. */
export type Health = {
  /** Shares of the newest deliveries of the last 24 hours and of the last 7 days. */
  day: Share
  week: Share
  /** The number of deliveries that wait for an attempt, and of dead letters that were not sent again. */
  waiting: number
  deadLetters: number
  /** When a delivery last succeeded, and when one last failed, in Unix seconds of the account's time. */
  lastSuccess: number | null
  lastFailure: number | null
}

/** `tried` counts the deliveries that had an attempt. `isAll` is false if there are more deliveries than were read. */
export type Share = { tried: number; delivered: number; isAll: boolean }

/** The health of each endpoint in a list. */
export type BriefHealth = Pick<Health, "day" | "waiting" | "deadLetters" | "lastSuccess">

/** The limits for counting waiting deliveries and dead letters: for one endpoint, and for each endpoint in a list. */
export const MAX_COUNTED = 1000
export const MAX_COUNTED_IN_LIST = 100
/** How many waiting deliveries are searched for one that has failed. */
const LOOKED_AT = 500
const DAY_MS = 86_400_000

type Counted = { status: DeliveryStatus; tried: boolean; today: boolean; count: number }
/** When and how the newest delivery of each outcome was last tried. */
type Last = { delivered: LastAttempt | null; given_up: LastAttempt | null; failing: LastAttempt | null }
type Standing = Last & { waiting: number; dead: number }

const { last_attempt } = deliveries.columns

const countNewest = deliveries.statement(
  ["account", "target", { week: id(), day: id(), limit: integer() }],
  (_, p, k) =>
    k.raw<Counted>(
      `SELECT status, tried, today, count(*) AS count FROM (
       SELECT status, attempts > 0 AS tried, id >= :day AS today FROM deliveries
       WHERE account = :account AND (target, id) >= (:target, :week) AND (target, id) < (:target, 'wd_~')
       ORDER BY target DESC, id DESC LIMIT :limit
     ) AS newest GROUP BY status, tried, today`,
      { account: p.account, target: p.target, week: p.week, day: p.day, limit: LIMIT },
    ),
  { tried: boolean(), today: boolean() },
)

/** Counts deliveries up to `most`. An index of the account would lead past dead letters that were sent again. */
const countOf = (condition: string, most: number, target = ":target") =>
  `(SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE ${unindexed("account")} = :account AND target = ${target} AND status = ${condition} LIMIT ${most}) AS counted)`
const WAITING = "'pending'"
const DEAD = "'dead_letter' AND replaced_by IS NULL"
/** In the order of one index, so that Postgres chooses no other one (deliveries.ts). */
const newestOf = (status: DeliveryStatus, target = ":target") =>
  `FROM deliveries WHERE account = :account AND (target, status, id) > (${target}, '${status}', '')
   AND (target, status, id) < (${target}, '${status}', 'wd_~') ORDER BY target DESC, status DESC, id DESC`

const findStanding = deliveries.statement(
  ["account", "target"],
  (_, p, k) =>
    k.raw<Standing>(
      `SELECT
       ${countOf(WAITING, MAX_COUNTED)} AS waiting, ${countOf(DEAD, MAX_COUNTED)} AS dead,
       (SELECT last_attempt ${newestOf("delivered")} LIMIT 1) AS delivered,
       (SELECT last_attempt ${newestOf("dead_letter")} LIMIT 1) AS given_up,
       (SELECT last_attempt FROM (
          SELECT id, last_attempt ${newestOf("pending")} LIMIT ${LOOKED_AT}
        ) AS newest WHERE last_attempt IS NOT NULL ORDER BY id DESC LIMIT 1) AS failing`,
      { account: p.account, target: p.target },
    ),
  { delivered: last_attempt, given_up: last_attempt, failing: last_attempt },
)

type Brief = Pick<Last, "delivered"> & { target: string; newest: string; waiting: number; dead: number }

const TARGETS = { targets: json<readonly string[]>(), day: id(), limit: integer() }
/** Reads several targets at once. A subquery in a SELECT has one value, so the three counts are one text: all, tried, delivered. */
const findBriefs = deliveries.statement(
  ["account", TARGETS],
  (_, p, k) => {
    const one = "targets.value"
    return k.raw<Brief>(
      `SELECT ${one} AS target, ${countOf(WAITING, MAX_COUNTED_IN_LIST, one)} AS waiting, ${countOf(DEAD, MAX_COUNTED_IN_LIST, one)} AS dead,
       (SELECT last_attempt ${newestOf("delivered", one)} LIMIT 1) AS delivered,
       (SELECT count(*) || ' ' || count(CASE WHEN attempts > 0 THEN 1 END) || ' ' || count(CASE WHEN status = 'delivered' THEN 1 END)
        FROM (
          SELECT status, attempts FROM deliveries
          WHERE account = :account AND (target, id) >= (${one}, :day) AND (target, id) < (${one}, 'wd_~')
          ORDER BY target DESC, id DESC LIMIT :limit
        ) AS newest) AS newest
     FROM ${tableOf(k, ":targets", "targets")}`,
      { account: p.account, targets: p.targets, day: p.day, limit: LIMIT },
    )
  },
  { delivered: last_attempt },
)

/**
 * Reads the health of several targets of webhooks at `nowMs` (real time), by target id. It reads the newest `limit` deliveries of the day
 * for each target.
 */
export async function briefHealthsOf(
  db: Queries,
  { account, targets, nowMs, limit }: { account: string; targets: readonly string[]; nowMs: number; limit: number },
): Promise<Map<string, BriefHealth>> {
  const day = firstIdAt("wd", nowMs - DAY_MS)
  const briefs = await db.all(findBriefs, { account, targets, day, limit })
  return new Map(
    briefs.map(({ target, newest, waiting, dead, delivered }) => {
      const [all, tried, arrived] = newest.split(" ").map(Number) as [number, number, number]
      const share = { tried, delivered: arrived, isAll: all < limit }
      return [target, { day: share, waiting, deadLetters: dead, lastSuccess: timeOf(delivered) }]
    }),
  )
}

/** Reads the health of a target of webhooks at `nowMs` (real time). It reads the newest `limit` deliveries of the week. */
export async function healthOf(
  db: Queries,
  { account, target, nowMs, limit }: { account: string; target: string; nowMs: number; limit: number },
): Promise<Health> {
  const [day, week] = [1, 7].map((days) => firstIdAt("wd", nowMs - days * DAY_MS)) as [string, string]
  const [counted, standing] = await Promise.all([
    db.all(countNewest, { account, target, day, week, limit }),
    db.only(findStanding, { account, target }),
  ])
  const { waiting, dead, delivered, given_up, failing } = standing
  const today = counted.filter((row) => row.today)
  const hasAll = sumOf(counted) < limit
  return {
    day: { ...shareOf(today), isAll: hasAll || today.length < counted.length },
    week: { ...shareOf(counted), isAll: hasAll },
    waiting,
    deadLetters: dead,
    lastSuccess: timeOf(delivered),
    lastFailure: laterOf(timeOf(given_up), timeOf(failing)),
  }
}

const sumOf = (counted: Counted[]) => counted.reduce((total, { count }) => total + count, 0)

function shareOf(counted: Counted[]): Pick<Share, "tried" | "delivered"> {
  return {
    tried: sumOf(counted.filter(({ tried }) => tried)),
    delivered: sumOf(counted.filter(({ status }) => status === "delivered")),
  }
}

function timeOf(last: LastAttempt | null): number | null {
  return last === null ? null : last.at
}

function laterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}
