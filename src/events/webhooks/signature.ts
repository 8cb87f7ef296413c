import { createHmac } from "node:crypto"
import { randomBase62 } from "../../base/ids.ts"

const SECRET_LENGTH = 43 // more than 256 random bits

/** Generates a signing secret: `whsec_…` in live mode, `whsec_test_…` in test mode. */
export function newSigningSecret(livemode: boolean): string {
  return (livemode ? "whsec_" : "whsec_test_") + randomBase62(SECRET_LENGTH)
}

/**
 * Returns the value of the Service-Signature header: `t=<timestamp>`, then `,v1=<hex HMAC-SHA256 of "<timestamp>.<bytes>">` for
 * each secret. The key is the whole secret, including its prefix. `timestamp` is real time in Unix seconds, because receivers compare it
 * with their own clock. See openapi.yaml, Webhooks.
 */
export function sign(secrets: string[], timestamp: number, bytes: Uint8Array): string {
  const digests = secrets.map((secret) => createHmac("sha256", secret).update(`${timestamp}.`).update(bytes).digest("hex"))
  return [`t=${timestamp}`, ...digests.map((digest) => `v1=${digest}`)].join(",")
}

/** The headers of a webhook: the body's type, the user agent, and the signature at `nowMs` (real time in milliseconds). */
export function signedHeaders(secrets: string[], body: Uint8Array, nowMs: number): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "Vintem/1.0",
    "Service-Signature": sign(secrets, Math.floor(nowMs / 1000), body),
  }
}
