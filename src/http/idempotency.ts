import { scopeOf } from "../accounts/scope.ts"
import type { Transaction } from "../db/database.ts"
import { ApiError } from "../errors.ts"
import {
  type Claim,
  claimKey,
  findSaved,
  keyInUse,
  leaseClaim,
  releaseClaim,
  responseContext,
  type SavedResponse,
  saveResponse,
} from "../idempotency/claims.ts"
import type { Context, Middleware } from "./context.ts"
import { sendError, sendErrorBody } from "./envelope.ts"
import { renderError } from "./errors.ts"
import type { HttpMode } from "./mode.ts"
import type { ApiResponse, Continuation } from "./response.ts"
import { retryWhileBusy } from "./retry-while-busy.ts"

/** UUID version 4 (RFC 9562). */
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const LEASE_RENEWAL_MS = 1500

/** Checks the optional Idempotency-Key (openapi.yaml, Idempotency). */
export const readIdempotencyKey: Middleware = async (ctx, next) => {
  const key = ctx.method === "GET" ? undefined : ctx.headers["idempotency-key"]
  if (key !== undefined && !UUID4.test(String(key))) {
    throw new ApiError("parameter_invalid", "The Idempotency-Key must be a UUIDv4.", "Idempotency-Key")
  }
  ctx.state.idempotencyKey = key === undefined ? null : String(key).toLowerCase()
  await next()
}

/** The secret members of a body. They are left out of the fingerprint and compared with the stored secret instead. */
export type Secrets = {
  withoutSecret(body: Record<string, unknown>): Record<string, unknown>
  isSameSecret(saved: SavedResponse): Promise<boolean>
}

export type Operate = (tx: Transaction) => Promise<ApiResponse | Continuation>

/**
 * Runs a state-changing operation once for its Idempotency-Key. The claim, the operation and the saved response are one
 * transaction. If the operation continues after that transaction, its response is saved later. A request waits while another one
 * holds its key or its payment intent.
 */
export async function respondOnce(ctx: Context, operate: Operate, secrets: Secrets): Promise<void> {
  const { mode, caller, idempotencyKey } = ctx.state
  const claim = idempotencyKey === null ? undefined : { account: caller.account, key: idempotencyKey }
  // Digested once, before the transaction: only for a request with a key, and not again at each retry.
  const claimed = claim && { ...claim, fingerprint: fingerprint(ctx, secrets) }
  const result = await retryWhileBusy(mode.database.waiters, caller.account, () =>
    mode.database.transaction((tx) => claimAndOperate(tx, ctx, claimed, operate)),
  )
  if ("saved" in result) return replay(ctx, result.saved, secrets)
  if ("error" in result) return sendError(ctx, result.error)
  const response = "later" in result.done ? await continueLater(ctx, claim, result.done) : result.done
  send(ctx, response)
}

type Result = { saved: SavedResponse } | { done: ApiResponse | Continuation } | { error: ApiError }

async function claimAndOperate(
  tx: Transaction,
  ctx: Context,
  claimed: (Claim & { fingerprint: string }) | undefined,
  operate: Operate,
): Promise<Result> {
  const { mode, now } = ctx.state
  if (!claimed) return { done: await operate(tx) }
  const { fingerprint, ...claim } = claimed
  const saved = await claimKey(tx, claim, { fingerprint, now })
  if (saved) return { saved }
  try {
    const done = await tx.savepoint(() => operate(tx))
    if (!("later" in done)) saveResponse(tx, claim, await toSaved(tx, done, mode, claim), now)
    else if (done.kind === "repeatable") await leaseClaim(tx, claim)
    return { done }
  } catch (error) {
    const refusal = savedRefusal(error)
    if (!refusal) throw error
    saveResponse(tx, claim, refusal, now)
    return { error: error as ApiError }
  }
}

async function continueLater(ctx: Context, claim: Claim | undefined, { later, kind }: Continuation): Promise<ApiResponse> {
  const { mode } = ctx.state
  const { database } = mode
  if (!claim) return later()
  if (kind === "saves_response") return asSaved(await later(), await findSaved(database, claim))
  const renewing = setInterval(() => {
    database
      .transaction((tx) => leaseClaim(tx, claim))
      .catch((error: unknown) => mode.log.warn({ err: error }, "could not renew the lease of an idempotency key"))
  }, LEASE_RENEWAL_MS)
  try {
    const response = await later()
    await saveLater(mode, claim, (tx) => toSaved(tx, response, mode, claim))
    return response
  } catch (error) {
    const refusal = savedRefusal(error)
    if (refusal) await saveLater(mode, claim, async () => refusal)
    else await database.transaction((tx) => releaseClaim(tx, claim))
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/** Another process may have learned the outcome first and saved the response. A replay gets that one, so the first request does too. */
function asSaved(response: ApiResponse, saved: SavedResponse | undefined): ApiResponse {
  return saved ? { status: saved.status, body: JSON.parse(saved.body) } : response
}

/** Reads the account's time again, as its test clock may have moved: the idempotency window starts at the response. */
async function saveLater(mode: HttpMode, claim: Claim, responseIn: (tx: Transaction) => Promise<SavedResponse>): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const { now } = await scopeOf(tx, mode, claim.account)
    saveResponse(tx, claim, await responseIn(tx), now)
  })
}

/** The response to save for an error. Returns undefined where a retry may have another outcome. */
function savedRefusal(error: unknown): SavedResponse | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status } = renderError(error)
  if (status >= 500 || status === 409 || status === 429 || status === 422 || error.code.startsWith("parameter_")) return undefined
  return savedError(error)
}

/** The saved form of a response without a secret. */
export function savedResponse({ status, body }: ApiResponse): SavedResponse {
  return { status, body: JSON.stringify(body), sealed: false }
}

/** The saved form of an error. */
export function savedError(apiError: ApiError): SavedResponse {
  const { status, error } = renderError(apiError)
  return { status, body: JSON.stringify({ error }), sealed: false }
}

async function toSaved(tx: Transaction, response: ApiResponse, { ring }: HttpMode, claim: Claim): Promise<SavedResponse> {
  const saved = savedResponse(response)
  return response.secret ? { ...saved, body: await ring.seal(tx, saved.body, responseContext(claim)), sealed: true } : saved
}

async function replay(ctx: Context, saved: SavedResponse, { isSameSecret }: Secrets): Promise<void> {
  const { mode, caller, idempotencyKey } = ctx.state
  if (!(await isSameSecret(saved))) throw keyInUse()
  const claim = { account: caller.account, key: idempotencyKey! }
  const body = JSON.parse(saved.sealed ? await mode.ring.open(mode.database, saved.body, responseContext(claim)) : saved.body)
  ctx.state.replayed = true
  ctx.set("Idempotent-Replayed", "true")
  send(ctx, { status: saved.status, body })
}

export function send(ctx: Context, { status, body }: ApiResponse): void {
  // A response that was saved may be an error.
  if (status >= 400) {
    sendErrorBody(ctx, status, (body as { error: object }).error)
    return
  }
  ctx.status = status
  ctx.body = body
}

/** A digest of what must match for a replay: method, URL and body. The order of members and the secret ones do not count. */
function fingerprint(ctx: Context, { withoutSecret }: Secrets): string {
  return ctx.state.mode.ring.digest(`${ctx.method} ${ctx.url}\n${canonical(withoutSecret(ctx.state.body))}`)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
