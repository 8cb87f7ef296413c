import { askAcquirers } from "../attempts/ask.ts"
import { resumeLapsedAttempts } from "../attempts/recover.ts"
import { forgetAnswers } from "../idempotency/forget.ts"
import type { Mode } from "../mode.ts"
import { expireIntents } from "../payment-intents/expire.ts"
import { workOffSubscriptions } from "../subscriptions/charge.ts"
import { expireTokens } from "../tokens/expire.ts"
import { deliverWebhooks } from "../webhooks/deliverer.ts"
import { hearMockAcquirer } from "./notices.ts"
import type { Work } from "./work.ts"

/** Everything that falls due on an account's own time. */
export const WORKS: Work[] = [expireTokens, forgetAnswers, hearMockAcquirer, askAcquirers, expireIntents, workOffSubscriptions]

/** What is looked after in real time, at every tick: work that a dead process left behind, and the like. */
export const CHORES: ((mode: Mode) => Promise<void>)[] = [resumeLapsedAttempts, deliverWebhooks]
