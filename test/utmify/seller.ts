// A seller whose payments UTMify is told of.
import { randomUUID } from "node:crypto"
import { scopeOf } from "../../src/accounts/scope.ts"
import { newestDeliveries } from "../../src/events/webhooks/deliveries.ts"
import { createUtmify } from "../../src/events/webhooks/integrations.ts"
import type { DeliveryRow } from "../../src/events/webhooks/tables.ts"
import type { Running } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { advance, timeOf } from "../support/merchants/subscriptions.ts"
import type { Order } from "../support/utmify/order.ts"
import { startUtmify, type Utmify } from "../support/utmify/server.ts"

export type Seller = {
  merchant: Merchant
  utmify: Utmify
  token: string
  integration: string
  /** Advances the account's clock, and that of UTMify with it. */
  pass(seconds: number): Promise<void>
  /** What UTMify was told of a payment, call by call. */
  told(payment: string): Order[]
  /** Waits until UTMify has this status of a payment. */
  has(payment: string, status: Order["status"]): Promise<Order>
  deliveries(): Promise<DeliveryRow[]>
}

/** UTMify for all tests of a file: UTMIFY_URL is read at the start. */
export async function startSellers() {
  const tokens: string[] = []
  const clock = { ahead: 0 }
  const utmify = await startUtmify(tokens, () => Date.now() / 1000 + clock.ahead)
  return {
    utmify,
    newSeller: async (vintem: Running, given: { platform?: string } = {}): Promise<Seller> => {
      const merchant = await newMerchant(vintem)
      const token = `tok-${randomUUID()}`
      tokens.push(token)
      const { database } = vintem.server.modes.test
      const { id: integration } = await connectUtmify(vintem, merchant, { token, ...given })
      clock.ahead = 0
      const told = (payment: string) => utmify.calls.map(({ order }) => order).filter(({ orderId }) => orderId === payment)
      return {
        ...{ merchant, utmify, token, integration, told },
        pass: async (seconds) => {
          clock.ahead += seconds
          await advance(merchant, { to: (await timeOf(merchant)) + seconds })
        },
        has: (payment, status) =>
          until(async () => {
            const order = utmify.orders.get(payment)
            return order?.status === status && order
          }),
        deliveries: () => newestDeliveries(database, { account: merchant.account, limit: 50 }),
      }
    },
  }
}

/** Does what `vintem integrations create --kind utmify` does, in this process. */
export async function connectUtmify(vintem: Running, { account }: Merchant, given: { token: string; platform?: string }) {
  const mode = vintem.server.modes.test
  const scope = await scopeOf(mode.database, mode, account)
  return mode.database.transaction((tx) => createUtmify(tx, scope, given))
}
