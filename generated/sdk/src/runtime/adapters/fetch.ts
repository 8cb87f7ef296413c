import type { WebhookPayload, WebhookSecret } from "../webhooks.ts"
import { alreadyRead, type Outgoing, receiver, tooLarge, type WebhookHandler, type WebhookOptions } from "./receive.ts"

export type { Event } from "../contract.ts"
export type { SignatureHeader, WebhookSecret } from "../webhooks.ts"
export type { WebhookHandler, WebhookHandlers, WebhookOptions } from "./receive.ts"

/** The required part of a `Request`. The platform's own `Request` fits. */
export type FetchRequest = {
  readonly method: string
  readonly headers: { get(name: string): string | null }
  readonly bodyUsed: boolean
  readonly body: unknown
}

/** The platform's own `Response`, if its types are known. */
export type FetchResponse = typeof globalThis extends { Response: { prototype: infer Known } }
  ? Known
  : { readonly status: number; text(): Promise<string> }

type BodyReader = { read(): Promise<{ done: boolean; value?: Uint8Array }>; cancel(): Promise<void> }

/**
 * Returns a function that receives webhooks in Next.js (route handlers), Bun, Deno, Cloudflare Workers, Remix, SvelteKit and everything
 * else that turns a `Request` into a `Response`.
 *
 * ```ts
 * export const POST = webhook(process.env.VINTEM_WEBHOOK_SECRET, async (event) => {
 *   if (event.type === "payment_intent.succeeded") await fulfill(event.data.object)
 * })
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
): ((request: FetchRequest) => Promise<FetchResponse>) => {
  const receive = receiver(secret, handler, options)
  return async (request) =>
    toResponse(
      await receive({
        method: request.method,
        signature: request.headers.get("service-signature"),
        read: (maxBytes) => readRequest(request, maxBytes),
      }),
    )
}

/** Reads at most `maxBytes` of a `Request`'s body. */
export const readRequest = async (request: FetchRequest, maxBytes: number): Promise<WebhookPayload> => {
  if (request.bodyUsed) throw alreadyRead("Pass the request on before anything calls request.json() or request.text().")
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes)
  const stream = request.body as { getReader(): BodyReader } | null
  if (!stream) return ""
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done || !value) return concatenated(chunks)
    length += value.length
    if (length > maxBytes) {
      await reader.cancel()
      throw tooLarge(maxBytes)
    }
    chunks.push(value)
  }
}

export const concatenated = (chunks: Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/** Returns the platform's `Response`. */
export const toResponse = ({ status, headers, text }: Outgoing): FetchResponse =>
  new Response(text ?? null, { status, headers }) as FetchResponse
