import type { Event } from "./contract.ts"
import { SignatureVerificationError, VintemError } from "./errors.ts"
import { hmacSha256 } from "./hmac.ts"
import { hex, webCrypto } from "./web-crypto.ts"

/** A request's body as it arrived: the bytes, or the text that they stand for. Never a parsed object. */
export type WebhookPayload = string | Uint8Array

/** The value of the header Service-Signature, as the platform gives it. */
export type SignatureHeader = string | string[] | null | undefined

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

const checkSecret = (secret: string) => {
  // HMAC takes an empty key, and anybody can sign with that.
  if (typeof secret !== "string" || secret === "")
    throw new VintemError("The signing secret is missing. Give the endpoint's whsec_….")
}

const checkPayload = (payload: WebhookPayload) => {
  if (typeof payload !== "string" && !(payload instanceof Uint8Array)) {
    throw new SignatureVerificationError(
      "The payload must be the raw body of the request, a string or bytes. A parsed body cannot be verified: read it before any JSON middleware does.",
    )
  }
}

const parseHeader = (header: SignatureHeader) => {
  const value = Array.isArray(header) && header.length === 1 ? header[0] : header
  if (value == null || value === "") throw new SignatureVerificationError("The header Service-Signature is missing.")
  const parts = typeof value === "string" ? value.split(",").map((part) => /^([a-z][a-z0-9]*)=([^=]+)$/.exec(part)) : [null]
  const all = (name: string) => parts.flatMap((part) => (part?.[1] === name ? [part[2]!] : []))
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
    throw new SignatureVerificationError("The header Service-Signature is not of the form t=<timestamp>,v1=<signature>.")
  return { timestamp, signatures }
}

// Takes as long for any two strings of a length: every digit of every signature is looked at.
const matches = (expected: string, signatures: string[]) => {
  let found = 0
  for (const signature of signatures) {
    let difference = 0
    for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ signature.charCodeAt(i)
    found |= Number(difference === 0)
  }
  return found === 1
}

const prepare = (payload: WebhookPayload, header: SignatureHeader, secret: string, tolerance: number) => {
  checkSecret(secret)
  checkPayload(payload)
  if (!(tolerance >= 0)) throw new VintemError("The tolerance must be a number of seconds that is not negative.")
  const { timestamp, signatures } = parseHeader(header)
  return { timestamp, signatures, signed: signedBytes(timestamp, payload) }
}

const finish = (payload: WebhookPayload, expected: string, timestamp: string, signatures: string[], tolerance: number): Event => {
  if (!matches(expected, signatures)) {
    throw new SignatureVerificationError(
      "No signature matches the payload. Was it signed with this endpoint's secret, and is it the raw body, unchanged?",
    )
  }
  if (Math.abs(Math.floor(Date.now() / 1000) - Number(timestamp)) > tolerance) {
    throw new SignatureVerificationError(`The signature was made more than ${tolerance} seconds from now.`)
  }
  try {
    return JSON.parse(typeof payload === "string" ? payload : new TextDecoder("utf-8", { fatal: true }).decode(payload))
  } catch (cause) {
    throw new VintemError("The payload is signed rightly and is not JSON.", { cause })
  }
}

/**
 * Verifies a webhook's signature and parses its payload.
 *
 * @param payload The raw body of the request.
 * @param header The value of the header Service-Signature.
 * @param secret The endpoint's signing secret, `whsec_…`.
 * @param tolerance How many seconds the signature's time may differ from now.
 * @throws SignatureVerificationError when the payload is not to be trusted; it has not been parsed then.
 */
const constructEvent = (
  payload: WebhookPayload,
  header: SignatureHeader,
  secret: string,
  tolerance: number = TOLERANCE,
): Event => {
  const { timestamp, signatures, signed } = prepare(payload, header, secret, tolerance)
  return finish(payload, hex(hmacSha256(bytes(secret), signed)), timestamp, signatures, tolerance)
}

/** Like `constructEvent`, with the platform's WebCrypto: faster for large payloads, where waiting is no trouble. */
const constructEventAsync = async (
  payload: WebhookPayload,
  header: SignatureHeader,
  secret: string,
  tolerance: number = TOLERANCE,
): Promise<Event> => {
  const { timestamp, signatures, signed } = prepare(payload, header, secret, tolerance)
  const { subtle } = await webCrypto()
  const key = await subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  const expected = hex(new Uint8Array(await subtle.sign("HMAC", key, signed)))
  return finish(payload, expected, timestamp, signatures, tolerance)
}

/**
 * Makes the header Service-Signature for a payload, for tests of your own webhook receiver.
 *
 * @param options.timestamp Unix seconds; now, if absent.
 */
const generateTestHeader = (options: { payload: WebhookPayload; secret: string; timestamp?: number | undefined }): string => {
  checkSecret(options.secret)
  checkPayload(options.payload)
  const timestamp = options.timestamp ?? Math.floor(Date.now() / 1000)
  return `t=${timestamp},v1=${hex(hmacSha256(bytes(options.secret), signedBytes(timestamp, options.payload)))}`
}

/** Verifies webhooks. Needs no API key. */
export type Webhooks = {
  constructEvent: typeof constructEvent
  constructEventAsync: typeof constructEventAsync
  generateTestHeader: typeof generateTestHeader
}

export const webhooks: Webhooks = { constructEvent, constructEventAsync, generateTestHeader }
