// A chargeback as its merchant lives it, whose acquirer lists cases and takes answers: it becomes known, is answered or not, and is decided.
import { scopeOf } from "../../../src/accounts/scope.ts"
import { dateOf, dayOf } from "../../../src/base/day.ts"
import type { Queries } from "../../../src/db/database.ts"
import type { Mode } from "../../../src/modes/wiring.ts"
import { answersOf } from "../../../src/payments/chargebacks/order.ts"
import { accept, readRefusal, refuse } from "../../../src/payments/chargebacks/respond.ts"
import { findCaseByNumber } from "../../../src/payments/chargebacks/store.ts"
import type { CaseRow } from "../../../src/payments/chargebacks/tables.ts"
import { OPERATOR } from "../../../src/payments/intents/platform-money.ts"
import type { Case, Process } from "../../../test/support/cielo-chargebacks/types.ts"
import { buy, pause, refundPart, someOf } from "../../live-mode/actors.ts"
import type { Place } from "../../live-mode/place.ts"
import { command } from "../command.ts"
import type { World } from "../world.ts"
import type { Counter } from "./counter.ts"

const HOUR_MS = 3_600_000
const LATER_MS = [0, 60_000, 2 * HOUR_MS, 9 * HOUR_MS]
const LONG_MS = [HOUR_MS, 8 * HOUR_MS, 15 * HOUR_MS]
/** How many days are left to answer. */
const DAYS = [0, 1, 2, 10, 10, 10]
/** The share of chargebacks that no notification tells. */
const UNTOLD = 0.4
const NEXT: readonly Process[] = ["SEGUNDO_CHARGEBACK", "PRE_ARBITRAGEM"]
const PDF = Buffer.from("%PDF-1.4\n1 0 obj << /Type /Page >> endobj\n%%EOF")
export const REASON = "Produto entregue"

/** What the merchant has chosen for each step. */
export type Chosen = Map<number, "accept" | "refuse">

type Parts = { world: World; counter: Counter; account: string; chosen: Chosen; establishment: string }

/** What the merchant, Cielo and the card network do with a sale. */
export function casesOf(parts: Parts): (place: Place) => Promise<void> {
  const { cases } = parts.counter
  return async (place) => {
    const one = await openCase(parts, place)
    if (!one) return
    for (let rounds = place.random.integer(1, 2); rounds > 0; rounds--) {
      await waitUntilKnown(parts, place, one)
      if (place.random.chance(0.75)) await answer(parts, place, one)
      await pause(place, LONG_MS)
      cases.all()
      if (cases.lastStep(one.idCase).taken !== "RECUSADO" || place.random.chance(0.3)) return
      const deadline = dateOf(dayOf(place.now()) + place.random.pick(DAYS))
      if (rounds > 1) cases.goOn(one.idCase, place.random.pick(NEXT), { deadline })
      else cases.decide(one.idCase, place.random.pick(["merchant", "merchant", "issuer"]))
    }
  }
}

/** The money is taken before or after the case is listed. Some of it is told by no notification. */
async function openCase({ counter, establishment }: Parts, place: Place): Promise<Case | undefined> {
  const { bank, random } = place
  const { intent, sale } = await buy(place)
  const made = await sale()
  const { status } = await place.retrieve(`/v1/payment_intents/${intent}`)
  if (!made || status !== "succeeded") return undefined
  if (random.chance(0.2)) await refundPart(place, intent, someOf(place, made.captured))
  const left = (await sale())?.remaining ?? 0
  if (left < 1) return undefined
  const { payment_id: payment, tid, nsu, authorization_code, created } = made
  const amount = someOf(place, left)
  const takeMoney = () => bank.chargeback({ payment, amount, isTold: !random.chance(UNTOLD) })
  const isFirst = random.chance(0.5)
  if (isFirst) await takeMoney()
  if (isFirst) await pause(place, LATER_MS)
  const day = dateOf(dayOf(Math.floor(Date.parse(created) / 1000)))
  const names = { establishment, tid: tid ?? "", nsu: nsu ?? "", authorization: authorization_code ?? "", day }
  const deadline = dateOf(dayOf(place.now()) + random.pick(DAYS))
  const one = counter.cases.open({ amount, sale: names, deadline })
  if (!isFirst) await takeMoney()
  return one
}

/** The merchant answers, and looks whether the answer was stored if nobody says so. */
async function answer(parts: Parts, place: Place, one: Case): Promise<void> {
  const { world, counter, chosen } = parts
  const { idChargeback } = counter.cases.lastStep(one.idCase)
  const kind = place.random.pick(["accept", "refuse", "refuse"] as const)
  for (let tries = 0; tries < 5; tries++) {
    const row = await rowOf(parts, one)
    if (row?.step !== String(idChargeback)) return
    if (await hasAnswer(world.database, row)) return void chosen.set(idChargeback, kind)
    const told = await command(world, `disputes ${kind}`, (mode) => respond(mode, row, kind))
    if ("value" in told) return void chosen.set(idChargeback, kind)
    if ("refused" in told) return
    await place.pause(60_000)
  }
  const row = await rowOf(parts, one)
  if (row && (await hasAnswer(world.database, row))) chosen.set(idChargeback, kind)
}

async function respond(mode: Mode, row: CaseRow, kind: "accept" | "refuse"): Promise<unknown> {
  const scope = { ...(await scopeOf(mode.database, mode, row.account)), by: OPERATOR }
  const refusal = await readRefusal(mode.database, { case: row }, { reason: REASON, document: PDF })
  return mode.database.transaction((tx) =>
    kind === "accept" ? accept(tx, scope, { case: row }) : refuse(tx, scope, { case: row }, refusal),
  )
}

/** Cases are listed twice a day. */
async function waitUntilKnown(parts: Parts, place: Place, one: Case): Promise<void> {
  const wanted = String(parts.counter.cases.lastStep(one.idCase).idChargeback)
  for (let hours = 0; hours < 30 && (await rowOf(parts, one))?.step !== wanted; hours++) await place.pause(HOUR_MS)
}

function rowOf({ world, account }: Parts, { idCase }: Case): Promise<CaseRow | undefined> {
  return findCaseByNumber(world.database, { account, acquirer: "cielo", number: String(idCase) })
}

async function hasAnswer(db: Queries, row: CaseRow): Promise<boolean> {
  return (await answersOf(db, row)).some(({ step }) => step === row.step)
}
