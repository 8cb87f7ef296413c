import { newestAttemptsOf } from "../../../src/payments/attempts/store.ts"
import { cardOf, cardSale, openCielo } from "../../acquirers/cielo/open.ts"
import type { Cielo } from "../../cielo/cielo.ts"
import type { Running } from "../app/vintem.ts"
import type { Merchant } from "../merchants/merchant.ts"

/** Cielo makes the sale of a payment, however often it was asked before: a call was slow on its way. */
export async function arriveLate(vintem: Running, { account }: Merchant, cielo: Cielo, intent: string): Promise<void> {
  const attempts = await newestAttemptsOf(vintem.server.modes.test.database, { account, id: intent }, 10)
  const { reference } = attempts.find(({ kind }) => kind === "charge")!
  await openCielo(cielo).acquirer.authorize(cardSale(cardOf("4111111111111111"), { reference }), AbortSignal.timeout(30_000))
}
