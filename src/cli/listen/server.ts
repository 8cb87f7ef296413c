import type { Config } from "../../config/config.ts"

const ANSWER_WITHIN_MS = 2000

/** Warns if no server responds, because events would never arrive. */
export async function sayIfNoServer({ host, port }: Pick<Config, "host" | "port">, signal: AbortSignal): Promise<void> {
  if (port === 0) return
  const url = `http://${nameOf(host)}:${port}`
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  const response = await fetch(`${url}/healthz`, { signal: within }).catch(() => undefined)
  await response?.body?.cancel()
  if (response?.ok || signal.aborted) return
  console.error(`No server answers at ${url}. Events come from a running one (vintem serve) or from vintem trigger. Waiting.`)
}

/** The address for all interfaces cannot be called, so it becomes localhost. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost"
  return host.includes(":") ? `[${host}]` : host
}
