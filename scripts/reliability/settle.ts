// Lets everything settle: time passes, lost sales are given up or found, late payments are sent back, and an operator does the rest.
import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "../../src/db/database.ts"
import { failingWork } from "../../src/jobs/table.ts"
import type { Control } from "../../test/cielo/client.ts"
import { statement, testOnly } from "../../test/support/databases/statement.ts"
import type { Desk } from "../live-mode/desk.ts"
import { letHoldsLapse } from "../merchants/holds.ts"
import type { Random } from "../merchants/random.ts"
import { by } from "./compare.ts"
import type { Time } from "./time.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/**
 * These steps exceed the time limits of a lost sale, of a PIX, of a poll of everything that is watched, of a boleto with its clearing, and of an
 * authorization.
 */
const STEPS = [0, 20 * MINUTE, 2 * HOUR, 25 * HOUR, 9 * DAY, 2 * DAY, 10 * DAY]
/** After the second of these steps, no PIX can be paid in time. */
const PIX_ENDS_AFTER = 20 * MINUTE + 2 * HOUR
/** What the operator has ordered is done, and the charge of a settled refund is checked within six hours. */
const STEPS_AFTER_WORK = [0, 10 * MINUTE, 7 * HOUR, 25 * HOUR]
const MAX_ROUNDS = 6
const QUIET_AFTER_MS = 900_000
const MAX_FAILURES = 5
/** The status of a PIX that Cielo has ended, and the share of these that payers' banks clear nevertheless. */
const ENDED = 13
const PAID_LATE = 0.5

const dueOf = (table: string, key = "id") =>
  statement<{ id: string }, "now">((k, p) =>
    k(table)
      .join("accounts", "accounts.id", `${table}.account`)
      .whereRaw(`${table}.due_at <= ? + accounts.clock_offset`, [p.now])
      .select({ id: `${table}.${key}` }),
  )
const DUE = [
  ...["attempts", "subscriptions", "disputes", "acquirer_listings", "mandates"].map((table) => dueOf(table)),
  dueOf("payout_settings", "account"),
]
const allFailures = testOnly(failingWork.find([], (rows) => rows.select("item", "failures")))

type World = {
  database: Database
  bank: Pick<Control, "ledger" | "pay">
  time: Time
  random: Random
  print: (line: string) => void
  /** Called after each step of time. */
  daily(): Promise<void>
  /** What happens at another bank after no PIX can be paid in time. */
  payLate?(): void
}

/** Lets all time limits pass. Some PIX are paid after Cielo has ended them. Returns the work that never came to an end. */
export async function settleAll(world: World): Promise<string[]> {
  const stuck: string[] = []
  let passed = 0
  for (const step of STEPS) {
    stuck.push(...(await passSteps(world, [step])))
    passed += step
    if (passed !== PIX_ENDS_AFTER) continue
    await payEndedPix(world)
    world.payLate?.()
  }
  return stuck
}

/** The operator settles what is listed, until nothing is. Returns what is left, and the work that never came to an end. */
export async function workThroughList(world: World, desk: Desk): Promise<string[]> {
  const stuck: string[] = []
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const settled = await desk.work()
    if (settled === 0) break
    world.print(`the operator settles ${settled} items`)
    stuck.push(...(await passSteps(world, STEPS_AFTER_WORK)))
  }
  // What fails is tried again, and needs no decision.
  const left = (await desk.list()).filter(({ kind }) => kind !== "work_failing")
  return left.length > 0 ? [...stuck, `still on the attention list: ${by(left, ({ kind }) => kind)}`] : stuck
}

/** Lets these times pass, in seconds, each until nothing is due any more. Returns the work that never came to an end. */
export async function passSteps({ database, time, print, daily }: World, steps: readonly number[]): Promise<string[]> {
  const stuck: string[] = []
  for (const seconds of steps) {
    await time.pass(seconds)
    const { left, failing } = await untilQuiet(database)
    print(`${Math.round(seconds / MINUTE)} minutes later: ${left} items are still due, and ${failing} fail`)
    if (left > 0) stuck.push(`${left} items were still due, ${seconds} s later`)
    await daily()
  }
  return stuck
}

async function payEndedPix({ bank, random, print }: World): Promise<void> {
  const ended = (await bank.ledger()).filter(({ status, type }) => type === "Pix" && status === ENDED)
  const late = ended.filter(() => random.chance(PAID_LATE))
  for (const { payment_id } of late) await bank.pay({ payment: payment_id })
  print(`${late.length} of ${ended.length} PIX that Cielo has ended are paid after all`)
}

/**
 * Waits until nothing is due but what fails again and again, as where Cielo says nothing. Work that failed at an acquirer is postponed by
 * minutes of real time, which this skips. Returns how much is still due.
 */
async function untilQuiet(database: Database): Promise<{ left: number; failing: number }> {
  const failures = async () => new Map((await database.all(allFailures, {})).map(({ item, failures }) => [item, failures]))
  const before = await failures()
  for (const end = Date.now() + QUIET_AFTER_MS; ; await pause(2000)) {
    const now = Math.floor(Date.now() / 1000)
    const due = (await Promise.all(DUE.map((each) => database.all(each, { now })))).flat()
    const after = await failures()
    const left = due.filter(({ id }) => (after.get(id) ?? 0) - (before.get(id) ?? 0) < MAX_FAILURES).length
    if (left === 0 || Date.now() > end) return { left, failing: due.length - left }
    await letHoldsLapse(database)
  }
}
