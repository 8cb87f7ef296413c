// What `vintem listen` has around it: a terminal that ends it, and a server that makes the events.
import type { Config } from "../../config/config.ts"

const ANSWER_WITHIN_MS = 2000

/**
 * Aborts at Ctrl-C, when something else asks the process to end, and when the program that reads its output has ended, as in
 * `vintem listen --json | head -1`. That is how the command ends, so its exit status stays 0.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, stop)
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    stop()
  })
  return stopping.signal
}

/** Says so where no server answers: whoever waits for events would wait in vain. */
export async function sayIfNoServer({ host, port }: Pick<Config, "host" | "port">, signal: AbortSignal): Promise<void> {
  if (port === 0) return
  const url = `http://${nameOf(host)}:${port}`
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  const response = await fetch(`${url}/healthz`, { signal: within }).catch(() => undefined)
  await response?.body?.cancel()
  if (response?.ok || signal.aborted) return
  console.error(`No server answers at ${url}. Events come from a running one (vintem serve) or from vintem trigger. Waiting.`)
}

/** An address that stands for every address of the machine is none that can be called. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost"
  return host.includes(":") ? `[${host}]` : host
}
