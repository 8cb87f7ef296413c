import type { ParameterizedContext } from "koa"
import type { TokenSource } from "../accounts/card-tests.ts"
import type { Caller } from "../accounts/keys.ts"
import type { Operation } from "../contract/operation.ts"
import type { Version } from "../versions.ts"
import type { HttpMode } from "./mode.ts"

/** The state of a request. The middleware in `app.ts` fills it in from top to bottom. */
export type RequestState = {
  requestId: string
  /** The client's address, set by `limitAddress`. */
  address: string
  /** The network by which the client's requests are counted: its address, or the /64 of an IPv6 address. Null behind an untrusted proxy. */
  network: string | null
  /** Set by `route`. `resolveVersion` replaces it with that of the request's version. */
  operation: Operation
  params: Record<string, string>
  /** The text that the request sends as its key, or "". Set when it is first needed. */
  sentKey?: string
  /** The owner of the key, even if the key is expired or revoked. Set by `authenticate`, for the request log. */
  keyOwner?: { account: string; key: string; livemode: boolean; database: string }
  /** Set by `authenticate` if the operation needs a key. */
  caller: Caller
  mode: HttpMode
  /** The account's time when the request arrived, in Unix seconds. */
  now: number
  /** Set by `limitCardTesting` if a publishable key creates a token. */
  tokenSource?: TokenSource
  /** Set by `resolveVersion`. */
  version: Version
  query: Record<string, string | number>
  /** The body as sent. It identifies the request for its idempotency key. */
  body: Record<string, unknown>
  /** The body for the handler: on create, without the members that are null. */
  input: Record<string, unknown>
  idempotencyKey: string | null
  /** Whether a saved response was replayed, for the log line. */
  replayed?: boolean
}

export type Context = ParameterizedContext<RequestState>
export type Next = () => Promise<unknown>
/** Middleware that awaits nothing is not `async`, because every request would pay for its promises. An error still rejects. */
export type Middleware = (ctx: Context, next: Next) => Promise<unknown>
