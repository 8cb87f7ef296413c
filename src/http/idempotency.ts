import { scopeOf } from "../accounts/accounts.ts"
import type { Transaction } from "../db/database.ts"
import { ApiError } from "../errors.ts"
import { type Claim, claimKey, type KeptAnswer, keepAnswer, keyInUse, leaseClaim, releaseClaim } from "../idempotency/claims.ts"
import type { Mode } from "../mode.ts"
import type { Answer, Later } from "./answer.ts"
import type { Context, Step } from "./context.ts"
import { answerError, answerErrorBody } from "./envelope.ts"
import { renderError } from "./errors.ts"
import { patiently } from "./patience.ts"

/** A UUID of version 4, as RFC 9562 writes it. */
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const LEASE_RENEWAL_MS = 1500

/** Checks the Idempotency-Key, which is optional (Specification, Idempotency). */
export const readIdempotencyKey: Step = async (ctx, next) => {
  const key = ctx.method === "GET" ? undefined : ctx.headers["idempotency-key"]
  if (key !== undefined && !UUID4.test(String(key))) {
    throw new ApiError("parameter_invalid", "The Idempotency-Key must be a UUIDv4.", "Idempotency-Key")
  }
  ctx.state.idempotencyKey = key === undefined ? null : String(key).toLowerCase()
  await next()
}

export type Operate = (tx: Transaction) => Promise<Answer | Later>

/**
 * Runs a state-changing operation once for its Idempotency-Key: the claim, the work and the answer are one transaction. Where the
 * work goes on after it, the continuation keeps the answer. A request that finds another one in its way waits for it.
 */
export async function answerOnce(
  ctx: Context,
  operate: Operate,
  isSameSecret: (kept: KeptAnswer) => Promise<boolean>,
): Promise<void> {
  const { mode, caller, idempotencyKey } = ctx.state
  const claim = idempotencyKey === null ? undefined : { account: caller.account, key: idempotencyKey }
  const result = await patiently(() => mode.database.transaction((tx) => claimAndOperate(tx, ctx, claim, operate)))
  if ("kept" in result) return replay(ctx, result.kept, isSameSecret)
  if ("error" in result) return answerError(ctx, result.error)
  const answer = "later" in result.done ? await continueLater(ctx, claim, result.done) : result.done
  send(ctx, answer)
}

type Result = { kept: KeptAnswer } | { done: Answer | Later } | { error: ApiError }

async function claimAndOperate(tx: Transaction, ctx: Context, claim: Claim | undefined, operate: Operate): Promise<Result> {
  const { mode, now } = ctx.state
  if (!claim) return { done: await operate(tx) }
  const kept = await claimKey(tx, claim, { fingerprint: fingerprint(ctx), now, nowMs: mode.clock.now() })
  if (kept) return { kept }
  try {
    const done = await tx.savepoint(() => operate(tx))
    if (!("later" in done)) await keepAnswer(tx, claim, keptForm(done, mode, claim), now)
    else if (done.kind === "repeatable") await leaseClaim(tx, claim, mode.clock.now())
    return { done }
  } catch (error) {
    const refusal = keptRefusal(error)
    if (!refusal) throw error
    await keepAnswer(tx, claim, refusal, now)
    return { error: error as ApiError }
  }
}

async function continueLater(ctx: Context, claim: Claim | undefined, { later, kind }: Later): Promise<Answer> {
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
    await keepLater(mode, claim, keptForm(answer, mode, claim))
    return answer
  } catch (error) {
    const refusal = keptRefusal(error)
    if (refusal) await keepLater(mode, claim, refusal)
    else await database.transaction((tx) => releaseClaim(tx, claim))
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/** By now the account's clock may stand elsewhere: the window counts from the answer on. */
async function keepLater(mode: Mode, claim: Claim, answer: KeptAnswer): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const { now } = await scopeOf(tx, mode, claim.account)
    await keepAnswer(tx, claim, answer, now)
  })
}

/** What may come out otherwise next time is not kept. */
function keptRefusal(error: unknown): KeptAnswer | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status } = renderError(error)
  if (status >= 500 || status === 409 || status === 429 || status === 422 || error.code.startsWith("parameter_")) return undefined
  return keptError(error)
}

/** An answer without a secret, as a continuation keeps it itself. */
export function keptAnswer({ status, body }: Answer): KeptAnswer {
  return { status, body: JSON.stringify(body), sealed: false }
}

/** The same of an error that is final. */
export function keptError(apiError: ApiError): KeptAnswer {
  const { status, error } = renderError(apiError)
  return { status, body: JSON.stringify({ error }), sealed: false }
}

function keptForm(answer: Answer, { ring }: Mode, claim: Claim): KeptAnswer {
  const kept = keptAnswer(answer)
  return answer.secret ? { ...kept, body: ring.seal(kept.body, sealContext(claim)), sealed: true } : kept
}

async function replay(ctx: Context, kept: KeptAnswer, isSameSecret: (kept: KeptAnswer) => Promise<boolean>): Promise<void> {
  const { mode, caller, idempotencyKey } = ctx.state
  if (!(await isSameSecret(kept))) throw keyInUse()
  const claim = { account: caller.account, key: idempotencyKey! }
  const body = JSON.parse(kept.sealed ? await mode.ring.open(kept.body, sealContext(claim)) : kept.body)
  ctx.state.replayed = true
  ctx.set("Idempotent-Replayed", "true")
  if (kept.status >= 400) return answerErrorBody(ctx, kept.status, body.error)
  send(ctx, { status: kept.status, body })
}

export function send(ctx: Context, { status, body }: Answer): void {
  ctx.status = status
  ctx.body = body
}

/** What has to match for a replay: method, path and body, whatever the order of its members. A CVC is in no digest. */
function fingerprint(ctx: Context): string {
  return ctx.state.mode.ring.digest(`${ctx.method} ${ctx.url}\n${canonical(withoutCvc(ctx.state.body))}`)
}

function withoutCvc(body: Record<string, unknown>): Record<string, unknown> {
  const { card } = body
  if (typeof card !== "object" || card === null || !("cvc" in card)) return body
  const { cvc: _, ...rest } = card
  return { ...body, card: rest }
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
