import type { ParameterizedContext } from "koa"
import type { TokenSource } from "../accounts/card-tests.ts"
import type { Caller } from "../accounts/keys.ts"
import type { Operation } from "../contract.ts"
import type { HttpMode } from "./mode.ts"

/** The state of a request. The middleware in `app.ts` fills it in from top to bottom. */
export type RequestState = {
  requestId: string
  /** The client's address, set by `limitAddress`. */
  address: string
  /** What the client's requests count for: its address, or the /64 of an IPv6 one. Null where a proxy that is not trusted hides it. */
  network: string | null
  /** Set by `route`. */
  operation: Operation
  params: Record<string, string>
  /** Whose key was sent, even if it has expired or was revoked. Set by `authenticate`, for the log of requests. */
  keyOwner?: { account: string; key: string; livemode: boolean }
  /** Set by `authenticate`, where the operation needs a key. */
  caller: Caller
  mode: HttpMode
  /** The account's time when the request arrived, in Unix seconds. */
  now: number
  /** Set by `limitCardTesting`, where a publishable key creates a token. */
  tokenSource?: TokenSource
  version: string
  query: Record<string, string | number>
  /** As it was sent. It identifies the request for its idempotency key. */
  body: Record<string, unknown>
  /** The body as the handler gets it: on create, without the members that are null. */
  input: Record<string, unknown>
  idempotencyKey: string | null
  /** For the log: the response is a saved one. */
  replayed?: boolean
}

export type Context = ParameterizedContext<RequestState>
export type Next = () => Promise<unknown>
/** One that awaits nothing is not `async`, as every request would pay for its promises. What it throws rejects all the same. */
export type Middleware = (ctx: Context, next: Next) => Promise<unknown>
