/**
 * How far the authentication of a payer is. `requested`: the payer must open the page. `begun`: the page collects what the browser says of
 * itself. `enrolling`: the acquirer is asked whether the issuer wants a challenge. `challenged`: the issuer asks the payer. `validating`: the
 * acquirer is asked what came of the challenge. `decided`: the result is known, and the sale follows, or is refused. Or the payment has ended
 * without a result.
 */
export type AuthenticationStep = "requested" | "begun" | "enrolling" | "challenged" | "validating" | "decided"

/** `begin`: a page begins a new session, in which it takes the place of every earlier one. `fail`: the session is of no more use. */
export type AuthenticationTrigger = "begin" | "enroll" | "challenge" | "validate" | "decide" | "fail"

/** What every step but the last allows: no money moves before the sale, so a page may always begin anew, and a payer may always leave. */
const ALWAYS = { begin: "begun", fail: "requested", decide: "decided" } as const

/** All transitions. `decided` is final. Drawn in docs/states.md. */
export const AUTHENTICATION_TRANSITIONS: Readonly<
  Record<AuthenticationStep, Readonly<Partial<Record<AuthenticationTrigger, AuthenticationStep>>>>
> = Object.freeze({
  requested: ALWAYS,
  begun: { ...ALWAYS, enroll: "enrolling" },
  enrolling: { ...ALWAYS, challenge: "challenged" },
  challenged: { ...ALWAYS, validate: "validating" },
  // The acquirer has asked in the sale: its payer has brought back nothing that ends it, or is asked once more.
  validating: { ...ALWAYS, challenge: "challenged" },
  decided: {},
})

/** The step after a trigger, or undefined if the table has no such transition. */
export function nextStep(step: AuthenticationStep, trigger: AuthenticationTrigger): AuthenticationStep | undefined {
  return AUTHENTICATION_TRANSITIONS[step][trigger]
}
