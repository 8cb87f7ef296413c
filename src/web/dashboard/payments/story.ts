import { type CustomerRow, retrieveCustomers } from "../../../accounts/customers.ts"
import type { Entry } from "../../../audit/log.ts"
import { searchEntries } from "../../../audit/search.ts"
import { findSubscriptionStartedBy } from "../../../billing/subscriptions/store.ts"
import { deliveriesOfEvents, newestEventsAbout } from "../../../events/about.ts"
import type { EventRow } from "../../../events/events.ts"
import type { DeliveryRow } from "../../../events/webhooks/deliveries.ts"
import { newestAttemptsOf } from "../../../payments/attempts/of-intent.ts"
import type { AttemptRow } from "../../../payments/attempts/store.ts"
import { type DisputeRow, disputeOf } from "../../../payments/disputes.ts"
import type { IntentRow } from "../../../payments/intents/store.ts"
import { pageOfRefunds, type RefundRow } from "../../../payments/refunds/store.ts"
import { listRequests, type RequestRow } from "../../../requests/store.ts"
import { type Names, namesIn } from "../audit/names.ts"
import type { At } from "../shell/at.ts"

/** The most items of each kind on the page of a payment. */
export const MOST = { attempts: 50, events: 30, deliveries: 200, refunds: 20, requests: 50, cancellations: 20 }

/** Everything on the page of a payment. Lists are newest first. */
export type Story = {
  intent: IntentRow
  customer: CustomerRow | undefined
  attempts: AttemptRow[]
  refunds: RefundRow[]
  dispute: DisputeRow | undefined
  events: EventRow[]
  deliveries: DeliveryRow[]
  requests: RequestRow[]
  /** The id of the subscription that the payment started. */
  started: string | undefined
  /** Who canceled the payment. */
  canceled: { entry: Entry; names: Names } | undefined
}

export async function readStory(at: At, intent: IntentRow): Promise<Story> {
  const { database: db } = at.mode
  const { account, id } = intent
  const [customers, attempts, refunds, dispute, events, requests, started, canceled] = await Promise.all([
    retrieveCustomers(db, at, [intent.customer]),
    newestAttemptsOf(db, intent, MOST.attempts),
    pageOfRefunds(db, account, { limit: MOST.refunds }, { payment_intent: id }),
    disputeOf(db, intent),
    newestEventsAbout(db, account, id, MOST.events),
    listRequests(db.requests(), { account, about: id }, { limit: MOST.requests }),
    findSubscriptionStartedBy(db, account, id),
    cancellationOf(at, intent),
  ])
  const deliveries = events.length === 0 ? [] : await deliveriesOfEvents(db, account, events, MOST.deliveries)
  const customer = customers.get(intent.customer)
  return { intent, customer, attempts, refunds: refunds.rows, dispute, events, deliveries, requests, started, canceled }
}

/** Finds who canceled a payment. Undefined if it was not canceled, or before the audit log had cancellations by API keys. */
async function cancellationOf(at: At, { account, id, status }: IntentRow): Promise<Story["canceled"]> {
  if (status !== "canceled") return undefined
  const search = { account, target: id, action: "payment.cancel" }
  const { rows } = await searchEntries([at.mode.database], search, { limit: MOST.cancellations })
  const entry = rows.find(({ outcome }) => outcome === "done")
  return entry && { entry, names: await namesIn(at, [entry]) }
}
