/** Thrown if a call did not return in time. It may still have been carried out. */
export class DeadlineError extends Error {}

/**
 * Makes a call and gives up after `ms` milliseconds: aborts the call's signal, and throws DeadlineError. A later result goes to `late`.
 */
export async function withDeadline<T>(
  ms: number,
  call: (signal: AbortSignal) => Promise<T>,
  late?: (answer: T) => void,
): Promise<T> {
  const aborting = new AbortController()
  const answer = call(aborting.signal)
  const expiry = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new DeadlineError(`no answer within ${ms / 1000} s`)
    aborting.abort(error)
    expiry.reject(error)
    // An error after the deadline says nothing new.
    answer.then(late, () => {})
  }, ms)
  try {
    return await Promise.race([answer, expiry.promise])
  } finally {
    clearTimeout(timer)
  }
}
