// Cielo in a simulated world: its simulator, without sockets.
import { chargeBack, type Payment, pay, refundInPortal } from "../../../test/cielo/acts.ts"
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
  ledger(): Entry[]
  pay(payment: Payment): Promise<Entry>
  chargeback(of: { payment: string; amount?: number }): Promise<Entry>
  /** A person sends money back in Cielo's portal. */
  refundInPortal(of: { payment: string; amount: number }): Promise<Entry>
  /** Notifies a chargeback, as Cielo does, or a stranger: notifications are not signed. */
  notifyChargeback(payment: string): void
  /** What happens to the next sale of a card. */
  prepare(next: NextSale): void
  /** The next void of this sale is lost, before or after it is made. */
  loseVoid(sale: Pick<Entry, "payment_id">): void
  /** From now on, no look-up of this sale is answered. */
  silence(sale: Pick<Entry, "payment_id" | "order_id">): void
  /** Tells the merchant once more of what no process has accepted. Returns how many notifications that are. */
  tellAgain(): number
}

/** `fault`: one of Cielo's simulator. `isLost`: there is no answer. `isSilent`: there is none to any look-up either. */
export type NextSale = { fault?: string; isLost?: boolean; isSilent?: boolean }

/** `tell` sends a notification once, and returns the status of its response. */
export function openCielo(machine: Machine, seed: number, tell: (call: Call) => Promise<number | null>): CieloBank {
  const post = (_url: string, body: string) => tell({ method: "POST", path: NOTIFICATIONS, body: JSON.parse(body), headers: {} })
  const pixRefundMs = machine.random.pick(PIX_REFUNDS_MS)
  const simulator = createSimulator({ seed, pixRefundMs, notificationUrl: NOTIFICATIONS }, post)
  const { bank, faults, violations, notifications } = simulator
  const handle = handlerOf(simulator)
  const silent: FaultRule[] = []
  const prepared: NextSale[] = []
  const losesVoid = new Set<string>()

  function silence({ payment_id: payment, order_id: order }: Pick<Entry, "payment_id" | "order_id">): void {
    for (const target of [{ payment }, { order }]) {
      const operation = "payment" in target ? "query" : "query_order"
      silent.push({ ...target, operation, fault: machine.random.pick(["hang_before", "error_before:500"]) })
    }
  }

  function answer(request: Parameters<Handler>[0], givenFault?: string): Reply | undefined {
    const isSale = request.method === "POST" && request.text.includes(`"CreditCard"`)
    const next = (isSale ? prepared.shift() : undefined) ?? {}
    const fault = next.fault ?? givenFault
    const isVoidLost = request.method === "PUT" && losesVoid.delete(paymentOf(request))
    if (isVoidLost && machine.random.chance(0.5)) return undefined
    faults.set(fault ? [...silent, { fault, times: 1 }] : silent)
    const { transport, run } = handle(request)
    if (transport) return transport.kind.startsWith("hang") ? undefined : { status: transport.value }
    const reply = run() as Reply
    const made = isSale ? [...bank.ledger.sales.values()].at(-1) : undefined
    // Cielo gives another order id to a sale only if it has made one of that order before.
    if (made?.type === "CreditCard" && made.sentOrderId)
      machine.accuse(`Cielo has done an order twice\n    ${JSON.stringify(entryOf(made))}`)
    if (made && next.isSilent) silence({ payment_id: made.paymentId, order_id: made.orderId })
    accuseOfViolations()
    return next.isLost || isVoidLost ? undefined : reply
  }

  function accuseOfViolations(): void {
    for (const { messages, ...call } of violations.splice(0))
      if (!messages.every((message) => NOT_OF_THE_SENDER.test(message)))
        machine.accuse(`Cielo's document does not allow a call: ${messages.join("; ")}\n    ${JSON.stringify(call)}`)
  }

  return {
    merchant: MERCHANT,
    answer,
    ledger: () => [...bank.ledger.sales.values()].map((sale) => entryOf(settle(bank, sale))),
    pay: async (payment) => entryOf(pay(bank, payment)),
    chargeback: async (of) => entryOf(chargeBack(bank, of)),
    refundInPortal: async (of) => entryOf(refundInPortal(bank, of)),
    notifyChargeback: (payment) => notifications.notify(payment, 7),
    prepare: (next) => void prepared.push(next),
    loseVoid: ({ payment_id }) => void losesVoid.add(payment_id),
    silence,
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

/** /1/sales/{PaymentId}/void */
function paymentOf({ url }: Parameters<Handler>[0]): string {
  return url.pathname.split("/")[3] ?? ""
}
