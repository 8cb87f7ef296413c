// Cielo, and beside it Adyen, where sales go that Cielo could not make: one ledger of both.
import type { Control as AdyenControl } from "../../test/adyen/client.ts"
import type { Entry as AdyenEntry } from "../../test/adyen/ledger.ts"
import type { Control } from "../../test/cielo/client.ts"
import type { Entry } from "../../test/cielo/control.ts"

/** Adyen's ids of payments. Cielo's are UUIDs. */
const PSP_REFERENCE = /^[0-9A-Z]{16}$/
/** Cielo's statuses of a sale by card. */
const [AUTHORIZED, PAID, REFUSED, VOIDED] = [1, 2, 3, 10] as const
const STATES = { pending: "pending", done: "done", refused: "refused", failed: "refused", reversed: "refused" } as const

/** Both as one. What the card network does with a sale, it does where the sale is. Nobody refunds or captures in Adyen's portal. */
export function besidesAdyen(cielo: Control, adyen: Pick<AdyenControl, "ledger" | "dispute">): Control {
  const sales = async () => (await adyen.ledger()).map(saleOf)
  const isThere = ({ payment }: { payment?: string }) => payment !== undefined && PSP_REFERENCE.test(payment)
  const notThere = async () => Promise.reject(new Error("Adyen's portal is not played"))
  return {
    ...cielo,
    ledger: async () => [...(await cielo.ledger()), ...(await sales())],
    sales: async (wanted) => {
      const { payments = [], orders = [] } = wanted
      const isWanted = ({ payment_id, order_id }: Entry) => payments.includes(payment_id) || orders.includes(order_id)
      return [...(await cielo.sales(wanted)), ...(await sales()).filter(isWanted)]
    },
    chargeback: async (one) => {
      if (!isThere(one)) return cielo.chargeback(one)
      await adyen.dispute({ ...one, code: "CHARGEBACK", isNew: true })
      return (await sales()).find(({ payment_id }) => payment_id === one.payment)!
    },
    refundInPortal: (one) => (isThere(one) ? notThere() : cielo.refundInPortal(one)),
    captureInPortal: (one) => (isThere(one) ? notThere() : cielo.captureInPortal(one)),
    notify: async (one) => (isThere(one) ? undefined : cielo.notify(one)) as never,
    silence: async (one) => (isThere(one) ? undefined : cielo.silence(one)) as never,
  }
}

/** A payment at Adyen, as Cielo shows its sales. */
function saleOf(one: AdyenEntry): Entry {
  const { reference, pspReference, account, amount, currency, captured, refunded, pending, chargedBack } = one
  return {
    ...{ payment_id: pspReference, merchant: account, order_id: reference, sent_order_id: null, type: "CreditCard" },
    ...{ customer: { Name: "" }, amount, currency, status: statusOf(one), return_code: one.code ?? "00" },
    ...{ captured, voided: refunded, charged_back: chargedBack, remaining: captured - refunded - pending - chargedBack },
    refunds: one.refunds.map((refund) => ({ amount: refund.amount, state: STATES[refund.state], by: "call" as const })),
    ...{ payments: [], tid: "", nsu: "", authorization_code: "", end_to_end_id: "", our_number: null, created: one.created },
  }
}

function statusOf({ state, captured, authorised, released }: AdyenEntry): Entry["status"] {
  if (captured > 0) return PAID
  if (authorised > released) return AUTHORIZED
  return state === "refused" || state === "error" ? REFUSED : VOIDED
}
