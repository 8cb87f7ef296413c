import { setTimeout as pause } from "node:timers/promises"

/**
 * Runs a command that goes on until its signal aborts: at Ctrl-C, when something else asks the process to end, and when the program
 * that reads its output has ended, as in `vintem listen --json | head -1`. That is how such a command ends, so its exit status stays 0.
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

/** Ends early where the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error: Error) => {
    if (error.name !== "AbortError") throw error
  })
}
