import pino, { type Logger } from "pino"

export type { Logger }

/** Structured logs, one JSON object per line. Callers never log secrets or cards, and redaction is a second safeguard. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describe },
    redact: {
      // Log lines are flat. Wildcards would make every line slower.
      paths: ["authorization", "card", "cvc", "number", "secret", "key", "headers.authorization"],
      censor: "[redacted]",
    },
  })
}

/** Logs these members only: an error of a database driver may carry the values of a row. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: "a value that is not an Error was thrown" }
  const { name, message, stack } = error
  return { name, message, stack, code: (error as { code?: unknown }).code, cause: (error.cause as Error | undefined)?.message }
}
