import type { IncomingMessage } from "node:http"

/** A target with its scheme and host, as a proxy is sent it. User names are refused (RFC 9110, 4.2.4). */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i

const NO_PATH = "Send the target of the request as a path, such as /v1/customers, without a fragment."

/**
 * Gives every request a path as its `url`, so that nothing after this sees another form of a target. The host of an absolute target takes the
 * place of the header Host (RFC 9112, 3.2.2). Returns what is wrong with a target that names no path, or has a fragment.
 */
export function readTarget(request: IncomingMessage): string | undefined {
  const target = request.url ?? ""
  if (target.startsWith("/")) return target.includes("#") ? NO_PATH : undefined
  const [, host, rest = "/"] = ABSOLUTE.exec(target) ?? []
  if (host === undefined || !URL.canParse(`http://${host}`)) return NO_PATH
  request.url = rest.startsWith("/") ? rest : `/${rest}`
  // Where the header is missing, the request stays one without a host, which HTTP/1.1 does not allow.
  if (request.headers.host !== undefined) request.headers.host = host
  return undefined
}
