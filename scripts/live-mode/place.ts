// Where others than the payers of a shop act, too.
import { id } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import { attempts } from "../../src/payments/attempts/table.ts"
import { paymentIntents } from "../../src/payments/intents/table.ts"
import type { Control } from "../../test/cielo/client.ts"
import type { Entry } from "../../test/cielo/control.ts"
import type { Json } from "../../test/support/app/client.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { Desk } from "./desk.ts"
import type { OwnDisputes } from "./dispute-desk.ts"
import type { Shop } from "./payers.ts"

export type Place = Shop & {
  bank: Pick<Control, "pay" | "chargeback" | "refundInPortal" | "captureInPortal" | "notify" | "silence" | "addFaults">
  desk: Pick<Desk, "work">
  /** Reports chargebacks of this merchant, and decides them. */
  disputes: OwnDisputes
  /** In Unix seconds. */
  now(): number
  /** The sales of a payment intent at Cielo. */
  salesOf(intent: string): Promise<Entry[]>
  retrieve(path: string): Promise<Json>
  pause(ms: number): Promise<void>
}

const referencesOf = testOnly(
  attempts.statement([{ intent: id() }], (rows, p) => rows.where({ payment_intent: p.intent }).select("reference")),
)
const chargeOf = testOnly(paymentIntents.find([{ id: "intent" }], (rows) => rows.select("charge")))

/** Finds the sales of payment intents. `database` is never down. */
export function salesIn(database: Database, cielo: Pick<Control, "sales">): Pick<Place, "saleOf" | "salesOf"> {
  return {
    saleOf: async (intent) => (await database.one(chargeOf, { intent }))?.charge ?? undefined,
    salesOf: async (intent) => {
      const orders = (await database.all(referencesOf, { intent })).map(({ reference }) => reference)
      return cielo.sales({ orders })
    },
  }
}
