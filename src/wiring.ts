// Connects the parts of the service: the jobs of the scheduler and the listeners of payment intents.
import type { Scope as ScopeIn } from "./accounts/scope.ts"
import { billSubscriptions } from "./billing/subscriptions/charge.ts"
import { subscriptionListener } from "./billing/subscriptions/follow.ts"
import type { Config } from "./config/config.ts"
import { type Deliverer, deliverWebhooks } from "./events/webhooks/deliverer.ts"
import { eraseOldSecrets } from "./events/webhooks/erase-old-secrets.ts"
import { deleteExpiredResponses } from "./idempotency/delete-expired.ts"
import type { Job } from "./jobs/job.ts"
import { pollAcquirers } from "./payments/attempts/poll.ts"
import { recoverLapsedAttempts } from "./payments/attempts/recover.ts"
import { expireIntents } from "./payments/intents/expire.ts"
import { applyMockNotices } from "./payments/mock-notices.ts"
import type { IntentListener, PaymentsMode } from "./payments/mode.ts"
import { expireTokens } from "./payments/tokens/expire.ts"

/** Test mode or live mode, with everything that belongs to it alone. */
export type Mode = PaymentsMode & { readonly config: Config; readonly outbox?: Deliverer }

export type Scope = ScopeIn<Mode>

/** The jobs that fall due in an account's time. */
export const JOBS: readonly Job<Mode>[] = [
  expireTokens,
  deleteExpiredResponses,
  applyMockNotices,
  pollAcquirers,
  expireIntents,
  billSubscriptions,
]

/** The jobs that run at every tick, in real time. */
export const TICK_JOBS: readonly ((mode: Mode) => Promise<void>)[] = [recoverLapsedAttempts, deliverWebhooks, eraseOldSecrets]

export const INTENT_LISTENERS: readonly IntentListener[] = [subscriptionListener]
