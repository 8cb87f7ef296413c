import { scopeOf } from "../accounts/scope.ts"
import type { Transaction } from "../db/database.ts"
import { ApiError } from "../errors.ts"
import {
  type Claim,
  claimKey,
  keyInUse,
  leaseClaim,
  releaseClaim,
  type SavedResponse,
  saveResponse,
} from "../idempotency/claims.ts"
import type { Context, Middleware } from "./context.ts"
import { sendError, sendErrorBody } from "./envelope.ts"
import { renderError } from "./errors.ts"
import type { HttpMode } from "./mode.ts"
import type { ApiResponse, Continuation } from "./response.ts"
import { retryWhileBusy } from "./retry-while-busy.ts"

/** A UUID of version 4, as RFC 9562 writes it. */
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const LEASE_RENEWAL_MS = 1500

/** Checks the Idempotency-Key, which is optional (Specification, Idempotency). */
export const readIdempotencyKey: Middleware = async (ctx, next) => {
  const key = ctx.method === "GET" ? undefined : ctx.headers["idempotency-key"]
  if (key !== undefined && !UUID4.test(String(key))) {
    throw new ApiError("parameter_invalid", "The Idempotency-Key must be a UUIDv4.", "Idempotency-Key")
  }
  ctx.state.idempotencyKey = key === undefined ? null : String(key).toLowerCase()
  await next()
}

/** What a body has that may not even be digested: it is left out of the fingerprint, and compared where it is kept. */
export type Secrets = {
  withoutSecret(body: Record<string, unknown>): Record<string, unknown>
  isSameSecret(kept: SavedResponse): Promise<boolean>
}

export type Operate = (tx: Transaction) => Promise<ApiResponse | Continuation>

/**
 * Runs a state-changing operation once for its Idempotency-Key: the claim, the work and the answer are one transaction. Where the
 * work goes on after it, the continuation keeps the answer. A request that finds another one in its way waits for it.
 */
export async function respondOnce(ctx: Context, operate: Operate, secrets: Secrets): Promise<void> {
  const { mode, caller, idempotencyKey } = ctx.state
  const claim = idempotencyKey === null ? undefined : { account: caller.account, key: idempotencyKey }
  const result = await retryWhileBusy(() =>
    mode.database.transaction((tx) => claimAndOperate(tx, ctx, claim, fingerprint(ctx, secrets), operate)),
  )
  if ("kept" in result) return replay(ctx, result.kept, secrets)
  if ("error" in result) return sendError(ctx, result.error)
  const answer = "later" in result.done ? await continueLater(ctx, claim, result.done) : result.done
  send(ctx, answer)
}

type Result = { kept: SavedResponse } | { done: ApiResponse | Continuation } | { error: ApiError }

async function claimAndOperate(
  tx: Transaction,
  ctx: Context,
  claim: Claim | undefined,
  fingerprint: string,
  operate: Operate,
): Promise<Result> {
  const { mode, now } = ctx.state
  if (!claim) return { done: await operate(tx) }
  const kept = await claimKey(tx, claim, { fingerprint, now, nowMs: mode.clock.now() })
  if (kept) return { kept }
  try {
    const done = await tx.savepoint(() => operate(tx))
    if (!("later" in done)) await saveResponse(tx, claim, toSaved(done, mode, claim), now)
    else if (done.kind === "repeatable") await leaseClaim(tx, claim, mode.clock.now())
    return { done }
  } catch (error) {
    const refusal = savedRefusal(error)
    if (!refusal) throw error
    await saveResponse(tx, claim, refusal, now)
    return { error: error as ApiError }
  }
}

async function continueLater(ctx: Context, claim: Claim | undefined, { later, kind }: Continuation): Promise<ApiResponse> {
  if (!claim || kind === "settled") return later()
  const { mode } = ctx.state
  const { database, clock } = mode
  const renewing = setInterval(() => {
    database
      .transaction((tx) => leaseClaim(tx, claim, clock.now()))
      .catch((error: unknown) => mode.log.warn({ err: error }, "could not renew the lease of an idempotency key"))
  }, LEASE_RENEWAL_MS)
  try {
    const answer = await later()
    await saveLater(mode, claim, toSaved(answer, mode, claim))
    return answer
  } catch (error) {
    const refusal = savedRefusal(error)
    if (refusal) await saveLater(mode, claim, refusal)
    else await database.transaction((tx) => releaseClaim(tx, claim))
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/** By now the account's clock may stand elsewhere: the window counts from the answer on. */
async function saveLater(mode: HttpMode, claim: Claim, answer: SavedResponse): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const { now } = await scopeOf(tx, mode, claim.account)
    await saveResponse(tx, claim, answer, now)
  })
}

/** What may come out otherwise next time is not kept. */
function savedRefusal(error: unknown): SavedResponse | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status } = renderError(error)
  if (status >= 500 || status === 409 || status === 429 || status === 422 || error.code.startsWith("parameter_")) return undefined
  return savedError(error)
}

/** An answer without a secret, as a continuation keeps it itself. */
export function savedResponse({ status, body }: ApiResponse): SavedResponse {
  return { status, body: JSON.stringify(body), sealed: false }
}

/** The same of an error that is final. */
export function savedError(apiError: ApiError): SavedResponse {
  const { status, error } = renderError(apiError)
  return { status, body: JSON.stringify({ error }), sealed: false }
}

function toSaved(answer: ApiResponse, { ring }: HttpMode, claim: Claim): SavedResponse {
  const kept = savedResponse(answer)
  return answer.secret ? { ...kept, body: ring.seal(kept.body, sealContext(claim)), sealed: true } : kept
}

async function replay(ctx: Context, kept: SavedResponse, { isSameSecret }: Secrets): Promise<void> {
  const { mode, caller, idempotencyKey } = ctx.state
  if (!(await isSameSecret(kept))) throw keyInUse()
  const claim = { account: caller.account, key: idempotencyKey! }
  const body = JSON.parse(kept.sealed ? await mode.ring.open(kept.body, sealContext(claim)) : kept.body)
  ctx.state.replayed = true
  ctx.set("Idempotent-Replayed", "true")
  if (kept.status >= 400) return sendErrorBody(ctx, kept.status, body.error)
  send(ctx, { status: kept.status, body })
}

export function send(ctx: Context, { status, body }: ApiResponse): void {
  ctx.status = status
  ctx.body = body
}

/** What has to match for a replay: method, path and body, whatever the order of its members, but for what may be in no digest. */
function fingerprint(ctx: Context, { withoutSecret }: Secrets): string {
  return ctx.state.mode.ring.digest(`${ctx.method} ${ctx.url}\n${canonical(withoutSecret(ctx.state.body))}`)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

function sealContext({ account, key }: Claim): string {
  return `answer ${account} ${key}`
}
