// Plays all payouts again, from the rows of the ledger and the schedules alone (docs/payouts.md).
import { bankingDaysAfter, dayOf, isBankingDay, nextBankingDay, startOf } from "./days.ts"
import { at, type Event, type Facts, type Payout, type Row } from "./facts.ts"

const TEN_HOURS = 10 * 3600
/** Real time passes while a command runs. What falls due meanwhile is done when the clock is advanced next. */
const LATE = 120
const OWN = ["payout", "payout_failed"]

/** `lines`: what was wrong. `paid`: what arrived, in cents. `waiting`: rows that are in no payout. */
export type Explained = { wrong: string[]; made: number; failed: number; canceled: number; paid: number; waiting: Row[] }

type Moment = { at: number; order: number; happen: () => void }

/** What a payout takes is all that was there and free. What it gives back is free again. */
export function explainPayouts(facts: Facts): Explained {
  const { rows, events } = facts
  const made = events.filter(({ type }) => type === "payout.created").map(({ data }): Payout => data.object)
  const ids = new Set(made.map(({ id }) => id))
  const free = new Map<string, Row>()
  const taken = new Map<string, Row[]>()
  const wrong: string[] = []
  const counts = { failed: 0, canceled: 0, paid: 0 }
  const own = (payout: string, type: string) => rows.filter((row) => row.source === payout && row.type === type)
  const available = (time: number) => [...free.values()].filter(({ available_on }) => dayOf(available_on) <= dayOf(time))
  const moments: Moment[] = rows
    .filter(({ source }) => !ids.has(source))
    .map((row) => ({ at: row.created, order: 0, happen: () => void free.set(row.id, row) }))

  for (const payout of made) {
    const [back] = own(payout.id, "payout_failed")
    moments.push({
      ...{ at: payout.created, order: 2 },
      happen: () => {
        const list = available(payout.created)
        taken.set(payout.id, list)
        for (const { id } of list) free.delete(id)
        wrong.push(...checkAmount(payout, list, facts))
      },
    })
    if (back)
      moments.push({
        // One that is canceled at once has first taken it.
        ...{ at: back.created, order: back.created === payout.created ? 2.5 : 1 },
        happen: () => {
          for (const row of taken.get(payout.id) ?? []) free.set(row.id, row)
          taken.set(payout.id, [])
        },
      })
  }
  for (const due of dueTimes(facts))
    moments.push({
      at: due.at + LATE,
      order: 3,
      happen: () => wrong.push(...checkDue(due, made, taken, available(due.at), facts)),
    })
  for (const { happen } of moments.sort((a, b) => a.at - b.at || a.order - b.order)) happen()

  for (const payout of made) {
    const end = endOf(payout, events, own(payout.id, "payout_failed")[0])
    wrong.push(...checkEnd(payout, end, facts), ...checkRows(payout, end, taken.get(payout.id) ?? [], rows))
    if (end.status === "paid") counts.paid += payout.amount
    else if (end.status === "failed") counts.failed++
    else if (end.status === "canceled") counts.canceled++
  }
  const waiting = [...free.values()]
  wrong.push(
    ...waiting.filter(({ payout }) => payout !== "").map(({ id, payout }) => `${id} is in ${payout}, which has not taken it`),
  )
  return { wrong, made: made.length, ...counts, waiting }
}

/** The amount is the sum of what was taken, less the fee of that day. */
function checkAmount(
  { id, amount, created, automatic }: Payout,
  taken: readonly Row[],
  { terms, rows, schedules }: Facts,
): string[] {
  const fee = at(terms, created)?.terms.payout_fee ?? 0
  const own = rows.filter(({ source, type, amount }) => source === id && type === "fee" && amount < 0)
  const minimum = at(schedules, created)?.minimum ?? 0
  const expected = sum(taken) - fee
  return [
    ...(amount === expected ? [] : [`${id} is ${amount}, and what was available less its fee was ${expected}`]),
    ...(sum(own) === -fee ? [] : [`${id} costs ${-sum(own)}, and not ${fee}`]),
    ...(amount > 0 && amount >= minimum ? [] : [`${id} is below the minimum of ${minimum}`]),
    ...(automatic && !isBankingDay(dayOf(created)) ? [`${id} was made on a day that is no banking day`] : []),
  ]
}

type End = { status: string; at: number | undefined; failure_code: string | null }

/** No event tells of a payout that was canceled: its row does. */
function endOf({ id }: Payout, events: readonly Event[], back: Row | undefined): End {
  const end = events.find(({ type, data }) => (type === "payout.paid" || type === "payout.failed") && data.object.id === id)
  if (end) return { status: end.data.object.status, at: end.created, failure_code: end.data.object.failure_code }
  return { status: back ? "canceled" : "open", at: back?.created, failure_code: null }
}

