import { cancelSubscription } from "../src/billing/subscriptions/cancel.ts"
import { pauseSubscription, resumeSubscription } from "../src/billing/subscriptions/pause.ts"
import { presentSubscription } from "../src/billing/subscriptions/present.ts"
import { mustFindSubscription, pageOfSubscriptions } from "../src/billing/subscriptions/store.ts"
import { updateSubscription } from "../src/billing/subscriptions/update.ts"
import { ok } from "../src/http/response.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const retrieve: Read<"retrieveCustomerSubscription"> = async ({ db, scope, params }) =>
  ok(presentSubscription(await mustFindSubscription(db, scope, params.id), scope.mode.livemode))

export const list: Read<"listCustomerSubscriptions"> = async ({ db, scope, query }) => {
  const { rows, has_more } = await pageOfSubscriptions(db, scope.account, query)
  const data = rows.map((row) => presentSubscription(row, scope.mode.livemode))
  return ok(listOf("/v1/customer_subscriptions", { has_more, rows: data }))
}

export const update: Write<"updateCustomerSubscription"> = async ({ tx, scope, params, body }) =>
  ok(presentSubscription(await updateSubscription(tx, scope, params.id, body), tx.livemode))

export const pause: Write<"pauseCustomerSubscription"> = async ({ tx, scope, params, body }) =>
  ok(presentSubscription(await pauseSubscription(tx, scope, params.id, body), tx.livemode))

export const resume: Write<"resumeCustomerSubscription"> = async ({ tx, scope, params }) =>
  ok(presentSubscription(await resumeSubscription(tx, scope, params.id), tx.livemode))

export const cancel: Write<"cancelCustomerSubscription"> = async ({ tx, scope, params, body }) =>
  ok(presentSubscription(await cancelSubscription(tx, scope, params.id, body), tx.livemode))
