import { createClock } from "./clock.ts"
import { findContract } from "./contract/contract.ts"
import { createFaults } from "./faults.ts"
import { createKeys } from "./idempotency.ts"
import { type Merchant, newMerchant } from "./merchants.ts"
import type { OperationName } from "./operations.ts"
import { DEFAULTS, type Options } from "./types.ts"
import { createDeliveries } from "./webhooks/deliveries.ts"
import { createPost } from "./webhooks/post.ts"
import { createViolations, type World } from "./world.ts"

/** A request that came. `status` is null where no answer was sent, and undefined while there is none. */
export type Logged = {
  operation: OperationName | "unknown"
  path: string
  at: string
  key: string | undefined
  reference: string | undefined
  account?: string
  status?: number | null
  fault?: string | undefined
}

/** All state of a simulator, without a server. `base` is milliseconds. */
export function createSimulator(given: Partial<Options>, base: () => number) {
  const options: Options = { ...DEFAULTS, ...given }
  const clock = createClock(base)
  const contract = findContract()
  const merchants: Merchant[] = [newMerchant(1)]
  const violations = createViolations(clock.now)
  const breaches: string[] = []
  const { post, stop } = createPost({ ackMs: () => options.ackMs })
  const report = (text: string): void => void breaches.push(text)
  const deliveries = createDeliveries({ options, clock, contract, merchants, post, report })
  const world: World = {
    ...{ options, clock, contract, merchants, deliveries, origin: "" },
    ...{ payments: [], series: [], disputes: [], told: [], toldModifications: [] },
    violate: violations.report,
  }
  const keys = createKeys(options, clock.now)
  const faults = createFaults()
  const calls: Logged[] = []
  return {
    ...{ world, keys, faults, violations, calls, stop },
    /** Answers and webhooks of the simulator that break the contract. */
    breaches,
    newMerchant(): Merchant {
      const one = newMerchant(merchants.length + 1)
      merchants.push(one)
      return one
    },
    /** Does what has fallen due, and tells it. */
    tick(): void {
      clock.tick()
      deliveries.pump()
    },
    /** Changes options. Throws RangeError for one that does not exist. */
    setOptions(wanted: Partial<Options>): void {
      for (const name of Object.keys(wanted))
        if (!Object.hasOwn(DEFAULTS, name)) throw new RangeError(`there is no option ${name}`)
      Object.assign(options, wanted)
    },
    /** Forgets all but options, merchants and the clock. */
    reset(): void {
      for (const list of [world.payments, world.series, world.disputes, world.told, world.toldModifications, calls])
        list.length = 0
      for (const one of [clock, keys, deliveries, violations]) one.clear()
      faults.set([])
    },
  }
}
export type Simulator = ReturnType<typeof createSimulator>
