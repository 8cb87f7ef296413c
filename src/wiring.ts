import { workOffSubscriptions } from "./billing/subscriptions/charge.ts"
import { deliverWebhooks } from "./events/webhooks/deliverer.ts"
import { forgetAnswers } from "./idempotency/forget.ts"
import type { Work } from "./jobs/job.ts"
import type { Mode } from "./mode.ts"
import { askAcquirers } from "./payments/attempts/poll.ts"
import { resumeLapsedAttempts } from "./payments/attempts/recover.ts"
import { expireIntents } from "./payments/intents/expire.ts"
import { hearMockAcquirer } from "./payments/mock-notices.ts"
import { expireTokens } from "./payments/tokens/expire.ts"

/** Everything that falls due on an account's own time. */
export const WORKS: Work[] = [expireTokens, forgetAnswers, hearMockAcquirer, askAcquirers, expireIntents, workOffSubscriptions]

/** What is looked after in real time, at every tick: work that a dead process left behind, and the like. */
export const CHORES: ((mode: Mode) => Promise<void>)[] = [resumeLapsedAttempts, deliverWebhooks]
