import { setTimeout as pause } from "node:timers/promises"
import pino, { type Logger } from "pino"

export type { Logger }

/** How much is written at once, and how long a line waits for others. A write takes as long as ten lines, and Docker reads 16 kB at once. */
const BATCH_LENGTH = 15_000
const BATCH_MS = 100

/** How long the last lines wait for whoever reads them. A process whose log nobody reads must end all the same. */
const LAST_LINES_MS = 1000

/** The standard output, which all logs of the process share. It keeps less than a batch until it is flushed. */
let output: ReturnType<typeof pino.destination> | undefined
/** Lines that wait for others. As a text they need no memory outside of V8, which would be freed with old objects only. */
let waiting = ""
let flushing: NodeJS.Timeout | undefined

function writeLine(line: string): void {
  output ??= openOutput()
  waiting += line
  if (waiting.length >= BATCH_LENGTH) writeWaiting()
  else flushing ??= setTimeout(flush, BATCH_MS).unref()
}

function openOutput() {
  // Opened by Node, a full pipe refuses a write (EAGAIN). Otherwise the write would hold a thread, and the process could not end.
  void process.stdout
  let giveUpAt = Number.POSITIVE_INFINITY
  // It comes before the listener of the output itself, which would wait for as long as nobody reads.
  process.once("exit", () => {
    giveUpAt = performance.now() + LAST_LINES_MS
    writeLast()
  })
  return pino.destination({ dest: 1, sync: false, minLength: BATCH_LENGTH, retryEAGAIN: () => performance.now() < giveUpAt })
}

/** Resolves once the lines so far are written, or when the time is over: whoever reads them may be slow, or gone. */
export async function written(withinMs = LAST_LINES_MS): Promise<void> {
  if (!output) return
  writeWaiting()
  const flushed = new Promise((done) => output!.flush(done))
  await Promise.race([flushed, pause(withinMs, undefined, { ref: false })])
}

function writeLast(): void {
  try {
    writeWaiting()
    output!.flushSync()
  } catch {
    // So that the output's own listener does not try again.
    output!.destroy()
  }
}

function flush(): void {
  writeWaiting()
  output!.flush()
}

function writeWaiting(): void {
  clearTimeout(flushing)
  flushing = undefined
  if (waiting) output!.write(waiting)
  waiting = ""
}

let lastMs = 0
let lastTime = ""

/** The time of a line. Many lines are of the same millisecond, and its text takes longer to make than that of any other member. */
function time(): string {
  const now = Date.now()
  if (now !== lastMs) lastTime = `,"time":"${new Date(now).toISOString()}"`
  lastMs = now
  return lastTime
}

/**
 * Structured logs, one JSON object per line, on the standard output. Requests do not wait for it: lines are written together, a tenth of a
 * second later at most, and when the process exits. Callers never log secrets or cards, and redaction is a second safeguard.
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

/** Logs these members only: an error of a database driver may carry the values of a row. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: "a value that is not an Error was thrown" }
  const { name, message, stack } = error
  return { name, message, stack, code: (error as { code?: unknown }).code, cause: (error.cause as Error | undefined)?.message }
}
