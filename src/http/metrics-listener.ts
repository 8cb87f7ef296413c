import type { RequestListener, ServerResponse } from "node:http"
import { isIPv4 } from "node:net"
import { hostname } from "node:os"
import { exposition, type Metrics } from "../base/metrics.ts"

/** A host name has at most 253 characters, and a port six more. */
const MAX_HOST = 260

export type MetricsNames = { metricsHost: string; metricsNames: string[] }

/**
 * Serves /metrics, which must not be public. Also serves /readyz, because a worker has no other port. `unready` says why the process is not
 * ready. It answers only under its own names: a web page whose name leads to this machine (DNS rebinding) must not read it.
 */
export function metricsListener(
  names: MetricsNames,
  metrics: Metrics,
  unready: () => Promise<string | undefined>,
): RequestListener {
  return async (request, response) => {
    if (!isServedAs(request.headers.host, names)) return send(response, 421, MISDIRECTED)
    const path = request.url?.split("?", 1)[0]
    if (path === "/readyz") {
      const reason = await unready()
      return send(response, reason ? 503 : 200, reason ?? "ready")
    }
    if (path !== "/metrics") return send(response, 404, "Not found. This port has /metrics and /readyz.\n")
    try {
      const { text, type } = await exposition(metrics)
      response.writeHead(200, { ...HEADERS, "Content-Type": type }).end(text)
    } catch {
      send(response, 500, "The metrics cannot be read at the moment.\n")
    }
  }
}

const HEADERS = { "X-Content-Type-Options": "nosniff" }
const MISDIRECTED =
  "The metrics are not served under the host name of this request. Use an IP address, localhost, a name without dots, or add the name to METRICS_NAMES.\n"

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" }).end(text)
}

/**
 * Returns whether the metrics answer under the host of a request. The owner of a name on the internet decides where it leads. An IP address
 * has no such owner, nor has a name without dots, such as that of a container. Browsers always send a host, and HTTP/1.0 may leave it out.
 */
function isServedAs(header: string | undefined, { metricsHost, metricsNames }: MetricsNames): boolean {
  if (!header) return true
  if (header.length > MAX_HOST || !URL.canParse(`http://${header}`)) return false
  const host = new URL(`http://${header}`).hostname.replace(/\.$/, "")
  if (!host.includes(".") || isIPv4(host) || host.endsWith(".localhost")) return true
  return [metricsHost, hostname(), ...metricsNames].some((name) => name.toLowerCase() === host)
}
