import { setTimeout as pause } from "node:timers/promises"

/**
 * Runs a command until its signal aborts. It aborts at Ctrl-C, when another program asks the process to end, and when the reader of its
 * output has ended, as in `vintem listen --json | head -1`. All of these are normal ends, so the exit status stays 0.
 */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const stopAtEndOfReader = (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    stop()
  }
  process.on("SIGINT", stop).on("SIGTERM", stop)
  process.stdout.on("error", stopAtEndOfReader)
  try {
    await work(stopping.signal)
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop)
  }
}

/** Waits. Returns early if the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error: Error) => {
    if (error.name !== "AbortError") throw error
  })
}
