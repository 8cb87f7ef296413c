import { scopeOf } from "../accounts/scope.ts"
import { ApiError } from "../base/errors.ts"
import type { Transaction } from "../db/database.ts"
import { watchWrites } from "../db/watch-writes.ts"
import {
  type Claim,
  claimKey,
  findSaved,
  keyInUse,
  leaseClaim,
  type ReplayedResponse,
  releaseClaim,
  responseContext,
  type SavedResponse,
  saveResponse,
} from "../idempotency/claims.ts"
import { shownAs } from "../versions/shown.ts"
import type { Context, Middleware } from "./context.ts"
import { sendError, sendErrorBody } from "./envelope.ts"
import { renderError, statusOf } from "./errors.ts"
import type { HttpMode } from "./mode.ts"
import type { ApiResponse, Continuation } from "./response.ts"
import { retryWhileBusy } from "./retry-while-busy.ts"

/** UUID version 4 (RFC 9562). */
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const LEASE_RENEWAL_MS = 1500

/** Checks the optional Idempotency-Key (openapi.yaml, Idempotency). */
export const readIdempotencyKey: Middleware = (ctx, next) => {
  const key = ctx.method === "GET" ? undefined : ctx.headers["idempotency-key"]
  if (key !== undefined && !UUID4.test(String(key))) {
    throw new ApiError(
      "parameter_invalid",
      "The Idempotency-Key must be a UUIDv4. Make a new one for each operation.",
      "Idempotency-Key",
    )
  }
  ctx.state.idempotencyKey = key === undefined ? null : String(key).toLowerCase()
  return next()
}

/** How an operation runs once. */
export type Terms = Secrets & {
  /** If the operation may share its transaction with other requests: what it is about (Sharing in src/db/database.ts). */
  about: readonly string[] | undefined
}

/** The secret members of a body. The fingerprint leaves them out, and they are compared with the stored secret. */
type Secrets = {
  withoutSecret(body: Record<string, unknown>): Record<string, unknown>
  isSameSecret(saved: SavedResponse): Promise<boolean>
}

/** Runs a work in a transaction. */
type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

export type Operate = (tx: Transaction) => Promise<ApiResponse | Continuation>

/**
 * Runs a state-changing operation once for its Idempotency-Key. The claim, the operation and the saved response share one transaction. A
 * refusal is saved in a second one. If the operation continues after its transaction, its response is saved later. A request waits while
 * another one holds its key or its payment intent.
 */
export async function respondOnce(ctx: Context, operate: Operate, { about, ...secrets }: Terms): Promise<void> {
  const { mode, caller, idempotencyKey } = ctx.state
  const claim = idempotencyKey === null ? undefined : { account: caller.account, key: idempotencyKey }
  // The digest is made once before the transaction, so retries do not repeat it. Requests without a key need none.
  const claimed = claim && { ...claim, fingerprint: fingerprint(ctx, secrets) }
  const { database } = mode
  const sharing = about && { owner: caller.account, about: [...about, ...(claim ? [claim.key] : [])] }
  const transact: Transact = (work) => (sharing ? database.sharedTransaction(sharing, work) : database.transaction(work))
  const result = await retryWhileBusy(database.waiters, caller.account, () => operateOrRefuse(ctx, claimed, operate, transact))
  if ("saved" in result) return replay(ctx, result, secrets)
  if ("error" in result) return sendError(ctx, result.error)
  const response = "later" in result.done ? await continueLater(ctx, claim, result.done) : result.done
  send(ctx, response)
}

type Claimed = Claim & { fingerprint: string }
type Saved = { saved: ReplayedResponse; claim: Claim }
type Result = Saved | { done: ApiResponse | Continuation } | { error: ApiError }

/** Runs an operation in a transaction, once for its key. A refusal that a retry could not escape is saved. */
async function operateOrRefuse(
  ctx: Context,
  claimed: Claimed | undefined,
  operate: Operate,
  transact: Transact,
): Promise<Result> {
  const { mode, now, version } = ctx.state
  if (!claimed) return thrownUnlessFinal(await transact((tx) => operateIn(tx, operate)))
  const { fingerprint, ...claim } = claimed
  const onceClaimed = (work: (tx: Transaction) => Promise<Result>) => async (tx: Transaction) => {
    const found = await unlessRefused(claimKey(tx, claim, { fingerprint, version, now }))
    if (found === undefined) return work(tx)
    return "error" in found ? found : { saved: found, claim }
  }
  const run = onceClaimed(async (tx) => {
    const result = await operateIn(tx, operate)
    if ("error" in result) await saveOrRelease(tx, claim, result.error, now)
    else if (!("later" in result.done)) saveResponse(tx, claim, await toSaved(tx, result.done, mode, claim), now)
    else if (result.done.kind === "repeatable") await leaseClaim(tx, claim)
    return result
  })
  try {
    return thrownUnlessFinal(await transact(run))
  } catch (error) {
    if (!isFinal(error)) throw error
    // The transaction has undone what the operation had written, and with it the claim.
    const refuse = onceClaimed(async (tx) => {
      saveResponse(tx, claim, savedError(error), now)
      return { error }
    })
    return thrownUnlessFinal(await mode.database.transaction(refuse))
  }
}

