/** Drawn in docs/states.md. */
export type DisputeStatus = "needs_response" | "under_review" | "won" | "lost"

/**
 * `refuse` and `accept` are the merchant's answers, and `overdue` means that there was none in time. `win` and `lose` are what the card network
 * decides. `take_again`: the card network has taken the money of the same case once more. `ask_again`: the same case waits for another answer.
 * `review`: the card network still decides.
 */
export type DisputeTrigger = "refuse" | "accept" | "overdue" | "win" | "lose" | "take_again" | "ask_again" | "review"

const DECIDED = { win: "won", lose: "lost" } as const

/** All transitions. The card network may still go on with a dispute that was lost, and take the money of one that was won. */
export const DISPUTE_TRANSITIONS: Readonly<Record<DisputeStatus, Readonly<Partial<Record<DisputeTrigger, DisputeStatus>>>>> =
  Object.freeze({
    needs_response: { refuse: "under_review", accept: "lost", overdue: "lost", ...DECIDED },
    under_review: { ask_again: "needs_response", ...DECIDED },
    lost: { ask_again: "needs_response", review: "under_review", win: "won" },
    won: { take_again: "needs_response" },
  })

/** Returns the next status, or undefined if `status` does not allow `trigger`. */
export function nextDisputeStatus(status: DisputeStatus, trigger: DisputeTrigger): DisputeStatus | undefined {
  return DISPUTE_TRANSITIONS[status][trigger]
}
