import { WrongClock } from "../base/clock.ts"
import { ApiError } from "../base/errors.ts"
import { isId, newRequestId } from "../base/ids.ts"
import type { Logger } from "../base/log.ts"
import type { Context, Next } from "./context.ts"
import { renderError, secondsToWait, shouldRetry, toApiError } from "./errors.ts"
import { DEFAULT_HEADERS } from "./headers.ts"

/** Gives every response its Request-Id, and logs one line. Thrown errors are sent by `answer`, by default in the contract's error shape. */
export function envelope(log: Logger, observe: (ctx: Context, seconds: number) => void, answer = sendError) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const started = process.hrtime.bigint()
    ctx.state.requestId = newRequestId()
    ctx.set({ "Request-Id": ctx.state.requestId, ...DEFAULT_HEADERS })
    try {
      await next()
    } catch (error) {
      const isExpected = error instanceof ApiError || error instanceof WrongClock
      if (!isExpected) log.error({ err: error, request_id: ctx.state.requestId }, "unexpected error")
      const retryAfter = secondsToWait(error)
      if (retryAfter !== undefined) ctx.set("Retry-After", String(retryAfter))
      answer(ctx, toApiError(error))
    }
    const seconds = Number(process.hrtime.bigint() - started) / 1e9
    observe(ctx, seconds)
    // The path itself is not logged: the link of a hosted page is a secret.
    log.info({
      request_id: ctx.state.requestId,
      method: ctx.method,
      route: ctx.state.operation?.path ?? ctx._matchedRoute,
      operation: ctx.state.operation?.operationId,
      status: ctx.status,
      address: ctx.state.address,
      resource: resourceOf(ctx),
      ms: Math.round(seconds * 1e5) / 100,
      account: ctx.state.caller?.account,
      key_id: ctx.state.caller?.key,
      livemode: ctx.state.caller?.livemode,
      replayed: ctx.state.replayed,
    })
  }
}

/** Returns the id of the resource that the request is about or has created. A client may have sent a secret in place of an id. */
export function resourceOf(ctx: Context): string | undefined {
  const id = ctx.state.params?.id ?? (ctx.state.operation && (ctx.body as { id?: unknown } | undefined)?.id)
  return typeof id === "string" && isId(id) ? id : undefined
}

export function sendError(ctx: Context, apiError: ApiError): void {
  const { status, error } = renderError(apiError)
  sendErrorBody(ctx, status, error)
}

export function sendErrorBody(ctx: Context, status: number, error: object): void {
  ctx.status = status
  ctx.body = { error: { ...error, request_id: ctx.state.requestId } }
  ctx.set("Service-Should-Retry", String(shouldRetry(status)))
  if (status === 401) ctx.set("WWW-Authenticate", "Bearer")
}
