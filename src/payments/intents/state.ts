/** Drawn in docs/states.md. */
export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "requires_capture"
  | "processing"
  | "succeeded"
  | "canceled"

/**
 * The first five are outcomes of a confirm. `paid`, `failed` and `expired` come later, without a request. `capturing` means that the outcome
 * of a capture is open, and `not_captured` that it was certainly not made. `released`: the acquirer no longer holds the authorized amount for
 * the merchant. `withdrawn` means that the intent's subscription has ended, and `mismatched` that the payer has paid another amount. The last
 * three are the test helpers.
 */
export type IntentTrigger =
  | "approved"
  | "refused"
  | "authorized"
  | "action_required"
  | "pending"
  | "paid"
  | "failed"
  | "expired"
  | "capturing"
  | "not_captured"
  | "released"
  | "cancel"
  | "withdrawn"
  | "mismatched"
  | "helper_succeed"
  | "helper_fail"
  | "helper_expire"

const HELPERS = { helper_succeed: "succeeded", helper_fail: "canceled", helper_expire: "canceled" } as const

const CONFIRMABLE = {
  approved: "succeeded",
  refused: "canceled",
  authorized: "requires_capture",
  action_required: "requires_action",
  pending: "processing",
  cancel: "canceled",
  ...HELPERS,
} as const

/** All transitions. `succeeded` and `canceled` are final. */
export const INTENT_TRANSITIONS: Readonly<Record<IntentStatus, Readonly<Partial<Record<IntentTrigger, IntentStatus>>>>> =
  Object.freeze({
    requires_payment_method: CONFIRMABLE,
    requires_confirmation: CONFIRMABLE,
    requires_action: {
      // The issuer was only told of the sale, and wants its payer authenticated.
      action_required: "requires_action",
      paid: "succeeded",
      authorized: "requires_capture",
      mismatched: "processing",
      failed: "canceled",
      expired: "canceled",
      cancel: "canceled",
      ...HELPERS,
    },
    requires_capture: {
      paid: "succeeded",
      capturing: "processing",
      mismatched: "processing",
      released: "canceled",
      cancel: "canceled",
      ...HELPERS,
    },
    processing: {
      paid: "succeeded",
      authorized: "requires_capture",
      not_captured: "requires_capture",
      released: "canceled",
      failed: "canceled",
      expired: "canceled",
      withdrawn: "canceled",
      ...HELPERS,
    },
    succeeded: {},
    canceled: {},
  })

/** Whether a status is final. */
export function isFinal(status: IntentStatus): boolean {
  return Object.keys(INTENT_TRANSITIONS[status]).length === 0
}

/** Whether an intent waits for a confirm. */
export function isConfirmable({ status }: { status: IntentStatus }): boolean {
  return nextIntentStatus(status, "approved") !== undefined
}

/** The status after a trigger, or undefined if the table has no such transition. */
export function nextIntentStatus(status: IntentStatus, trigger: IntentTrigger): IntentStatus | undefined {
  return INTENT_TRANSITIONS[status][trigger]
}

/** Whether an intent begins a trial without a charge. Its card is only verified. */
export function chargesNothing({ amount }: { amount: number }): boolean {
  return amount === 0
}
