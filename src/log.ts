import pino, { type Logger } from "pino"

export type { Logger }

/** How much is written at once, and how long a line waits for others. A write takes as long as ten lines, and Docker reads 16 kB at once. */
const BATCH_BYTES = 15_000
const BATCH_MS = 100

/** The types of the package know the text mode alone. */
type Output = { write(line: Buffer): boolean; flush(): void }

/**
 * Structured logs, one JSON object per line, on the standard output. Requests do not wait for it: lines are written together, a tenth of a
 * second later at most, and when the process exits. Callers never log secrets or cards, and redaction is a second safeguard.
 */
export function createLog(level: string): Logger {
  // It measures a text that waits anew with each line that is added, and bytes never.
  const output = pino.destination({ dest: 1, sync: false, minLength: BATCH_BYTES, contentMode: "buffer" }) as unknown as Output
  let flushing: NodeJS.Timeout | undefined
  // A flush writes also where there is nothing to write, so a log without lines has no timer.
  const write = (line: string) => {
    output.write(Buffer.from(line))
    if (flushing) return
    flushing = setTimeout(() => {
      flushing = undefined
      output.flush()
    }, BATCH_MS).unref()
  }
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describe },
    redact: {
      // Log lines are flat. Wildcards would make every line slower.
      paths: ["authorization", "card", "cvc", "number", "secret", "key", "headers.authorization"],
      censor: "[redacted]",
    },
  }
  return pino(options, { write })
}

/** Logs these members only: an error of a database driver may carry the values of a row. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: "a value that is not an Error was thrown" }
  const { name, message, stack } = error
  return { name, message, stack, code: (error as { code?: unknown }).code, cause: (error.cause as Error | undefined)?.message }
}
