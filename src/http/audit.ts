import type { ActionName } from "../audit/actions.ts"
import { type Action, type Actor, recordDone, recordRefused, targetOf } from "../audit/log.ts"
import { ApiError } from "../base/errors.ts"
import type { Context, Middleware } from "./context.ts"
import type { Operate } from "./idempotency.ts"

/** The operations that the audit log records. */
export type Audited = Partial<Record<string, ActionName>>

/** Writes an audit entry for each refused change. It runs after the rate limit, which bounds the entries of a key. */
export function recordRefusals(audited: Audited): Middleware {
  return async (ctx, next) => {
    const action = audited[ctx.state.operation.operationId]
    if (!action || !ctx.state.caller) return next()
    const record = (code: string) => recordRefused(ctx.state.mode.database, actorOf(ctx), actionOf(ctx, action), code)
    try {
      await next()
    } catch (error) {
      if (error instanceof ApiError) await record(error.code)
      throw error
    }
    // The operation refused the request, and the refusal is saved for its idempotency key.
    if (ctx.status >= 400 && !ctx.state.replayed) await record((ctx.body as { error: { code: string } }).error.code)
  }
}

/** Makes an operation write its audit entry in its own transaction. */
export function withEntry(ctx: Context, audited: Audited, operate: Operate): Operate {
  const action = audited[ctx.state.operation.operationId]
  if (!action) return operate
  return async (tx) => {
    const response = await operate(tx)
    const body = "later" in response ? undefined : response.body
    await recordDone(tx, actorOf(ctx), { ...actionOf(ctx, action, body), reason: reasonIn(ctx) })
    return response
  }
}

function actorOf(ctx: Context): Actor {
  return { actor: `api_key:${ctx.state.caller.key}`, source: ctx.state.address }
}

/** Why the caller cancels something. */
function reasonIn({ state: { input } }: Context): string | null {
  const { cancellation_reason, reason } = (input ?? {}) as { cancellation_reason?: string | null; reason?: string | null }
  return cancellation_reason ?? reason ?? null
}

type Named = { id?: unknown; origin?: unknown; url?: unknown }

function actionOf(ctx: Context, action: ActionName, response?: unknown): Action {
  const { params, query, input, caller } = ctx.state
  const named = { ...input, ...query, ...params, ...(response as object) } as Named
  return { action, account: caller.account, target: targetOf(named.id ?? named.origin ?? named.url) }
}
