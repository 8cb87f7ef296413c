import { BASE_URL } from "./contract.ts"
import { ConnectionError, errorFromResponse, TimeoutError, VintemError } from "./errors.ts"
import { inBrowser, isOffline, pageOrigin } from "./platform.ts"
import { redact, redactHeaders } from "./redact.ts"
import { reasonOf } from "./retries.ts"
import type { Settings } from "./settings.ts"
import type { AbortSignalLike, FetchOptions, LastResponse } from "./types.ts"

/** A request, which may be sent several times. `path` has no query, because a query may name a person. */
export type Prepared = {
  method: string
  path: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** One try of a request. `timeout` is in milliseconds. */
export type Try = {
  number: number
  of: number
  timeout: number
  signal: AbortSignalLike | undefined
  fetchOptions: FetchOptions
}

type ParsedResponse = LastResponse & { body: unknown }

const parse = (text: string, success: boolean): unknown => {
  let body: unknown
  let cause: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    cause = error
  }
  // A truncated response looks like this, and a retry is safe. An error response is classified by its status.
  if (success && (typeof body !== "object" || body === null)) {
    throw new ConnectionError("The response is not a JSON object. It may have been truncated.", { cause })
  }
  return body
}

/** Returns the name of a request for the log: without its query, and with the number of the try if it is not the first. */
export const nameOf = ({ method, path }: Prepared, number = 1): string =>
  `${method} ${redact(path)}${number > 1 ? ` (try ${number})` : ""}`

/**
 * Sends a request once.
 *
 * @throws VintemError, or the reason of the signal that aborted the request.
 */
export const send = async (request: Prepared, attempt: Try, settings: Settings): Promise<ParsedResponse> => {
  const { log } = settings
  const { method, path, url, headers, body } = request
  const name = () => nameOf(request, attempt.number)
  const sent = () => ({ method, path: redact(path), try: attempt.number, tries: attempt.of })
  log.debug?.(`${name()} is sent`, {
    ...sent(),
    url: redact(url),
    headers: redactHeaders(headers),
    body: body && redact(JSON.parse(body)),
  })
  const started = Date.now()
  const response = await fetchText(request, attempt, settings).catch((error) => {
    const duration_ms = Date.now() - started
    const reason = () => redact(error instanceof VintemError ? error.message : String(error?.name))
    log.warn?.(`${name()} has no response after ${duration_ms} ms: ${reason()}`, { ...sent(), error: error?.name, duration_ms })
    throw error
  })
  const { status } = response
  const requestId = response.headers.get("request-id") ?? undefined
  const duration_ms = Date.now() - started
  const details = () => ({ ...sent(), status, request_id: requestId, duration_ms })
  const line = () => `${name()} ${status} in ${duration_ms} ms${requestId ? `, ${requestId}` : ""}`
  const success = status >= 200 && status < 300
  const parsed = parse(response.text, success)
  if (success) {
    log.info?.(line(), details())
    log.debug?.(`${name()} has this response`, { request_id: requestId, body: redact(parsed) })
    return { status, headers: response.headers, requestId, body: parsed }
  }
  const error = errorFromResponse(status, response.headers, parsed)
  const { type, code, param } = error
  const reason = [code ?? type, param].filter((part) => part !== undefined).join(" ")
  log[status >= 500 ? "error" : "warn"]?.(`${line()}${reason && `: ${reason}`}`, { ...details(), type, code, param })
  throw error
}

const fetchText = async ({ url, method, headers, body }: Prepared, attempt: Try, settings: Settings) => {
  const { timeout, signal, fetchOptions } = attempt
  if (signal?.aborted) throw reasonOf(signal)
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.addEventListener("abort", abort)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    abort()
  }, timeout)
  try {
    const { fetch } = settings
    const response = await fetch(url, {
      ...fetchOptions,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      // The service never redirects, and following a redirect would turn a POST into a GET.
      redirect: "manual",
      signal: controller.signal,
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    if (signal?.aborted) throw reasonOf(signal)
    if (cause instanceof VintemError) throw cause
    if (timedOut) throw new TimeoutError(`No response from ${settings.baseUrl} within ${timeout} ms.`, { cause })
    throw new ConnectionError(unreachable(settings, headers.authorization, cause), { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", abort)
  }
}

/** A browser hides the response from an unregistered origin, so it looks like a lost connection. */
const unreachable = ({ baseUrl }: Settings, authorization = "", cause: unknown): string => {
  const origin = pageOrigin()
  if (inBrowser() && isOffline()) return "The device is offline."
  const code = codeOf(cause)
  const elsewhere = baseUrl === BASE_URL ? " If the service is elsewhere, set baseUrl or VINTEM_BASE_URL." : ""
  if (origin === undefined)
    return `${baseUrl} could not be reached, or its response was cut off${code ? ` (${code})` : ""}.${elsewhere}`
  const mode = authorization.includes("_live_") ? "live" : "test"
  return (
    `${baseUrl} could not be reached, or it refuses this page's origin, ${origin}. Browsers do not tell which. ` +
    `If the origin is missing from the account's list, add it with \`vintem origins add --mode ${mode} ${origin}\` ` +
    "or with POST /merchant-origins."
  )
}

/** Returns the operating system's error code, such as ECONNREFUSED. Node's fetch has it in the cause of its error. */
const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  return [cause?.code, code].find((each) => typeof each === "string") as string | undefined
}
