/** The result of a handler. */
export type ApiResponse<Body = unknown> = {
  status: number
  body: Body
  /** The body holds a secret, so the saved response is sealed. */
  secret?: boolean
}

/** The rest of an operation that runs after the handler's transaction, such as a call to the acquirer. */
export type Continuation = {
  /** `isSaved`: `later` has saved this response itself, so it need not be read. */
  later: () => Promise<ApiResponse & { isSaved?: boolean }>
  /** `saves_response`: `later` saves the response in its own transaction. `repeatable`: `later` can run again after a crash. */
  kind: "saves_response" | "repeatable"
}

export const ok = <Body>(body: Body): ApiResponse<Body> => ({ status: 200, body })

export const created = <Body>(body: Body): ApiResponse<Body> => ({ status: 201, body })
