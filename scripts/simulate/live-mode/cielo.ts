// Cielo in a simulated world: its simulator, without sockets.
import { type Authentications, settle } from "../../../test/cielo/bank.ts"
import { type Control, controlBy } from "../../../test/cielo/client.ts"
import { act, entryOf } from "../../../test/cielo/control.ts"
import { handlerOf } from "../../../test/cielo/handle.ts"
import type { Sale } from "../../../test/cielo/ledger.ts"
import { MAX_ATTEMPTS } from "../../../test/cielo/notifications.ts"
import type { Request } from "../../../test/cielo/server.ts"
import { createSimulator, MERCHANT } from "../../../test/cielo/simulator.ts"
import type { Merchant, Reply } from "../../../test/cielo/types.ts"
import { DONE_TWICE, isDoneTwice } from "../../live-mode/books.ts"
import type { Call } from "../http.ts"
import type { Machine } from "../machine.ts"
import type { SimulatedBank } from "./own-bank.ts"

export const NOTIFICATIONS = "/acquirers/cielo/notifications"

/** How long the refund of a PIX takes. */
const PIX_REFUNDS_MS = [0, 60_000, 3_600_000]

/** A call may be slow on its way, so two voids may arrive sooner after one another than they were sent. */
const NOT_OF_THE_SENDER = /^two voids of a sale must be/

/** `own`: the bank at which the merchants have their PIX. Then `control` has its payments, too. */
export type CieloBank = {
  merchant: Merchant
  own?: SimulatedBank
  control: Control
  /** All sales with all that Cielo knows of them, oldest first. */
  sales(): Sale[]
  /** Answers a call, with `fault` if nothing else was prepared for it. Undefined if its answer is lost, or if there is none. */
  answer(request: Request, fault?: string): Reply | undefined
  /** Tells the merchant once more of what no process has accepted. Returns how many notifications that are. */
  tellAgain(): number
}

/** `tell` sends a notification once, and returns the status of its response. `authentications`: those of the MPI, if there is one. */
export function openCielo(
  machine: Machine,
  seed: number,
  tell: (call: Call) => Promise<number | null>,
  authentications?: Authentications,
): CieloBank {
  const post = (_url: string, body: string) => tell({ method: "POST", path: NOTIFICATIONS, body: JSON.parse(body), headers: {} })
  const pixRefundMs = machine.random.pick(PIX_REFUNDS_MS)
  const simulator = createSimulator({ seed, pixRefundMs, notificationUrl: NOTIFICATIONS }, post, authentications)
  const { bank, violations, notifications } = simulator
  const handle = handlerOf(simulator)

  function answer(request: Request, fault?: string): Reply | undefined {
    const { transport, run } = handle(request, fault)
    if (transport?.kind === "error_before") return { status: transport.value }
    if (transport?.kind.endsWith("_before")) return undefined
    const reply = run()
    accuse()
    return transport ? undefined : reply
  }

  function accuse(): void {
    const made = [...bank.ledger.sales.values()].at(-1)
    if (made && isDoneTwice(entryOf(made))) machine.accuse(`${DONE_TWICE}\n    ${JSON.stringify(entryOf(made))}`)
    for (const { messages, ...call } of violations.splice(0))
      if (!messages.every((message) => NOT_OF_THE_SENDER.test(message)))
        machine.accuse(`Cielo's document does not allow a call: ${messages.join("; ")}\n    ${JSON.stringify(call)}`)
  }

  return {
    merchant: MERCHANT,
    control: controlBy(async (method, path, body) => act(simulator, method, path, body)),
    sales: () => [...bank.ledger.sales.values()].map((sale) => settle(bank, sale)),
    answer,
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
