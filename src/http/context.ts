import type { ParameterizedContext } from "koa"
import type { Caller } from "../accounts/keys.ts"
import type { Operation } from "../contract.ts"
import type { HttpMode } from "./mode.ts"

/** What is known of a request, filled in step by step on its way (`app.ts`). */
export type RequestState = {
  requestId: string
  /** From here on: the route was found. */
  operation: Operation
  params: Record<string, string>
  /** From here on: a valid key. */
  caller: Caller
  mode: HttpMode
  /** The account's time in Unix seconds, when the request came. */
  now: number
  version: string
  query: Record<string, string | number>
  body: Record<string, unknown>
  idempotencyKey: string | null
  /** For the log: the answer came from the first run. */
  replayed?: boolean
}

export type Context = ParameterizedContext<RequestState>
export type Next = () => Promise<unknown>
export type Middleware = (ctx: Context, next: Next) => Promise<unknown>