/**
 * Runs an operation. Returns a refusal that comes before the operation has written anything. The transaction can then be committed, and the
 * works that share it need not run again.
 */
async function operateIn(tx: Transaction, operate: Operate): Promise<{ done: ApiResponse | Continuation } | { error: ApiError }> {
  const watched = watchWrites(tx)
  const done = await unlessRefused(operate(watched.tx))
  if (!("error" in done)) return { done }
  if (watched.hasWritten()) throw done.error
  return done
}

async function unlessRefused<T>(result: Promise<T>): Promise<T | { error: ApiError }> {
  return result.catch((error: unknown) => {
    if (error instanceof ApiError) return { error }
    throw error
  })
}

function thrownUnlessFinal<R extends Result>(result: R): R {
  if ("error" in result && !isFinal(result.error)) throw result.error
  return result
}

/** A refusal that a retry may escape releases the key. */
async function saveOrRelease(tx: Transaction, claim: Claim, error: ApiError, now: number): Promise<void> {
  if (isFinal(error)) saveResponse(tx, claim, savedError(error), now)
  else await releaseClaim(tx, claim)
}

async function continueLater(ctx: Context, claim: Claim | undefined, { later, kind }: Continuation): Promise<ApiResponse> {
  const { mode } = ctx.state
  const { database } = mode
  if (!claim) return later()
  if (kind === "saves_response") {
    const response = await later()
    return response.isSaved ? response : asSaved(response, await findSaved(database, claim))
  }
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
    if (isFinal(error)) await saveLater(mode, claim, async () => savedError(error))
    // Another request that has taken over the operation holds the claim.
    else if (!isInProgress(error)) await database.transaction((tx) => releaseClaim(tx, claim))
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/**
 * Another process may have learned the outcome first and saved the response. A replay returns that response, so the first request must too.
 */
function asSaved(response: ApiResponse, saved: SavedResponse | undefined): ApiResponse {
  return saved ? { status: saved.status, body: JSON.parse(saved.body) } : response
}

/** Reads the account's time again, because its test clock may have moved. The idempotency window starts at the response. */
async function saveLater(mode: HttpMode, claim: Claim, responseIn: (tx: Transaction) => Promise<SavedResponse>): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const { now } = await scopeOf(tx, mode, claim.account)
    saveResponse(tx, claim, await responseIn(tx), now)
  })
}

/** Returns whether an error is a refusal that is saved. After any other error, a retry may have another outcome. */
function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  const status = statusOf(error)
  return status < 500 && ![409, 422, 429].includes(status) && !error.code.startsWith("parameter_")
}

function isInProgress(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotency_request_in_progress"
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

/** Answers as the first request was answered, whatever the version of this one. */
async function replay(ctx: Context, { saved, claim }: Saved, { isSameSecret }: Secrets): Promise<void> {
  const { mode } = ctx.state
  if (!(await isSameSecret(saved))) throw keyInUse()
  const body = JSON.parse(saved.sealed ? await mode.ring.open(mode.database, saved.body, responseContext(claim)) : saved.body)
  ctx.state.replayed = true
  ctx.set("Idempotent-Replayed", "true")
  if (saved.version === null) return sendShown(ctx, { status: saved.status, body })
  ctx.set("Service-Version", saved.version)
  sendShown(ctx, { status: saved.status, body: shownAs(saved.version, body) })
}

/** Sends a response as the version of the request shows it. */
export function send(ctx: Context, { status, body }: ApiResponse): void {
  sendShown(ctx, { status, body: shownAs(ctx.state.version, body) })
}

function sendShown(ctx: Context, { status, body }: ApiResponse): void {
  // A saved response may be an error.
  if (status >= 400) {
    sendErrorBody(ctx, status, (body as { error: object }).error)
    return
  }
  // Koa's context forwards these by a name that V8 looks up again each time, which takes 2 µs.
  ctx.response.status = status
  ctx.response.body = body
}

/**
 * Returns a digest of everything that must match for a replay: method, URL and body. The order of members does not count, and neither do
 * secret members.
 */
function fingerprint(ctx: Context, { withoutSecret }: Secrets): string {
  return ctx.state.mode.ring.digest(`${ctx.method} ${ctx.url}\n${canonical(withoutSecret(ctx.state.body))}`)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
