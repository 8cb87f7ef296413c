/** Specification, States and transitions: PaymentIntent. */
export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "succeeded"
  | "canceled"

/**
 * What can happen to an intent. The first four are the outcomes of a confirm; `paid`, `failed` and `expired` come later and by
 * themselves; `withdrawn` is the end of the subscription that it charges for; the last three are the test helpers.
 */
export type IntentTrigger =
  | "approved"
  | "refused"
  | "action_required"
  | "pending"
  | "paid"
  | "failed"
  | "expired"
  | "cancel"
  | "withdrawn"
  | "helper_succeed"
  | "helper_fail"
  | "helper_expire"

const CONFIRMABLE = {
  approved: "succeeded",
  refused: "canceled",
  action_required: "requires_action",
  pending: "processing",
  cancel: "canceled",
  helper_succeed: "succeeded",
  helper_fail: "canceled",
  helper_expire: "canceled",
} as const

const HELPERS = { helper_succeed: "succeeded", helper_fail: "canceled", helper_expire: "canceled" } as const

/** Every edge there is. An intent that is succeeded or canceled stays so. */
export const INTENT_TRANSITIONS: Readonly<Record<IntentStatus, Readonly<Partial<Record<IntentTrigger, IntentStatus>>>>> =
  Object.freeze({
    requires_payment_method: CONFIRMABLE,
    requires_confirmation: CONFIRMABLE,
    requires_action: { paid: "succeeded", failed: "canceled", expired: "canceled", cancel: "canceled", ...HELPERS },
    processing: { paid: "succeeded", failed: "canceled", expired: "canceled", withdrawn: "canceled", ...HELPERS },
    succeeded: {},
    canceled: {},
  })

/** Where a trigger leads from a status, or undefined where the table has no such edge. */
export function nextIntentStatus(status: IntentStatus, trigger: IntentTrigger): IntentStatus | undefined {
  return INTENT_TRANSITIONS[status][trigger]
}
