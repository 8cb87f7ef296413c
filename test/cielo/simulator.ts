import { randomUUID } from "node:crypto"
import type { Authentications, Bank } from "./bank.ts"
import { settle } from "./bank.ts"
import { createFaults } from "./faults.ts"
import { createLedger, type Sale } from "./ledger.ts"
import { createNotifications, type Post } from "./notifications.ts"
import { randomFrom } from "./random.ts"
import { DEFAULTS, type Merchant, type Operation, type Options, type Violation } from "./types.ts"

/** The merchant that every simulator knows. */
export const MERCHANT: Merchant = {
  merchant_id: "0f5e9c1a-7d42-4b0e-9a63-c1e10a5b0001",
  merchant_key: "SIMULATORSIMULATORSIMULATORSIMULATOR0001",
}

/** A longer timer of Node would fire at once. What takes longer is settled by a query, or when the clock is advanced. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The options that hold from the start to the end. */
const FIXED: (keyof Options)[] = ["port", "split", "seed"]

/**
 * All state of a simulator. `post` delivers its notifications. The default is HTTP. `authentications`: those of the MPI. Without an MPI no
 * sale is authenticated.
 */
export function createSimulator(given: Partial<Options>, post?: Post, authentications: Authentications | null = null) {
  const options: Options = { ...DEFAULTS, ...given }
  const random = randomFrom(options.seed)
  const notifications = createNotifications(options, post)
  let aheadMs = 0
  const timers = new Set<NodeJS.Timeout>()
  const bank: Bank = {
    options,
    ledger: createLedger(),
    authentications,
    now: () => Date.now() + aheadMs,
    random,
    settleIn: (ms, sale) => {
      if (ms <= MAX_TIMER_MS) settleAt(bank.now() + ms, sale)
    },
    notify: ({ paymentId }, changeType) => notifications.notify(paymentId, changeType),
  }
  function settleAt(due: number, sale: Sale): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        // A timer may fire before the clock shows its time.
        if (bank.now() < due) settleAt(due, sale)
        else settle(bank, sale)
      },
      Math.max(0, due - bank.now()),
    )
    timers.add(timer)
  }
  function clearTimers(): void {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }
  const merchants = new Map([[MERCHANT.merchant_id, MERCHANT.merchant_key]])
  const violations: Violation[] = []
  const counts: Partial<Record<Operation, number>> = {}
  return {
    bank,
    merchants,
    violations,
    /** How many calls of each operation have arrived. */
    counts,
    /** Which faults hit which calls. */
    hits: [] as { operation: Operation; fault: string; payment?: string; order?: string }[],
    // Numbers of its own, so that a fault changes nothing about the sales that follow.
    faults: createFaults(randomFrom(options.seed + 1)),
    notifications,
    newMerchant(): Merchant {
      return this.newKey(randomUUID())
    },
    /** Gives a merchant another key. The one before is refused from then on. */
    newKey(merchant_id: string): Merchant {
      const merchant_key = randomUUID().replaceAll("-", "").padEnd(40, "K").toUpperCase()
      merchants.set(merchant_id, merchant_key)
      return { merchant_id, merchant_key }
    },
    /** Moves the clock forward, and does what has become due. */
    advance(ms: number): void {
      aheadMs += ms
      for (const sale of bank.ledger.sales.values()) settle(bank, sale)
    },
    violate(violation: Omit<Violation, "time">): void {
      violations.push({ time: new Date(bank.now()).toISOString(), ...violation })
    },
    /** Changes options. Throws RangeError for one that cannot be changed. */
    setOptions(wanted: Partial<Options>): void {
      for (const name of Object.keys(wanted))
        if (!Object.hasOwn(DEFAULTS, name) || FIXED.includes(name as keyof Options))
          throw new RangeError(`there is no option ${name} that can be changed while the simulator runs`)
      Object.assign(options, wanted)
    },
    /** Nothing is sent or settled after this. */
    stop(): void {
      notifications.stop()
      clearTimers()
    },
    /** Forgets all but its options, its merchants and its clock. */
    reset(): void {
      clearTimers()
      bank.ledger.clear()
      violations.length = 0
      notifications.sent.length = 0
      this.hits.length = 0
      this.faults.set([])
      for (const operation of Object.keys(counts)) delete counts[operation as Operation]
    },
  }
}
export type Simulator = ReturnType<typeof createSimulator>
