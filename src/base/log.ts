import { setTimeout as pause } from "node:timers/promises"
import pino, { type Logger } from "pino"
import { maskCardNumbers } from "./card-numbers.ts"

export type { Logger }

/** How much is written at once, and how long a line waits. A write takes as long as ten lines, and Docker reads 16 kB at once. */
const BATCH_LENGTH = 15_000
const BATCH_MS = 100

/** How long the last lines wait for their reader. A process must end even if nothing reads its log. */
const LAST_LINES_MS = 1000

/** The standard output, which all logs of the process share. It buffers less than a batch until it is flushed. */
let output: ReturnType<typeof pino.destination> | undefined
/** Lines that wait for others. As a string they need no memory outside of V8, which only a collection of old objects would free. */
let waiting = ""
let flushing: NodeJS.Timeout | undefined

function writeLine(line: string): void {
  opened()
  waiting += withoutCardNumbers(line)
  if (waiting.length >= BATCH_LENGTH) writeWaiting()
  else flushing ??= setTimeout(flush, BATCH_MS).unref()
}

/** Callers may send card numbers in any text. The numbers of a line are measures of our own, and a mask is no number of JSON. */
function withoutCardNumbers(line: string): string {
  return maskCardNumbers(line) === line ? line : line.replace(/"(?:[^"\\]|\\.)*"/g, maskCardNumbers)
}

function opened() {
  output ??= openOutput()
  return output
}

function openOutput() {
  // If Node opens the output, a full pipe refuses a write (EAGAIN). Otherwise the write would hold a thread and keep the process alive.
  void process.stdout
  let giveUpAt = Number.POSITIVE_INFINITY
  // This listener runs before the output's own, which would wait as long as nothing reads.
  process.once("exit", () => {
    giveUpAt = performance.now() + LAST_LINES_MS
    writeLast()
  })
  return pino.destination({ dest: 1, sync: false, minLength: BATCH_LENGTH, retryEAGAIN: () => performance.now() < giveUpAt })
}

/** Resolves once the lines so far are written, or when the time is over, because the reader may be slow or gone. */
export async function written(withinMs = LAST_LINES_MS): Promise<void> {
  if (!output) return
  writeWaiting()
  const flushed = new Promise((done) => opened().flush(done))
  await Promise.race([flushed, pause(withinMs, undefined, { ref: false })])
}

function writeLast(): void {
  try {
    writeWaiting()
    opened().flushSync()
  } catch {
    // The output's own listener must not try again.
    opened().destroy()
  }
}

function flush(): void {
  writeWaiting()
  opened().flush()
}

function writeWaiting(): void {
  clearTimeout(flushing)
  flushing = undefined
  if (waiting) opened().write(waiting)
  waiting = ""
}

let lastMs = 0
let lastTime = ""

/** The time of a line. It is cached, because many lines share a millisecond and no other member takes longer to format. */
function time(): string {
  const now = Date.now()
  if (now !== lastMs) lastTime = `,"time":"${new Date(now).toISOString()}"`
  lastMs = now
  return lastTime
}

/**
 * Structured logs, one JSON object per line, on the standard output. Requests do not wait for the writing: lines are written together, at
 * most a tenth of a second later, and when the process exits. Callers never log secrets or cards. Redaction is a second safeguard.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: time,
    serializers: { err: describe },
    redact: {
      // Log lines are flat. Wildcards would make every line slower.
      paths: ["authorization", "card", "cvc", "number", "secret", "key", "headers.authorization"],
      censor: "[redacted]",
    },
  }
  return pino(options, { write: writeLine })
}

/** Logs these members only, because an error of a database driver may contain the values of a row. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: "a value that is not an Error was thrown" }
  const { name, message, stack } = error
  return { name, message, stack, code: (error as { code?: unknown }).code, cause: (error.cause as Error | undefined)?.message }
}
