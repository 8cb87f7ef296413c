import pino, { type Logger } from "pino"

export type { Logger }

/** Structured logs, one JSON object a line. What could hold a secret or a card is never passed to it, and redacted all the same. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "authorization",
        "headers.authorization",
        "card",
        "*.card",
        "cvc",
        "*.cvc",
        "number",
        "*.number",
        "secret",
        "*.secret",
        "key",
        "*.key",
      ],
      censor: "[redacted]",
    },
  })
}
