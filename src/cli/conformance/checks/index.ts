import type { Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import { accessChecks } from "./access.ts"
import { captureChecks } from "./captures.ts"
import { errorChecks } from "./errors.ts"
import { idempotencyChecks } from "./idempotency.ts"
import { mandateChecks } from "./mandates.ts"
import { operationChecks, versionChecks } from "./operations.ts"
import { optionChecks } from "./options.ts"
import { pagingChecks } from "./paging.ts"
import { paymentChecks } from "./payments.ts"
import { railChecks, refundChecks } from "./rails.ts"
import { routingChecks } from "./routing.ts"
import { subscriptionChecks } from "./subscriptions.ts"
import { webhookChecks } from "./webhooks.ts"

/** Returns every check of a version of the contract, in the order in which they run. */
export function checksOf(version: Version): Check[] {
  return [
    ...operationChecks(version),
    ...versionChecks(version),
    ...routingChecks(version),
    ...errorChecks(version),
    ...accessChecks,
    ...pagingChecks(version),
    ...idempotencyChecks(version),
    ...paymentChecks,
    ...railChecks,
    ...refundChecks,
    ...webhookChecks,
    ...captureChecks(version),
    ...optionChecks(version),
    ...subscriptionChecks(version),
    ...mandateChecks(version),
  ]
}
