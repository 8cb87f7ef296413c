import { createHmac } from "node:crypto"
import { randomBase62 } from "../../ids.ts"

const SECRET_LENGTH = 43 // over 256 random bits

/** Makes the signing secret of an endpoint: `whsec_…` in live mode, `whsec_test_…` in test mode. */
export function newSigningSecret(livemode: boolean): string {
  return (livemode ? "whsec_" : "whsec_test_") + randomBase62(SECRET_LENGTH)
}

/**
 * The value of the Service-Signature header: `t=<timestamp>,v1=<hex HMAC-SHA256 of "<timestamp>.<bytes>">`, keyed with the
 * whole secret, its prefix included. `timestamp` is in Unix seconds of real time, because the receiver compares it with its
 * own clock. Specification, Delivery and signature.
 */
export function sign(secret: string, timestamp: number, bytes: Uint8Array): string {
  const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(bytes).digest("hex")
  return `t=${timestamp},v1=${digest}`
}
