import { createHmac } from "node:crypto"
import { randomBase62 } from "../../ids.ts"

const SECRET_LENGTH = 43 // more than 256 random bits

/** Generates a signing secret: `whsec_…` in live mode, `whsec_test_…` in test mode. */
export function newSigningSecret(livemode: boolean): string {
  return (livemode ? "whsec_" : "whsec_test_") + randomBase62(SECRET_LENGTH)
}

/**
 * Returns the value of the Service-Signature header: `t=<timestamp>`, then `,v1=<hex HMAC-SHA256 of "<timestamp>.<bytes>">` for
 * each secret. The key is the whole secret, including its prefix. `timestamp` is real time in Unix seconds, because receivers compare it with their own
 * clock. See openapi.yaml, Webhooks.
 */
export function sign(secrets: string[], timestamp: number, bytes: Uint8Array): string {
  const digests = secrets.map((secret) => createHmac("sha256", secret).update(`${timestamp}.`).update(bytes).digest("hex"))
  return [`t=${timestamp}`, ...digests.map((digest) => `v1=${digest}`)].join(",")
}
