import { ok } from "../src/http/response.ts"
import { forceExpiry, forceFailure, forceSuccess } from "../src/payments/intents/force.ts"
import { presentIntent } from "../src/payments/intents/present.ts"
import type { Write } from "./call.ts"

export const succeed: Write<"succeedPaymentIntent"> = async ({ tx, scope, params }) =>
  ok(presentIntent(await forceSuccess(tx, scope, params.id), scope.mode))

export const fail: Write<"failPaymentIntent"> = async ({ tx, scope, params, body }) =>
  ok(presentIntent(await forceFailure(tx, scope, params.id, body.code ?? "card_declined"), scope.mode))

export const expire: Write<"expirePaymentIntent"> = async ({ tx, scope, params }) =>
  ok(presentIntent(await forceExpiry(tx, scope, params.id), scope.mode))
