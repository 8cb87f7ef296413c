// The connection to the bank: calls are slow or get lost, and responses come late or never.
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import { OPERATIONS } from "../../../src/acquirers/count-calls.ts"
import type { Operation } from "../../../src/acquirers/mock/faults.ts"
import type { Bank, Trouble } from "../../../test/support/banks/bank.ts"
import type { Machine, Owner } from "../machine.ts"
import type { World } from "../world.ts"

export type BankWorld = World & { bank: Bank }

/** In a simulation, refunds are made only through the service. The simulated bank has no list of payments and no keys. */
const { listTaken: _, repeat: __, lookUpCapture: ___, finishRedirect: ____, ...CALLS } = OPERATIONS

const LOST = 0.06
const UNAVAILABLE = 0.05
const LATE = 0.1
/** Longer than a call may take. */
const FOREVER_MS = 90_000
/** How many seconds look-ups need to find late bookings. Some appear only after they were given up. */
const LATENESS = [5, 60, 600, 3 * 3600]
/** Captures are few. One that look-ups do not show for 15 minutes was not made, so merchants may order another one. */
const LOST_CAPTURES = 0.2
const LATE_CAPTURES = 0.5
const LATENESS_OF_CAPTURES = [5, 60, 600]

type Anything = (...parameters: unknown[]) => Promise<unknown>

/** The bank as one process reaches it. `booked` is called after each call that the bank has carried out. */
export function bankOver(machine: Machine, owner: Owner, bank: Bank, booked: () => void): Acquirer {
  const acquirer = bank.acquirer as unknown as Record<string, Anything>
  const calls = Object.entries(CALLS).map(([name, operation]) => {
    const carryOut = acquirer[name]!.bind(acquirer)
    return [name, (...parameters: unknown[]) => call(operation, parameters, () => carryOut(...parameters))]
  })

  async function call(operation: Operation, parameters: unknown[], carryOut: () => Promise<unknown>): Promise<unknown> {
    await machine.reach(owner)
    const lost = operation === "capture" ? LOST_CAPTURES : LOST
    if (machine.strikes("call_lost", lost, owner)) await fail()
    makeTrouble(machine, owner, bank, operation)
    // Nothing else happens until the bank has done it, so the trouble affects only this call.
    const result = await carryOut()
    bank.heal()
    machine.say(`bank: ${operation} ${subjectOf(parameters)} → ${resultOf(result)}`, owner)
    booked()
    await machine.reach(owner)
    if (machine.strikes("answer_lost", lost, owner)) await fail()
    return result
  }

  async function fail(): Promise<never> {
    await machine.pause(owner, machine.random.pick([10, 1000, FOREVER_MS]))
    throw Object.assign(new Error("the connection to the bank was lost"), { code: "ECONNRESET" })
  }

  return { ...bank.acquirer, ...Object.fromEntries(calls) }
}

function makeTrouble(machine: Machine, owner: Owner, bank: Bank, operation: Operation): void {
  bank.heal()
  if (machine.strikes("bank_unavailable", UNAVAILABLE, owner)) bank.set(operation, troubleOf(machine, operation))
  const seconds = machine.strikes("bank_late", LATE, owner) ? machine.random.pick(LATENESS) : 0
  for (const kind of ["sales", "refunds"] as const) bank.delay(kind, seconds)
  const isLate = operation === "capture" && machine.strikes("bank_late", LATE_CAPTURES, owner)
  bank.delay("captures", isLate ? machine.random.pick(LATENESS_OF_CAPTURES) : 0)
}

/** The issuer may decline a capture. */
function troubleOf({ random }: Machine, operation: Operation): Trouble {
  return operation === "capture" && random.chance(0.5) ? "refused" : "unavailable"
}

/** Returns the reference of the operation or look-up. */
function subjectOf([first, second]: unknown[]): string {
  if (typeof first !== "object" || first === null) return String(second)
  return String("reference" in first ? first.reference : "charge" in first ? first.charge : "")
}

function resultOf(result: unknown): string {
  return result === undefined ? "nothing" : (result as { result: string }).result
}
