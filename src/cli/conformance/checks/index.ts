import { type Check, groupOf } from "../check.ts"
import { accessChecks } from "./access.ts"
import { errorChecks } from "./errors.ts"
import { idempotencyChecks } from "./idempotency.ts"
import { operationChecks, versionChecks } from "./operations.ts"
import { pagingChecks } from "./paging.ts"
import { paymentChecks } from "./payments.ts"
import { railChecks, refundChecks } from "./rails.ts"
import { routingChecks } from "./routing.ts"
import { subscriptionChecks } from "./subscriptions.ts"
import { webhookChecks } from "./webhooks.ts"

/** Every check, in the order in which they run. */
export const CHECKS: Check[] = [
  ...operationChecks,
  ...versionChecks,
  ...routingChecks,
  ...errorChecks,
  ...accessChecks,
  ...pagingChecks,
  ...idempotencyChecks,
  ...paymentChecks,
  ...railChecks,
  ...refundChecks,
  ...webhookChecks,
  ...subscriptionChecks,
]

/** The groups of checks, and the number of checks in each. */
export const GROUPS = new Map(
  Map.groupBy(CHECKS, groupOf)
    .entries()
    .map(([group, checks]) => [group, checks.length]),
)
