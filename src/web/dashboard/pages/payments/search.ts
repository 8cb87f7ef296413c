import { findKey } from "../../../../accounts/keys.ts"
import { findPlan } from "../../../../billing/plans.ts"
import { findPrice } from "../../../../billing/products.ts"
import type { Queries } from "../../../../db/database.ts"
import { findIntegration } from "../../../../events/webhooks/integrations.ts"
import type { Mode } from "../../../../modes/wiring.ts"
import { attemptsOfCharge } from "../../../../payments/attempts/charges.ts"
import { findAttempt } from "../../../../payments/attempts/store.ts"
import { findIntent } from "../../../../payments/intents/store.ts"
import { findPaymentMethod } from "../../../../payments/methods/store.ts"
import { findRefund } from "../../../../payments/refunds/store.ts"
import { pathOfObject } from "../../components/id-link.ts"

/** The id prefixes of the objects on a payment's page. */
const PAYMENT_PREFIXES = ["pi", "re", "att", "ch"]

/** Objects without a page of their own, and the path of the page that shows them. Undefined if the account has no such object. */
const PATH_FINDERS: Partial<Record<string, (mode: Mode, account: string, id: string) => Promise<string | undefined>>> = {
  pm: async ({ database: db }, account, id) => {
    const method = await findPaymentMethod(db, account, id)
    return method?.customer ? pathOfObject(method.customer) : undefined
  },
  key: async ({ database }, account, id) => ((await findKey(database, account, id)) ? pathOfObject(id) : undefined),
  plan: async ({ database: db }, account, id) => {
    const plan = await findPlan(db, account, id)
    return plan && pathOfObject(plan.product)
  },
  ppr: async ({ database: db }, account, id) => {
    const price = await findPrice(db, { account }, id)
    return price && pathOfObject(price.product)
  },
  int: async ({ database: db }, account, id) => ((await findIntegration(db, account, id)) ? "/settings/integrations" : undefined),
}

/** The path of the page that shows an object. Undefined if the account has no such object. */
export async function pathOfId(mode: Mode, account: string, id: string): Promise<string | undefined> {
  const prefix = id.slice(0, id.indexOf("_"))
  const shownAt = PATH_FINDERS[prefix]
  if (shownAt) return shownAt(mode, account, id)
  // Other pages look up their id themselves.
  if (!PAYMENT_PREFIXES.includes(prefix)) return pathOfObject(id)
  const payment = await paymentOf(mode.database, account, prefix, id)
  return payment && pathOfObject(payment)
}

async function paymentOf(db: Queries, account: string, prefix: string, id: string): Promise<string | undefined> {
  if (prefix === "pi") return (await db.one(findIntent, { account, id }))?.id
  if (prefix === "re") {
    return (await findRefund(db, account, id))?.payment_intent
  }
  if (prefix === "att") return (await findAttempt(db, { account, id }))?.payment_intent ?? undefined
  // The id of a charge in the API is the id of its attempt, or that of the mock acquirer.
  const ofMock = await db.all(attemptsOfCharge, { acquirer: "mock", charge: id })
  const candidates = [await findAttempt(db, { account, id: id.replace(/^ch_/, "att_") }), ...ofMock]
  return candidates.map((attempt) => ownPayment(attempt, account)).find((payment) => payment !== undefined)
}

function ownPayment(
  attempt: { account: string; payment_intent: string | null } | undefined,
  account: string,
): string | undefined {
  return attempt?.account === account ? (attempt.payment_intent ?? undefined) : undefined
}
