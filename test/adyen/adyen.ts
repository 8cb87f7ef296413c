import { type Control, controlOf, type ShownMerchant } from "./client.ts"
import { shownMerchant } from "./control.ts"
import { handlerOf } from "./http/handle.ts"
import { listen } from "./http/server.ts"
import { BASES } from "./operations.ts"
import { createSimulator } from "./simulator.ts"
import type { Options } from "./types.ts"

/** A running simulator of Adyen. */
export type Adyen = {
  origin: string
  /** The base of Checkout, and that of disputes. */
  urls: { checkout: string; disputes: string }
  merchant: ShownMerchant
  control: Control
  /** Ends it. Throws after a violation, and after an answer or a webhook of the simulator that breaks Adyen's files. */
  close(): Promise<void>
}

/** `clock` is milliseconds, the machine's unless given. `port`: any unless given. */
export type Start = Partial<Options> & { clock?: () => number; port?: number }

/** Starts a simulator of Adyen in this process, on loopback. README.md says what it does. */
export async function startAdyen({ clock = Date.now, port = 0, ...options }: Start = {}): Promise<Adyen> {
  const simulator = createSimulator(options, clock)
  const { world, violations, breaches, stop } = simulator
  const { origin, close } = await listen(port, handlerOf(simulator))
  world.origin = origin
  return {
    origin,
    urls: { checkout: origin + BASES.checkout, disputes: origin + BASES.disputes },
    merchant: shownMerchant(world.merchants[0]!),
    control: controlOf(origin),
    async close() {
      stop()
      await world.deliveries.settled()
      await close()
      const wrong = [
        ...violations.list().map(({ operation, rule }) => `${operation}: ${rule}`),
        ...breaches.map((breach) => `the simulator breaks the contract: ${breach}`),
      ]
      if (wrong.length > 0) throw new Error(`Adyen was misused:\n${[...new Set(wrong)].join("\n")}`)
    },
  }
}
