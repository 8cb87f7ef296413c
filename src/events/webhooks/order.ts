import type { Transaction } from "../../db/database.ts"

/** A payment as an order, as it stands at the end of a transaction. */
export type Order = {
  status: string
  /** Until when the tool takes it, in Unix seconds of the account's time. */
  send_until: number
  /** The order in JSON, for a shop of this name. */
  bodyFor(platform: string): string
}

/** Which payment of which account, the account's time in Unix seconds, and whether the payment fails in this transaction. */
export type Asked = { account: string; payment_intent: string; now: number; fails: boolean }

/**
 * Reads a payment as an order, and holds it until the transaction ends. Returns undefined if there is nothing to tell: the payer has not
 * been asked to pay, a person canceled it, or the tool does not know its currency.
 */
export type OrderReader = (tx: Transaction, asked: Asked) => Promise<Order | undefined>
