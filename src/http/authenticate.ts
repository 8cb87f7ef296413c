import { mustBeIn } from "../accounts/accounts.ts"
import { type Caller, findCaller, modeOfKey } from "../accounts/keys.ts"
import { accountTime } from "../base/clock.ts"
import { ApiError } from "../base/errors.ts"
import { oncePerIteration } from "../db/shared/once-per-iteration.ts"
import type { Context, Middleware } from "./context.ts"
import { findLive } from "./find-live.ts"
import { type HttpMode, livesOf, type Modes } from "./mode.ts"

/** Reads the API key from an Authorization header, for each security scheme of the contract (openapi.yaml, Keys). */
export const SECURITY_SCHEMES: Record<string, (authorization: string) => string | undefined> = {
  BearerKey: (authorization) => /^Bearer +(\S+) *$/i.exec(authorization)?.[1],
  BasicKey: (authorization) => {
    const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1]
    if (!encoded || encoded.length % 4 !== 0) return undefined
    // HTTP Basic: the key is the user name, and the password is empty.
    return /^([^:]+):$/.exec(Buffer.from(encoded, "base64").toString("latin1"))?.[1]
  },
}

/** Sets the caller, the mode and the account's time. Operations with an empty `security` need no key. */
export function authenticate(modes: Modes): Middleware {
  const find = oncePerIteration((key) => findHolder(modes, key))
  return async (ctx, next) => {
    if (isOpen(ctx)) return next()
    const holder = await find(readKey(ctx))
    ctx.state.keyOwner = holder?.caller
    const { caller, mode } = mustBeUsable(holder)
    Object.assign(ctx.state, { caller, mode, now: accountTime(mode.clock, caller) })
    await next()
  }
}

/** The caller and the mode of a key. */
export type Holder = { caller: Caller; mode: HttpMode }

/** Finds the holder of a key. Throws api_key_invalid and api_key_expired. */
export async function mustHoldKey(modes: Modes, key: string): Promise<Holder> {
  return mustBeUsable(await findHolder(modes, key))
}

/** Finds the holder of a key, even if the key is revoked or expired. The database that has the key is that of the request. */
export function findHolder(modes: Modes, key: string): Promise<Holder | undefined> {
  const name = modeOfKey(key)
  if (name === undefined) return Promise.resolve(undefined)
  if (name === "test") return holderIn(modes.test, key)
  // All databases of live mode have the same ring, so the digest is the same in each.
  return findLive(
    modes,
    () => `key ${livesOf(modes)[0]?.ring.digest(key)}`,
    (mode) => holderIn(mode, key),
  )
}

/** Throws NotAnswering if the account is in another database, even if that one does not have it yet. */
async function holderIn(mode: HttpMode, key: string): Promise<Holder | undefined> {
  const caller = await findCaller(mode.database, mode.ring, key, mode.livemode)
  if (!caller) return undefined
  mustBeIn(mode.database, { ...caller, id: caller.account })
  return { caller, mode }
}

function mustBeUsable(holder: Holder | undefined): Holder {
  if (!holder || holder.caller.revoked_at !== null) {
    throw new ApiError("api_key_invalid", "This API key does not exist or was revoked.")
  }
  const { expires_at } = holder.caller
  if (expires_at !== null && expires_at <= holder.mode.clock.now() / 1000)
    throw new ApiError("api_key_expired", "This API key has expired.")
  return holder
}

export function isOpen(ctx: Context): boolean {
  return ctx.state.operation.security?.length === 0
}

/** Returns whether a request names a live mode key, even if no such key exists. */
export function namesLiveKey(ctx: Context): boolean {
  return modeOfKey(sentKey(ctx) ?? "") === "live"
}

function readKey(ctx: Context): string {
  if (!ctx.get("Authorization")) throw new ApiError("api_key_missing", "Send your API key as 'Authorization: Bearer <key>'.")
  const key = sentKey(ctx)
  if (key) return key
  throw new ApiError(
    "api_key_invalid",
    "The Authorization header contains no API key. Send 'Bearer <key>', or Basic with the key and an empty password.",
  )
}

/** Returns the text that a request sends as its key. Reads it from the header once for each request. */
function sentKey({ state, req }: Context): string | undefined {
  state.sentKey ??= keyIn(req.headers.authorization ?? "") ?? ""
  return state.sentKey || undefined
}

function keyIn(authorization: string): string | undefined {
  for (const read of Object.values(SECURITY_SCHEMES)) {
    const key = read(authorization)
    if (key) return key
  }
  return undefined
}
