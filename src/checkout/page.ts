import { scopeOf } from "../accounts/scope.ts"
import type { PaymentsMode } from "../payments/intents/mode.ts"
import { findIntentOfPage } from "../payments/intents/store.ts"
import { intentOfPayLink } from "../payments/links/pay-page.ts"
import { subjectOfSession } from "./session.ts"
import { type PayPageRow, payPages } from "./table.ts"

const pageOfIntent = payPages.find(["payment_intent"])
const insertPage = payPages.insert(["account", "payment_intent", "created", "current", "successors_day", "successors"], (rows) =>
  rows.onConflict(["account", "payment_intent"]).ignore(),
)

/** Returns the pay page of a link, and makes its row when it is opened first. Undefined if the mode has not made the link. */
export async function openPayPage(mode: PaymentsMode, link: string): Promise<PayPageRow | undefined> {
  const payment_intent = intentOfPayLink(mode, link)
  if (payment_intent === undefined) return undefined
  return (await mode.database.one(pageOfIntent, { payment_intent })) ?? makePage(mode, payment_intent)
}

/** Returns the account of a session's page. Undefined if the mode has not made the session, or if it is over. */
export async function accountOfSession(mode: PaymentsMode, session: string): Promise<string | undefined> {
  const id = subjectOfSession(mode.ring, session, Math.floor(mode.clock.now() / 1000))
  // A pay page made its row when it was loaded.
  return id?.startsWith("pi_") ? (await mode.database.one(pageOfIntent, { payment_intent: id }))?.account : id
}

async function makePage(mode: PaymentsMode, id: string): Promise<PayPageRow | undefined> {
  const intent = await mode.database.one(findIntentOfPage, { id })
  if (!intent) return undefined
  const { account } = intent
  await mode.database.transaction(async (tx) => {
    const { now: created } = await scopeOf(tx, mode, account)
    await tx.run(insertPage, { account, payment_intent: id, created, current: id, successors_day: 0, successors: 0 })
  })
  return mode.database.one(pageOfIntent, { payment_intent: id })
}
