import type { Event } from "./contract.ts"
import { SignatureVerificationError, VintemError } from "./errors.ts"
import { hmacSha256 } from "./hmac.ts"
import type { UnknownValue } from "./types.ts"
import { hex, platformHmac } from "./web-crypto.ts"

/** The event of one type: `EventOf<"payment_intent.succeeded">`. */
export type EventOf<Type extends Exclude<Event["type"], UnknownValue>> = Event & { type: Type }

/** The raw body of a request, as bytes or as text. Never a parsed object. */
export type WebhookPayload = string | Uint8Array

/** The value of the header Service-Signature, as the platform returns it. */
export type SignatureHeader = string | string[] | null | undefined

/**
 * The endpoint's signing secret, `whsec_…`. While you replace it, pass a list of the old and the new one: an event that is signed with
 * either is accepted. undefined, as from an unset variable, compiles but throws at run time.
 */
export type WebhookSecret = string | readonly string[] | undefined

const TOLERANCE = 300

const bytes = (value: WebhookPayload): Uint8Array => (typeof value === "string" ? new TextEncoder().encode(value) : value)

const signedBytes = (timestamp: string | number, payload: WebhookPayload): Uint8Array => {
  const head = bytes(`${timestamp}.`)
  const body = bytes(payload)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  return signed
}

/** Returns the secrets as a list. Throws VintemError if one is missing: HMAC accepts an empty key, and anybody could sign with it. */
export const secretsOf = (secret: WebhookSecret): readonly string[] => {
  const secrets = Array.isArray(secret) ? (secret as readonly string[]) : [secret as string]
  if (secrets.length === 0 || secrets.some((each) => typeof each !== "string" || each === ""))
    throw new VintemError("The signing secret is missing. Pass the endpoint's secret (whsec_…). Is its environment variable set?")
  if (secrets.some((each) => /\s|^z(sk|rk|k)_/.test(each)))
    throw new VintemError(
      "The signing secret is an API key, or contains a space or line break. Pass the endpoint's secret (whsec_…).",
    )
  return secrets
}

/** Returns whether a value is a raw body. Bytes may be those of another realm: with jsdom, each realm has its own Uint8Array. */
export const isPayload = (value: unknown): value is WebhookPayload =>
  typeof value === "string" || (ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]")

const checkPayload = (payload: WebhookPayload) => {
  if (!isPayload(payload)) {
    throw new SignatureVerificationError(
      "The payload must be the raw body of the request, as a string or bytes. Read it before any middleware parses the JSON.",
    )
  }
}

const parseHeader = (header: SignatureHeader) => {
  const value = Array.isArray(header) && header.length === 1 ? header[0] : header
  if (value == null || value === "")
    throw new SignatureVerificationError("The header Service-Signature is missing. Pass its value from the request.")
  const parts = typeof value === "string" ? value.split(",").map((part) => /^([a-z][a-z0-9]*)=([^=]+)$/.exec(part)) : [null]
  const all = (name: string) => parts.flatMap((part) => (part?.[1] === name ? part.slice(2) : []))
  const [timestamp, ...repeated] = all("t")
  const signatures = all("v1")
  const wellFormed =
    parts.every(Boolean) &&
    timestamp !== undefined &&
    /^\d{1,12}$/.test(timestamp) &&
    repeated.length === 0 &&
    signatures.length > 0 &&
    signatures.every((signature) => /^[0-9a-f]{64}$/.test(signature))
  if (!wellFormed)
    throw new SignatureVerificationError(
      "The header Service-Signature is invalid. It must have the form t=<timestamp>,v1=<signature>.",
    )
  return { timestamp, signatures }
}

// Runs in constant time: compares every digit of every signature with every expected one.
const matches = (expected: string[], signatures: string[]) => {
  let found = 0
  for (const one of expected) {
    for (const signature of signatures) {
      let difference = 0
      for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ signature.charCodeAt(i)
      found |= Number(difference === 0)
    }
  }
  return found === 1
}

