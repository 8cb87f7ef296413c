import { ConnectionError, VintemError } from "./errors.ts"
import type { AbortSignalLike, ResponseHeaders } from "./types.ts"

/** Returns the milliseconds that Retry-After (seconds or a date) requests, or 0. */
export const retryAfter = (headers: ResponseHeaders | undefined): number => {
  const value = headers?.get("retry-after")
  if (!value) return 0
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(wait) ? Math.max(wait, 0) : 0
}

/**
 * Returns the milliseconds to wait before a retry, counted from 0: 0.5, 4 and then 8 seconds. Two retries outlast a restart of the service.
 * The jitter of 25 % spreads the retries of clients that failed together.
 */
export const backoff = (retry: number): number => Math.min(500 * 8 ** retry, 8000) * (0.75 + Math.random() / 2)

/** Returns whether the request may succeed if it is sent again. */
export const isRetryable = (error: VintemError): boolean => {
  if (error instanceof ConnectionError) return true
  const advice = error.headers?.get("service-should-retry")
  if (advice === "true" || advice === "false") return advice === "true"
  const { status = 0 } = error
  return status === 409 || status === 429 || status >= 500
}

/** Returns the rejection of a request that the caller aborts. */
export const reasonOf = (signal: AbortSignalLike): unknown => signal.reason ?? new VintemError("The request was aborted.")

/** Waits. Rejects with the signal's reason as soon as the caller aborts. */
export const sleep = (ms: number, signal: AbortSignalLike | undefined): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      if (signal?.aborted) reject(reasonOf(signal))
      else resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener("abort", end)
    if (signal?.aborted) end()
  })