/** The bank of test mode decides at 10:00 of the next banking day, and refuses a key with `fail` in it. */
function checkEnd({ id, created }: Payout, { status, at: time, failure_code }: End, { bankAccounts, balance }: Facts): string[] {
  const decided = startOf(bankingDaysAfter(dayOf(created), 1)) + TEN_HOURS
  if (status === "canceled") return []
  if (status === "open") return decided > balance.now ? [] : [`${id} was never decided`]
  const fails = at(bankAccounts, created)?.fails ?? false
  const isRight = fails ? status === "failed" && failure_code === "account_closed" : status === "paid"
  return [
    ...(isRight ? [] : [`${id} is ${status}, and its bank account ${fails ? "is closed" : "is good"}`]),
    ...(isAt(time ?? 0, decided) ? [] : [`${id} was decided at ${time}, and not at ${decided}`]),
  ]
}

/** The rows that a payout is made of add up to 0. After it has given back what it took, these are its own alone. */
function checkRows({ id, amount }: Payout, { status }: End, taken: readonly Row[], rows: readonly Row[]): string[] {
  const listed = rows.filter(({ payout }) => payout === id)
  const own = rows.filter(({ source }) => source === id)
  const isOver = status === "failed" || status === "canceled"
  const expected = [...own, ...(isOver ? [] : taken)].map((row) => row.id).sort()
  const moved = sum(own.filter(({ type }) => OWN.includes(type)))
  return [
    ...(sum(listed) === 0 ? [] : [`the rows of ${id} add up to ${sum(listed)}`]),
    ...(expected.join() ===
    listed
      .map((row) => row.id)
      .sort()
      .join()
      ? []
      : [`the file shows other rows of ${id} than it took`]),
    ...(moved === (isOver ? 0 : -amount) ? [] : [`the rows of ${id} itself add up to ${moved}`]),
  ]
}

type Due = { at: number; minimum: number }

/** When each schedule makes a payout: from the day after it was set, until it is changed. */
function dueTimes({ schedules, balance }: Facts): Due[] {
  return schedules.flatMap(({ since, schedule, minimum }, i) => {
    const until = schedules[i + 1]?.since ?? balance.now
    const dues: Due[] = []
    for (let day = dayOf(since) - 40; startOf(day) <= until; day++) {
      const due = isNominal(schedule, day) ? nextBankingDay(day) : undefined
      const isNew = due !== undefined && startOf(due) !== dues.at(-1)?.at
      if (isNew && due > dayOf(since) && startOf(due) <= until) dues.push({ at: startOf(due), minimum })
    }
    return dues
  })
}

function isNominal(schedule: string, day: number): boolean {
  const date = new Date(day * 86_400_000)
  if (schedule === "monthly") return date.getUTCDate() === 1
  return schedule === "daily" || (schedule === "weekly" && date.getUTCDay() === 1)
}

/** A schedule makes a payout on its day, at 00:00, if enough is there, and if the last one to the bank account could arrive. Otherwise it makes none. */
function checkDue(
  due: Due,
  made: readonly Payout[],
  taken: ReadonlyMap<string, readonly Row[]>,
  left: readonly Row[],
  facts: Facts,
): string[] {
  const payout = made.find(({ created, automatic }) => automatic && isAt(created, due.at))
  const isDead = hasFailed(due.at, facts)
  if (payout && isDead) return [`${payout.id} was made by a schedule, although the last payout to its bank account failed`]
  if ((payout && taken.has(payout.id)) || isDead) return []
  const amount = sum(left) - (at(facts.terms, due.at)?.terms.payout_fee ?? 0)
  const isEnough = amount > 0 && amount >= due.minimum
  return isEnough ? [`no payout of ${amount} was made on ${new Date(due.at * 1000).toISOString()}`] : []
}

/** Whether the last payout to the bank account of a time could not arrive. */
function hasFailed(time: number, { bankAccounts, events }: Facts): boolean {
  const since = at(bankAccounts, time)?.since ?? 0
  const ended = events.filter(({ type, created, data }) => {
    const isEnd = type === "payout.paid" || type === "payout.failed"
    return isEnd && created < time && data.object.created >= since
  })
  return ended.at(-1)?.type === "payout.failed"
}

function isAt(time: number, due: number): boolean {
  return time >= due && time <= due + LATE
}

function sum(rows: readonly Pick<Row, "net">[]): number {
  return rows.reduce((total, { net }) => total + net, 0)
}
