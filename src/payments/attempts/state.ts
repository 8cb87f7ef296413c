/**
 * `new`: stored, and never sent. `sent`: a call to the acquirer is under way, or its process died during the call. `unknown`: the call
 * ended without a response. `pending`: the acquirer decides later. `waiting`: the payer must act. `authorized`: the merchant may capture the
 * sale. `given_up`: the sale counts as not made,
 * but is still monitored. `mismatched`: approved with another amount or currency. `by_hand`: a person must send the money back.
 * `unconfirmed`: a chargeback was notified that the acquirer does not show. `done`: nothing is left to do.
 */
export type AttemptState =
  | "new"
  | "sent"
  | "unknown"
  | "pending"
  | "waiting"
  | "authorized"
  | "given_up"
  | "mismatched"
  | "by_hand"
  | "unconfirmed"
  | "done"

/**
 * What happens to an attempt. `settled`: the outcome is final. `not_made`: the acquirer certainly did nothing, and the call must be
 * retried. `no_answer`: the call ended without a response. `undecided`: the result of a payer's challenge was sent, and its outcome is not
 * known. `authorize`: the card was authorized for a later capture. `ended`: the payment intent no longer waits for the attempt. `notified`: a notification says that the card network has charged
 * the payment back. `came_back`: money that was sent back is the acquirer's again. `close`: nothing is left to do.
 */
export type AttemptTrigger =
  | "send"
  | "settled"
  | "accepted"
  | "payer_must_act"
  | "challenge"
  | "undecided"
  | "authorize"
  | "not_made"
  | "no_answer"
  | "give_up"
  | "ended"
  | "mismatch"
  | "needs_person"
  | "notified"
  | "came_back"
  | "close"

const DEFINITE = { settled: "done", mismatch: "mismatched", needs_person: "by_hand", close: "done" } as const

/** All transitions. A final outcome is applied in every open state, whichever process learns it. Only money that comes back reopens what is `done`. */
export const ATTEMPT_TRANSITIONS: Readonly<Record<AttemptState, Readonly<Partial<Record<AttemptTrigger, AttemptState>>>>> =
  Object.freeze({
    new: {
      send: "sent",
      payer_must_act: "waiting",
      not_made: "new",
      undecided: "waiting",
      authorize: "authorized",
      give_up: "given_up",
      notified: "unconfirmed",
      ...DEFINITE,
    },
    sent: {
      accepted: "pending",
      payer_must_act: "waiting",
      undecided: "waiting",
      authorize: "authorized",
      not_made: "new",
      no_answer: "unknown",
      give_up: "given_up",
      ended: "given_up",
      ...DEFINITE,
    },
    unknown: {
      accepted: "pending",
      payer_must_act: "waiting",
      authorize: "authorized",
      not_made: "new",
      give_up: "given_up",
      ended: "given_up",
      ...DEFINITE,
    },
    pending: { authorize: "authorized", give_up: "given_up", ended: "given_up", ...DEFINITE },
    waiting: { challenge: "new", accepted: "pending", authorize: "authorized", ended: "given_up", ...DEFINITE },
    authorized: { ended: "given_up", ...DEFINITE },
    given_up: { ...DEFINITE },
    mismatched: { settled: "done", ended: "given_up", close: "done" },
    by_hand: { settled: "done", close: "done" },
    unconfirmed: { settled: "done", close: "done" },
    done: { came_back: "by_hand" },
  })

/** The state after a trigger, or undefined if the table has no such transition. */
export function nextAttemptState(state: AttemptState, trigger: AttemptTrigger): AttemptState | undefined {
  return ATTEMPT_TRANSITIONS[state][trigger]
}
