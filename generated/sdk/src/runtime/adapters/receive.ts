import type { Event } from "../contract.ts"
import { SignatureVerificationError, VintemError } from "../errors.ts"
import type { UnknownValue } from "../types.ts"
import { type EventOf, type SignatureHeader, secretsOf, type WebhookPayload, type WebhookSecret, webhooks } from "../webhooks.ts"

/** A function for each event type that you handle. Events of other types get the response 204. */
export type WebhookHandlers = {
  [Type in Exclude<Event["type"], UnknownValue>]?: ((event: EventOf<Type>) => unknown) | undefined
}

/** A function for all events, or an object with a function for each type that you handle. */
export type WebhookHandler = ((event: Event) => unknown) | WebhookHandlers

/** Settings of a webhook receiver. */
export type WebhookOptions = {
  /** How many seconds the signature's timestamp may differ from now. Default: 300. */
  tolerance?: number | undefined
  /** The largest accepted body, in bytes. A larger one gets the response 413. Default: 1 MiB. */
  maxBytes?: number | undefined
  /**
   * Called with the error of each delivery that was not handled. `event` is undefined unless the handler threw. Default: prints the error
   * to the console.
   */
  onError?: ((error: unknown, event: Event | undefined) => unknown) | undefined
}

/** A request, as an adapter passes it on. */
export type Incoming = {
  method: string | undefined
  signature: SignatureHeader
  /** Reads the raw body. Throws UnreadableBody if it is missing or larger than `maxBytes`. */
  read(maxBytes: number): Promise<WebhookPayload>
}

/** The response that an adapter sends. */
export type Outgoing = { status: number; headers: Record<string, string>; text: string | undefined }

/** The body cannot be read, and the sender is at fault. */
export class UnreadableBody extends VintemError {
  declare readonly status: 400 | 413

  constructor(status: 400 | 413, message: string) {
    super(message, { status })
  }
}

const MAX_BYTES = 1024 * 1024

const TEXT = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" }

const text = (status: number, message: string, headers: Record<string, string> = {}): Outgoing => ({
  status,
  headers: { ...TEXT, ...headers },
  text: `${message}\n`,
})

/** Returns the error for a body above the limit. */
export const tooLarge = (maxBytes: number): UnreadableBody =>
  new UnreadableBody(
    413,
    `The body has more than ${maxBytes} bytes. Webhooks are smaller. Raise maxBytes if that is no longer true.`,
  )

/** Returns the error for a body that other code has already read. `remedy` says how to avoid it. */
export const alreadyRead = (remedy: string): VintemError =>
  new VintemError(`Something has read the body of this request before webhook(), so its signature cannot be verified. ${remedy}`)

/**
 * Returns the function that all adapters share. It verifies a delivery and passes its event to the handler.
 *
 * - 204 when the handler is done.
 * - 400 for a wrong signature, 405 for a method other than POST, 413 for a body above the limit.
 * - 500 if the handler throws, so the event is delivered again.
 *
 * @throws VintemError at once if the secret, the handler or an option is invalid.
 */
export const receiver = (secret: WebhookSecret, handler: WebhookHandler, options: WebhookOptions = {}) => {
  const secrets = secretsOf(secret)
  const handle = handling(handler)
  const { tolerance, maxBytes = MAX_BYTES, onError = printError } = options
  if (!(maxBytes > 0)) throw new VintemError("maxBytes must be a positive number of bytes.")
  if (tolerance !== undefined && !(tolerance >= 0)) throw new VintemError("The tolerance must be 0 or more seconds.")

  return async ({ method, signature, read }: Incoming): Promise<Outgoing> => {
    if (method !== "POST") return text(405, "Send webhooks with POST.", { allow: "POST" })
    let event: Event | undefined
    try {
      event = await webhooks.constructEventAsync(await read(maxBytes), signature, secrets, tolerance)
      await handle(event)
      return { status: 204, headers: {}, text: undefined }
    } catch (error) {
      await report(onError, error, event)
      if (event) return text(500, "The handler of this event failed.")
      if (error instanceof SignatureVerificationError) return text(400, error.message)
      if (error instanceof UnreadableBody) return text(error.status, error.message)
      return text(500, error instanceof VintemError ? error.message : "The body could not be read.")
    }
  }
}

const handling = (handler: WebhookHandler): ((event: Event) => unknown) => {
  if (typeof handler === "function") return handler
  if (typeof handler !== "object" || handler === null)
    throw new VintemError("Pass a function that handles events, or an object with a function for each type of event.")
  const functions = handler as Record<string, ((event: Event) => unknown) | undefined>
  const wrong = Object.keys(functions).find((type) => functions[type] !== undefined && typeof functions[type] !== "function")
  if (wrong !== undefined) throw new VintemError(`The handler of ${wrong} must be a function.`)
  return (event) => (Object.hasOwn(functions, event.type) ? functions[event.type]?.(event) : undefined)
}

/** An error in the application's own error reporting must not leave a delivery without a response. */
const report = async (onError: NonNullable<WebhookOptions["onError"]>, error: unknown, event: Event | undefined) => {
  try {
    await onError(error, event)
  } catch (reason) {
    printError(error, event)
    console.error("vintem: onError failed:", reason)
  }
}

const printError = (error: unknown, event: Event | undefined) => {
  if (event) console.error(`vintem: the handler of ${event.id}, ${event.type}, failed:`, error)
  else console.error(`vintem: refused a webhook: ${error instanceof VintemError ? error.message : String(error)}`)
}
