import type { Payment } from "./acts.ts"
import type { ChangeType } from "./bank.ts"
import type { Entry } from "./control.ts"
import type { FaultRule } from "./faults.ts"
import type { Notification } from "./notifications.ts"
import type { Merchant, Operation, Options, Silence, Violation } from "./types.ts"

type Call = (method: "GET" | "POST", path: string, body?: unknown) => Promise<unknown>

/** Controls a simulator over HTTP, in this process or in another one. Throws where it refuses. */
export function controlOf(url: string): Control {
  return controlBy(reachControl(url))
}

/** Reaches the control of a simulator over HTTP. */
export function reachControl(url: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}/_simulator/${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = await response.json()
    if (response.status !== 200)
      throw new Error(`the simulator refused ${method} ${path}: ${(answer as { error: string }).error}`)
    return answer
  }
}

/** Controls a simulator through a function that reaches it. */
export function controlBy(reach: Call) {
  const call = async <T>(...request: Parameters<Call>) => (await reach(...request)) as T
  return {
    /** All sales, oldest first. */
    ledger: () => call<Entry[]>("GET", "ledger"),
    /** The sales with these PaymentIds, then those with these MerchantOrderIds. */
    sales: (wanted: { payments?: string[]; orders?: string[] }) => call<Entry[]>("POST", "sales", wanted),
    /** What it was sent against the document. A test asserts that there is none. */
    violations: () => call<Violation[]>("GET", "violations"),
    notifications: () => call<Notification[]>("GET", "notifications"),
    calls: () =>
      call<{
        counts: Partial<Record<Operation, number>>
        hits: { operation: Operation; fault: string; payment?: string; order?: string }[]
      }>("GET", "calls"),
    /** Somebody pays a PIX or a boleto: its whole amount, now, unless told otherwise. It may be late. */
    pay: (payment: Payment) => call<Entry>("POST", "pay", payment),
    /** A person sends money back in Cielo's portal, all that is left of the sale unless told otherwise, or releases what is authorized. */
    refundInPortal: (body: { payment: string; amount?: number }) => call<Entry>("POST", "portal", body),
    /** A person captures an authorized sale in Cielo's portal, all of it unless told otherwise. */
    captureInPortal: (body: { payment: string; amount?: number }) => call<Entry>("POST", "portal_capture", body),
    /** The card network takes money back, all that is left of the sale unless told otherwise. */
    chargeback: (body: { payment: string; amount?: number; isTold?: boolean }) => call<Entry>("POST", "chargeback", body),
    /** Ends the refunds of a PIX that are under way: done, or refused by the payer's bank. */
    endRefunds: (body: { payment: string; done: boolean }) => call<Entry>("POST", "refunds", body),
    /** From now on, no look-up of a sale is answered. */
    silence: (body: { payment: string; by: Silence }) => call<Entry>("POST", "silence", body),
    /** Notifies a change of a sale, also one that did not happen: notifications are not signed. */
    notify: (body: { payment: string; change_type: ChangeType }) => call<null>("POST", "notify", body),
    /** Adds faults, which count before those that there are. */
    addFaults: (...rules: FaultRule[]) => call<null>("POST", "more_faults", rules),
    /** Replaces all faults. */
    setFaults: (...rules: FaultRule[]) => call<null>("POST", "faults", rules),
    setOptions: (options: Partial<Options>) => call<null>("POST", "options", options),
    /** Moves its clock forward. */
    advance: (ms: number) => call<null>("POST", "clock", { advance_ms: ms }),
    newMerchant: () => call<Merchant>("POST", "merchants"),
    /** Gives a merchant another key, as after a leak. The one before is refused. */
    newKey: (merchant_id: string) => call<Merchant>("POST", "keys", { merchant_id }),
    /** Forgets sales, violations, notifications and faults. */
    reset: () => call<null>("POST", "reset"),
  }
}
export type Control = ReturnType<typeof controlBy>
