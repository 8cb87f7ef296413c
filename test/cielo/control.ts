import { captureInPortal, chargeBack, endRefunds, type Payment, pay, refundInPortal, silence } from "./acts.ts"
import { type ChangeType, settle } from "./bank.ts"
import type { FaultRule } from "./faults.ts"
import { chargedBackOf, remainingOf, type Sale, voidedOf } from "./ledger.ts"
import type { Request } from "./server.ts"
import type { Simulator } from "./simulator.ts"
import type { Options, Reply, Silence } from "./types.ts"

/** Where a simulator is controlled: paths that the bank does not have. */
export const CONTROL_PATH = "/_simulator/"

/** A sale as the ledger shows it: cents and ISO times. */
export type Entry = ReturnType<typeof entryOf>

export function entryOf(sale: Sale) {
  return {
    payment_id: sale.paymentId,
    merchant: sale.merchant,
    order_id: sale.orderId,
    sent_order_id: sale.sentOrderId,
    type: sale.type,
    customer: sale.customer,
    amount: sale.amount,
    currency: sale.currency,
    status: sale.status,
    return_code: sale.outcome.code,
    /** What was taken from the payer, before anything was sent back. */
    captured: sale.captured,
    voided: voidedOf(sale),
    refunds: sale.refunds.map(({ amount, state, by }) => ({ amount, state, by })),
    charged_back: chargedBackOf(sale),
    remaining: remainingOf(sale),
    payments: sale.payments.map(({ amount, at, payer }) => ({ amount, at: new Date(at).toISOString(), payer })),
    ...{ tid: sale.numbers.tid, nsu: sale.numbers.proofOfSale, authorization_code: sale.numbers.authorizationCode },
    end_to_end_id: sale.endToEndId,
    our_number: (sale.details.Number as string | undefined) ?? null,
    created: new Date(sale.created).toISOString(),
  }
}

/** Sales by their PaymentIds and their MerchantOrderIds. */
type Wanted = { payments?: string[]; orders?: string[] }

type Actions = Record<string, (simulator: Simulator, body: never) => unknown>

const READS: Actions = {
  ledger: ({ bank }) => [...bank.ledger.sales.values()].map((sale) => entryOf(settle(bank, sale))),
  violations: ({ violations }) => violations,
  notifications: ({ notifications }) => notifications.sent,
  calls: ({ counts, hits }) => ({ counts, hits }),
}

const WRITES: Actions = {
  pay: ({ bank }, body: Payment) => entryOf(pay(bank, body)),
  chargeback: ({ bank }, body: { payment: string; amount?: number; isTold?: boolean }) => entryOf(chargeBack(bank, body)),
  portal: ({ bank }, body: { payment: string; amount?: number }) => entryOf(refundInPortal(bank, body)),
  portal_capture: ({ bank }, body: { payment: string; amount?: number }) => entryOf(captureInPortal(bank, body)),
  refunds: ({ bank }, body: { payment: string; done: boolean }) => entryOf(endRefunds(bank, body)),
  sales: ({ bank, merchants }, { payments = [], orders = [] }: Wanted) => {
    const ofOrder = (id: string) => [...merchants.keys()].flatMap((merchant) => bank.ledger.ofOrder(merchant, id))
    const ofId = (id: string) => bank.ledger.sales.get(id) ?? []
    return [...new Set([...payments.flatMap(ofId), ...orders.flatMap(ofOrder)])].map((sale) => entryOf(settle(bank, sale)))
  },
  silence: ({ bank }, body: { payment: string; by: Silence }) => entryOf(silence(bank, body)),
  notify: ({ notifications }, { payment, change_type }: { payment: string; change_type: ChangeType }) =>
    notifications.notify(payment, change_type),
  more_faults: ({ faults }, rules: FaultRule[]) => faults.add(rules),
  faults: ({ faults }, rules: FaultRule[]) => faults.set(rules),
  options: (simulator, options: Partial<Options>) => simulator.setOptions(options),
  clock: (simulator, { advance_ms }: { advance_ms: number }) => simulator.advance(advance_ms),
  merchants: (simulator) => simulator.newMerchant(),
  keys: (simulator, { merchant_id }: { merchant_id: string }) => simulator.newKey(merchant_id),
  reset: (simulator) => simulator.reset(),
}

/** Answers a request that controls the simulator. */
export function control(simulator: Simulator, { method, url, text }: Request): Reply {
  const name = url.pathname.slice(CONTROL_PATH.length)
  if (!actionOf(method, name)) return { status: 404, body: { error: `there is no ${method} ${url.pathname}` } }
  try {
    const body = text === "" ? undefined : JSON.parse(text)
    return { status: 200, body: act(simulator, method, name, body) ?? null }
  } catch (error) {
    return { status: 400, body: { error: (error as Error).message } }
  }
}

/** Does what a control path stands for. Throws where the simulator refuses it. */
export function act(simulator: Simulator, method: string, name: string, body: unknown): unknown {
  return actionOf(method, name)?.(simulator, body as never)
}

function actionOf(method: string, name: string): Actions[string] | undefined {
  const actions = method === "GET" ? READS : WRITES
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}
