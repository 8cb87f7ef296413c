import type { IncomingMessage } from "node:http"

/** A target with its scheme and host, as a proxy is sent it. User names are refused (RFC 9110, 4.2.4). */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i

/**
 * The most that a query has: no operation or page has as many parameters, and what an OpenID issuer adds to a callback is far shorter. Koa reads
 * the whole query anew for each of its names, so the time would grow with the square of their number.
 */
const MAX_PARAMETERS = 100
const MAX_QUERY_LENGTH = 8192

const NO_PATH = "Send the target of the request as a path, such as /v1/customers, without a fragment."

/**
 * Gives every request a path as its `url`, so that nothing after this sees another form of a target. The host of an absolute target takes the
 * place of the header Host (RFC 9112, 3.2.2). Returns what is wrong with a target that names no path, has a fragment, or has too long a query.
 */
export function readTarget(request: IncomingMessage): string | undefined {
  const target = request.url ?? ""
  if (target.startsWith("/")) return target.includes("#") ? NO_PATH : longQuery(target)
  const [, host, rest = "/"] = ABSOLUTE.exec(target) ?? []
  if (host === undefined || !URL.canParse(`http://${host}`)) return NO_PATH
  request.url = rest.startsWith("/") ? rest : `/${rest}`
  // Where the header is missing, the request stays one without a host, which HTTP/1.1 does not allow.
  if (request.headers.host !== undefined) request.headers.host = host
  return longQuery(request.url)
}

function longQuery(path: string): string | undefined {
  const start = path.indexOf("?")
  if (start === -1) return undefined
  const query = path.slice(start + 1)
  if (query.length > MAX_QUERY_LENGTH) return `The query is longer than ${MAX_QUERY_LENGTH} characters.`
  const parameters = query.split("&", MAX_PARAMETERS + 1)
  return parameters.length > MAX_PARAMETERS ? `The query has more than ${MAX_PARAMETERS} parameters.` : undefined
}
