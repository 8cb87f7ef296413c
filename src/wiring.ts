// What is plugged in where: what falls due, and who follows payment intents.
import type { Scope as ScopeIn } from "./accounts/scope.ts"
import { billSubscriptions } from "./billing/subscriptions/charge.ts"
import { subscriptionListener } from "./billing/subscriptions/follow.ts"
import type { Config } from "./config/config.ts"
import { type Deliverer, deliverWebhooks } from "./events/webhooks/deliverer.ts"
import { deleteExpiredResponses } from "./idempotency/delete-expired.ts"
import type { Job } from "./jobs/job.ts"
import { pollAcquirers } from "./payments/attempts/poll.ts"
import { recoverLapsedAttempts } from "./payments/attempts/recover.ts"
import { expireIntents } from "./payments/intents/expire.ts"
import { applyMockNotices } from "./payments/mock-notices.ts"
import type { IntentListener, PaymentsMode } from "./payments/mode.ts"
import { expireTokens } from "./payments/tokens/expire.ts"

/** One of the two isolated partitions of the service, test or live, with everything that belongs to it alone. */
export type Mode = PaymentsMode & { readonly config: Config; readonly outbox?: Deliverer }

export type Scope = ScopeIn<Mode>

/** Everything that falls due on an account's own time. */
export const JOBS: readonly Job<Mode>[] = [
  expireTokens,
  deleteExpiredResponses,
  applyMockNotices,
  pollAcquirers,
  expireIntents,
  billSubscriptions,
]

/** What is looked after in real time, at every tick: work that a dead process left behind, and the like. */
export const TICK_JOBS: readonly ((mode: Mode) => Promise<void>)[] = [recoverLapsedAttempts, deliverWebhooks]

export const INTENT_LISTENERS: readonly IntentListener[] = [subscriptionListener]
