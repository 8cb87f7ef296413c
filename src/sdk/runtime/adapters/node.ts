import { isPayload, type WebhookPayload, type WebhookSecret } from "../webhooks.ts"
import { concatenated } from "./fetch.ts"
import {
  alreadyRead,
  type Outgoing,
  receiver,
  tooLarge,
  UnreadableBody,
  type WebhookHandler,
  type WebhookOptions,
} from "./receive.ts"

export type { Event } from "../contract.ts"
export type { SignatureHeader, WebhookSecret } from "../webhooks.ts"
export type { WebhookHandler, WebhookHandlers, WebhookOptions } from "./receive.ts"

/** The required part of a request of Express or node:http. */
export type NodeRequest = {
  readonly method?: string | undefined
  readonly httpVersionMajor?: number
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly readableEnded?: boolean
  readonly readableDidRead?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: each event has arguments of its own.
  on(event: string, listener: (...args: any[]) => void): unknown
  pause(): unknown
}

/** The required part of a response of Express or node:http. */
export type NodeResponse = {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text?: string): unknown
}

/**
 * Returns a handler for Express, and a listener for node:http, that receives webhooks. It reads the body itself, so register it before
 * `express.json()`.
 *
 * ```ts
 * app.post("/webhooks", webhook(process.env.VINTEM_WEBHOOK_SECRET, async (event) => {
 *   if (event.type === "payment_intent.succeeded") await fulfill(event.data.object)
 * }))
 * app.use(express.json())
 * ```
 *
 * It responds with 204 when the handler is done, and with 400 to a wrong signature. If the handler throws, it responds with 500, and the
 * event is delivered again.
 *
 * @param secret The endpoint's signing secret, or a list of the old and the new one while you replace it.
 * @param handler A function that gets each event, or an object with a function for each type.
 * @throws VintemError at once if the secret is missing.
 */
export const webhook = (
  secret: WebhookSecret,
  handler: WebhookHandler,
  options?: WebhookOptions,
): ((request: NodeRequest, response: NodeResponse) => Promise<void>) => {
  const receive = receiver(secret, handler, options)
  return async (request, response) =>
    respond(
      request,
      response,
      await receive({
        method: request.method,
        signature: request.headers["service-signature"],
        read: (maxBytes) => readBody(request, maxBytes),
      }),
    )
}

const respond = (request: NodeRequest, response: NodeResponse, { status, headers, text }: Outgoing) => {
  response.statusCode = status
  // The rest of an oversized body is not read. HTTP/2 neither has nor needs this header.
  if (status === 413 && request.httpVersionMajor === 1) response.setHeader("connection", "close")
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(text)
}

const readBody = async (request: NodeRequest, maxBytes: number): Promise<WebhookPayload> => {
  if (!request.readableEnded && !request.readableDidRead) return readStream(request, maxBytes)
  // express.raw() and express.text() leave the raw body in `body`, and some platforms keep it in `rawBody`.
  const { body, rawBody } = request as { body?: unknown; rawBody?: unknown }
  const raw = [rawBody, body].find(isPayload)
  if (raw === undefined) {
    throw alreadyRead('Put app.post("/webhooks", webhook(…)) above app.use(express.json()) and other body parsers.')
  }
  if (raw.length > maxBytes) throw tooLarge(maxBytes)
  return raw
}

const readStream = (request: NodeRequest, maxBytes: number) =>
  new Promise<WebhookPayload>((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    request.on("data", (chunk: Uint8Array | string) => {
      const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk
      length += bytes.length
      if (length <= maxBytes) return void chunks.push(bytes)
      request.pause()
      reject(tooLarge(maxBytes))
    })
    request.on("end", () => resolve(concatenated(chunks)))
    const cutOff = () => reject(new UnreadableBody(400, "The body was cut off."))
    request.on("error", cutOff)
    request.on("close", cutOff)
  })
