import pino, { type Logger } from "pino"

export type { Logger }

/** Structured logs, one JSON object a line. What could hold a secret or a card is never passed to it, and redacted all the same. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describe },
    redact: {
      // Lines are flat; wildcards would cost every request a walk through all of its line.
      paths: ["authorization", "card", "cvc", "number", "secret", "key", "headers.authorization"],
      censor: "[redacted]",
    },
  })
}

/** An error of a driver may carry the values of the row that it failed on: only what is ours to tell is logged. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: "something that is no Error was thrown" }
  const { name, message, stack } = error
  return { name, message, stack, code: (error as { code?: unknown }).code, cause: (error.cause as Error | undefined)?.message }
}
