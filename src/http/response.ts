/** What a handler gives back. */
export type ApiResponse<Body = unknown> = {
  status: number
  body: Body
  /** The body holds a secret: what is kept of it for replays is sealed. */
  secret?: boolean
}

/** Work that goes on after the handler's transaction: an acquirer is asked, a clock is turned. */
export type Continuation = {
  later: () => Promise<ApiResponse>
  /** `settled`: the continuation keeps the answer in a transaction of its own. `repeatable`: it may be run again after a crash. */
  kind: "settled" | "repeatable"
}

export const ok = <Body>(body: Body): ApiResponse<Body> => ({ status: 200, body })

export const created = <Body>(body: Body): ApiResponse<Body> => ({ status: 201, body })
