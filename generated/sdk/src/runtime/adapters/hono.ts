import type { WebhookSecret } from "../webhooks.ts"
import { type FetchRequest, type FetchResponse, readRequest, toResponse } from "./fetch.ts"
import { receiver, tooLarge, type WebhookHandler, type WebhookOptions } from "./receive.ts"

export type { Event } from "../contract.ts"
export type { SignatureHeader, WebhookSecret } from "../webhooks.ts"
export type { FetchRequest, FetchResponse } from "./fetch.ts"
export type { WebhookHandler, WebhookHandlers, WebhookOptions } from "./receive.ts"

/** The required part of Hono's `Context`. */
export type HonoContext = { readonly req: { readonly raw: FetchRequest; text(): Promise<string> } }

/**
 * Returns a handler for Hono that receives webhooks.
 *
 * ```ts
 * app.post("/webhooks", webhook(process.env.VINTEM_WEBHOOK_SECRET, async (event) => {
 *   if (event.type === "payment_intent.succeeded") await fulfill(event.data.object)
 * }))
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
): ((context: HonoContext) => Promise<FetchResponse>) => {
  const receive = receiver(secret, handler, options)
  return async ({ req }) =>
    toResponse(
      await receive({
        method: req.raw.method,
        signature: req.raw.headers.get("service-signature"),
        read: (maxBytes) => readContext(req, maxBytes),
      }),
    )
}

/** Hono keeps the text of a body that a middleware has read. */
const readContext = async (req: HonoContext["req"], maxBytes: number) => {
  if (!req.raw.bodyUsed) return readRequest(req.raw, maxBytes)
  const text = await req.text()
  if (new TextEncoder().encode(text).length > maxBytes) throw tooLarge(maxBytes)
  return text
}
