import type { AuthenticationAnswer, AuthenticationProof, ThreeDSecure } from "../../authentication.ts"
import { readEci, strengthOf } from "../../eci.ts"
import { normalCode } from "../wire/members.ts"
import type { Decision } from "./answers.ts"

/** Which codes mean what where nobody was authenticated. A code in neither list means that the card takes no part in 3DS. */
export type Codes = { failed: readonly string[]; unavailable: readonly string[] }

/** What was asked. `afterChallenge`: the payer has been asked by the issuer. */
export type Asked = { session: string; brand: string; dataOnly: boolean; afterChallenge: boolean }

const DONE = "100"

const AUTHENTICATED = 1
const CHALLENGE = 2
const NOT_AUTHENTICATED = 0

/** What came of a step. `isAllowed` tells whether a page may be shown to the payer. */
export function outcomeOf(
  decision: Decision,
  asked: Asked,
  codes: Codes,
  isAllowed: (url: string) => boolean,
): AuthenticationAnswer {
  const { status, code, challenge } = decision
  if (status === AUTHENTICATED) return authenticated(decision, asked)
  if (status === CHALLENGE) {
    // Nobody may be asked where the issuer is only told of the sale, nor twice.
    const isExpected = !asked.dataOnly && !asked.afterChallenge
    return isExpected && challenge && isAllowed(challenge.acs_url) ? { result: "challenge", ...challenge } : unavailable
  }
  if (status !== NOT_AUTHENTICATED) return unavailable
  // Whoever was asked and did not pass is not let through by an error on the way.
  if (asked.afterChallenge) return notAuthenticated("failed", decision, asked)
  if (asked.dataOnly && code === DONE) return dataOnly(decision, asked)
  if (code !== null && has(codes.unavailable, code)) return unavailable
  // Where the issuer is only told of the sale, no payer has failed.
  const hasFailed = code !== null && has(codes.failed, code) && !asked.dataOnly
  return notAuthenticated(hasFailed ? "failed" : "not_enrolled", decision, asked)
}

/** A card that takes no part in 3DS. */
export function notEnrolled(session: string): AuthenticationAnswer {
  return decided("not_enrolled", { session, ...NOTHING, data_only: false }, false)
}

const unavailable: AuthenticationAnswer = { result: "unavailable" }
const NOTHING = { cavv: null, xid: null, eci: null, version: null }

/** A proof that the sale could not carry is none: without its value, or with an indicator of another brand. */
function authenticated(decision: Decision, asked: Asked): AuthenticationAnswer {
  const { eci, cavv, xid, version } = decision
  const strength = strengthOf(asked.brand, eci)
  if (strength === 0 || cavv === null) return notAuthenticated(asked.afterChallenge ? "failed" : "not_enrolled", decision, asked)
  const proof = { session: asked.session, cavv, xid, eci, version, data_only: false }
  return decided(strength === 2 ? "authenticated" : "attempted", proof, true)
}

function dataOnly({ eci, cavv, xid, version }: Decision, { session }: Asked): AuthenticationAnswer {
  return decided("data_only", { session, cavv, xid, eci, version, data_only: true }, false)
}

function notAuthenticated(
  result: "failed" | "not_enrolled",
  { eci, version }: Decision,
  { session }: Asked,
): AuthenticationAnswer {
  return decided(result, { session, cavv: null, xid: null, eci, version, data_only: false }, false)
}

function decided(
  result: ThreeDSecure["result"],
  proof: AuthenticationProof,
  liability_shifted: boolean,
): Extract<AuthenticationAnswer, { result: "decided" }> {
  const { eci, version } = proof
  return { result: "decided", three_d_secure: { result, eci: readEci(eci), version, liability_shifted }, proof }
}

function has(codes: readonly string[], code: string): boolean {
  return codes.some((each) => normalCode(each) === normalCode(code))
}
