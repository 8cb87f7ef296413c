import type { CustomerRow } from "../../../../accounts/tables.ts"
import type { Entry } from "../../../../audit/log.ts"
import { searchEntries } from "../../../../audit/search.ts"
import { findSubscriptionStartedBy } from "../../../../billing/subscriptions/store.ts"
import { customersOfIds } from "../../../../customers/customers.ts"
import { deliveriesOfEvents, newestEventsAbout } from "../../../../events/about.ts"
import type { EventRow } from "../../../../events/list/table.ts"
import type { DeliveryRow } from "../../../../events/webhooks/tables.ts"
import { transactionsOf } from "../../../../ledger/book.ts"
import type { TransactionRow } from "../../../../ledger/table.ts"
import { newestAttemptsOf } from "../../../../payments/attempts/store.ts"
import type { AttemptRow } from "../../../../payments/attempts/table.ts"
import { disputesOf } from "../../../../payments/disputes/store.ts"
import type { DisputeRow } from "../../../../payments/disputes/table.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { pageOfRefunds } from "../../../../payments/refunds/store.ts"
import type { RefundRow } from "../../../../payments/refunds/table.ts"
import { listRequests } from "../../../../requests/store.ts"
import type { RequestRow } from "../../../../requests/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { type EntryNames, findNames } from "../audit/names.ts"

/** The most items of each kind on the page of a payment. */
export const MAX_SHOWN = { attempts: 50, events: 30, deliveries: 200, refunds: 100, requests: 50, cancellations: 20 }

/** Everything on the page of a payment. Lists are newest first. */
export type PaymentHistory = {
  intent: IntentRow
  customer: CustomerRow | undefined
  attempts: AttemptRow[]
  refunds: RefundRow[]
  disputes: DisputeRow[]
  events: EventRow[]
  deliveries: DeliveryRow[]
  requests: RequestRow[]
  /** What changed the balance, oldest first. */
  transactions: TransactionRow[]
  /** The id of the subscription that the payment started. */
  startedSubscription: string | undefined
  /** Who canceled the payment. */
  cancellation: { entry: Entry; names: EntryNames } | undefined
}

export async function readPaymentHistory(request: DashboardRequest, intent: IntentRow): Promise<PaymentHistory> {
  const { database: db } = request.mode
  const { account, id } = intent
  const [customers, attempts, refunds, disputes, events, requests, transactions, started, canceled] = await Promise.all([
    customersOfIds(db, request, [intent.customer]),
    newestAttemptsOf(db, intent, MAX_SHOWN.attempts),
    pageOfRefunds(db, account, { limit: MAX_SHOWN.refunds, payment_intent: id }),
    disputesOf(db, intent),
    newestEventsAbout(db, account, id, MAX_SHOWN.events),
    listRequests(db.requests(), { account, about: id }, { limit: MAX_SHOWN.requests }),
    transactionsOf(db, account, id),
    findSubscriptionStartedBy(db, account, id),
    cancellationOf(request, intent),
  ])
  const deliveries = events.length === 0 ? [] : await deliveriesOfEvents(db, account, events, MAX_SHOWN.deliveries)
  const customer = customers.get(intent.customer)
  return {
    intent,
    customer,
    attempts,
    refunds: refunds.rows,
    disputes,
    events,
    deliveries,
    requests,
    transactions,
    startedSubscription: started,
    cancellation: canceled,
  }
}

/** Finds who canceled a payment. Undefined if it was not canceled, or before the audit log had cancellations by API keys. */
async function cancellationOf(
  request: DashboardRequest,
  { account, id, status }: IntentRow,
): Promise<PaymentHistory["cancellation"]> {
  if (status !== "canceled") return undefined
  const search = { account, target: id, action: "payment.cancel" }
  const { rows } = await searchEntries([request.mode.database], search, { limit: MAX_SHOWN.cancellations })
  const entry = rows.find(({ outcome }) => outcome === "done")
  return entry && { entry, names: await findNames(request, [entry]) }
}
