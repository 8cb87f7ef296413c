// What tests do with payments at the simulator of Adyen.
import { CARDS } from "../../adyen/cards.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { payWith, retrieve } from "../../support/merchants/rails.ts"
import type { AtAdyen } from "./at-adyen.ts"

export const MINUTE = 60
export const DAY = 86_400

export function actsOf(on: AtAdyen) {
  const pay = (details: object = {}) => payWith(on.merchant, CARDS.visa, { payment_method_types: ["card"], ...details })
  return {
    pay,
    control: () => on.adyen.control,
    statusOf: async (id: string): Promise<string> => (await retrieve(on.merchant, id)).status,
    saleOf: async () => (await on.attempts()).find(({ kind }) => kind === "charge")!,
    /** What Adyen has booked for the merchant, oldest first. */
    async entries() {
      const references = new Set((await on.attempts()).map(({ reference }) => reference))
      return (await on.adyen.control.ledger()).filter(({ reference }) => references.has(reference))
    },
    refund: async (payment_intent: string, amount?: number) =>
      expectStatus(await on.merchant.request("POST", "/v1/refunds", { payment_intent, ...(amount && { amount }) }), 201),
    authorized: () => pay({ capture_method: "manual" }),
    async capture(id: string, amount_to_capture?: number) {
      const body = amount_to_capture ? { amount_to_capture } : {}
      return (await on.merchant.request("POST", `/v1/payment_intents/${id}/capture`, body)).body
    },
  }
}