const prepare = (payload: WebhookPayload, header: SignatureHeader, secret: WebhookSecret, tolerance: number) => {
  const secrets = secretsOf(secret).map(bytes)
  checkPayload(payload)
  if (!(tolerance >= 0)) throw new VintemError("The tolerance must be 0 or more seconds.")
  const { timestamp, signatures } = parseHeader(header)
  return { secrets, timestamp, signatures, signed: signedBytes(timestamp, payload) }
}

const finish = (
  payload: WebhookPayload,
  expected: string[],
  timestamp: string,
  signatures: string[],
  tolerance: number,
): Event => {
  if (!matches(expected, signatures)) {
    throw new SignatureVerificationError(
      "No signature matches the payload. Check that you pass this endpoint's secret (each endpoint has its own) and the raw, unchanged body.",
    )
  }
  if (Math.abs(Math.floor(Date.now() / 1000) - Number(timestamp)) > tolerance) {
    throw new SignatureVerificationError(
      `The signature's timestamp is more than ${tolerance} seconds away from now. If this persists, check your clock.`,
    )
  }
  try {
    return JSON.parse(typeof payload === "string" ? payload : new TextDecoder("utf-8", { fatal: true }).decode(payload))
  } catch (cause) {
    throw new VintemError("The payload has a valid signature but is not valid JSON.", { cause })
  }
}

const constructEvent = (
  payload: WebhookPayload,
  header: SignatureHeader,
  secret: WebhookSecret,
  tolerance: number = TOLERANCE,
): Event => {
  const { secrets, timestamp, signatures, signed } = prepare(payload, header, secret, tolerance)
  const expected = secrets.map((each) => hex(hmacSha256(each, signed)))
  return finish(payload, expected, timestamp, signatures, tolerance)
}

const constructEventAsync = async (
  payload: WebhookPayload,
  header: SignatureHeader,
  secret: WebhookSecret,
  tolerance: number = TOLERANCE,
): Promise<Event> => {
  const { secrets, timestamp, signatures, signed } = prepare(payload, header, secret, tolerance)
  const expected = await Promise.all(
    secrets.map(async (each) => (await platformHmac(each, signed)) ?? hex(hmacSha256(each, signed))),
  )
  return finish(payload, expected, timestamp, signatures, tolerance)
}

const generateTestHeader = (options: {
  payload: WebhookPayload
  secret: WebhookSecret
  timestamp?: number | undefined
}): string => {
  const secrets = secretsOf(options.secret)
  checkPayload(options.payload)
  const timestamp = options.timestamp ?? Math.floor(Date.now() / 1000)
  const signed = signedBytes(timestamp, options.payload)
  return [`t=${timestamp}`, ...secrets.map((secret) => `v1=${hex(hmacSha256(bytes(secret), signed))}`)].join(",")
}

/** Verifies webhooks. Needs no API key. */
export type Webhooks = {
  /**
   * Verifies a webhook's signature and parses its payload.
   *
   * @param payload The raw body of the request.
   * @param header The value of the header Service-Signature.
   * @param secret The endpoint's signing secret, `whsec_…`, or a list of the old and the new one while you replace it.
   * @param tolerance How many seconds the signature's timestamp may differ from now. Default: 300.
   * @throws SignatureVerificationError if the payload cannot be trusted. The payload has then not been parsed.
   */
  constructEvent: typeof constructEvent
  /** Like `constructEvent`, but asynchronous. It uses WebCrypto where there is one, which is faster for large payloads. */
  constructEventAsync: typeof constructEventAsync
  /**
   * Returns the header Service-Signature for a payload, for tests of your own webhook receiver.
   *
   * @param options.secret With a list, the header has a signature for each secret, as it does while you replace a secret.
   * @param options.timestamp Unix seconds. Default: now.
   */
  generateTestHeader: typeof generateTestHeader
}

export const webhooks: Webhooks = { constructEvent, constructEventAsync, generateTestHeader }
