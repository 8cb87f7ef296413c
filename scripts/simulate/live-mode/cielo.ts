// Cielo in a simulated world: its simulator, without sockets.
import { chargeBack, type Payment, pay } from "../../../test/cielo/acts.ts"
import { settle } from "../../../test/cielo/bank.ts"
import { type Entry, entryOf } from "../../../test/cielo/control.ts"
import type { FaultRule } from "../../../test/cielo/faults.ts"
import { handlerOf } from "../../../test/cielo/handle.ts"
import { MAX_ATTEMPTS } from "../../../test/cielo/notifications.ts"
import type { Handler } from "../../../test/cielo/server.ts"
import { createSimulator, MERCHANT } from "../../../test/cielo/simulator.ts"
import type { Merchant, Reply } from "../../../test/cielo/types.ts"
import type { Call } from "../http.ts"
import type { Machine } from "../machine.ts"

export const NOTIFICATIONS = "/acquirers/cielo/notifications"

/** How long the refund of a PIX takes. */
const PIX_REFUNDS_MS = [0, 60_000, 3_600_000]

/** A call may be slow on its way, so two voids may arrive sooner after one another than they were sent. */
const NOT_OF_THE_SENDER = /^two voids of a sale must be/

export type CieloBank = {
  merchant: Merchant
  /** Answers a call, with a fault of this call only. Undefined if it never answers. */
  answer(request: Parameters<Handler>[0], fault?: string): Reply | undefined
  /** Sets faults that last. */
  setFaults(rules: FaultRule[]): void
  ledger(): Entry[]
  pay(payment: Payment): Promise<Entry>
  chargeback(of: { payment: string; amount?: number }): Promise<Entry>
  /** Tells the merchant once more of what no process has accepted. Returns how many notifications that are. */
  tellAgain(): number
}

/** `tell` sends a notification once, and returns the status of its response. */
export function openCielo(machine: Machine, seed: number, tell: (call: Call) => Promise<number | null>): CieloBank {
  const post = (_url: string, body: string) => tell({ method: "POST", path: NOTIFICATIONS, body: JSON.parse(body), headers: {} })
  const pixRefundMs = machine.random.pick(PIX_REFUNDS_MS)
  const simulator = createSimulator({ seed, pixRefundMs, notificationUrl: NOTIFICATIONS }, post)
  const { bank, faults, violations, notifications } = simulator
  const handle = handlerOf(simulator)
  let standing: FaultRule[] = []

  function answer(request: Parameters<Handler>[0], fault?: string): Reply | undefined {
    faults.set(fault ? [...standing, { fault, times: 1 }] : standing)
    const { transport, run } = handle(request)
    if (transport) return transport.kind.startsWith("hang") ? undefined : { status: transport.value }
    const reply = run() as Reply
    for (const { messages, ...call } of violations.splice(0))
      if (!messages.every((message) => NOT_OF_THE_SENDER.test(message)))
        machine.accuse(`Cielo's document does not allow a call: ${messages.join("; ")}\n    ${JSON.stringify(call)}`)
    return reply
  }

  return {
    merchant: MERCHANT,
    answer,
    setFaults: (rules) => {
      standing = rules
    },
    ledger: () => [...bank.ledger.sales.values()].map((sale) => entryOf(settle(bank, sale))),
    pay: async (payment) => entryOf(pay(bank, payment)),
    chargeback: async (of) => entryOf(chargeBack(bank, of)),
    tellAgain: () => {
      const unheard = notifications.sent.filter(({ attempts }) => attempts.length >= MAX_ATTEMPTS && !attempts.includes(200))
      for (const each of unheard) {
        notifications.sent.splice(notifications.sent.indexOf(each), 1)
        notifications.notify(each.payment, each.change_type)
      }
      return unheard.length
    },
  }
}
