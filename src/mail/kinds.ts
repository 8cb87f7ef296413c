/**
 * The kinds of mail to payers. `toPay`: the payer needs it to pay or to be paid, so it has no List-Unsubscribe. `asked`: a person can ask for it.
 * `planned`: it is planned long before its time, so it is written even while its kind is off. `always`: it cannot be switched off.
 */
export const KINDS = {
  receipt: { toPay: false, asked: false, planned: false, always: false },
  pix_to_pay: { toPay: true, asked: true, planned: false, always: false },
  boleto_to_pay: { toPay: true, asked: true, planned: false, always: false },
  boleto_reminder: { toPay: false, asked: false, planned: false, always: false },
  charge_failed: { toPay: true, asked: false, planned: false, always: false },
  trial_will_end: { toPay: false, asked: false, planned: false, always: false },
  subscription_renewal: { toPay: false, asked: false, planned: true, always: false },
  subscription_canceled: { toPay: false, asked: false, planned: false, always: false },
  refund_by_hand: { toPay: true, asked: false, planned: false, always: true },
  refund_made: { toPay: false, asked: false, planned: false, always: false },
} as const

export type Kind = keyof typeof KINDS

export const KIND_NAMES = Object.keys(KINDS) as Kind[]

/** Whether a text names a kind of mail. */
export function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text)
}

/** The kinds of mail to the users of the dashboard. `always`: it cannot be switched off. */
export const USER_KINDS = {
  dispute_opened: { always: false },
  payout_failed: { always: false },
  endpoint_failing: { always: false },
  bank_account_changed: { always: true },
} as const

export type UserKind = keyof typeof USER_KINDS

export const USER_KIND_NAMES = Object.keys(USER_KINDS) as UserKind[]

export type AnyKind = Kind | UserKind

/** Whether a kind goes to users, and not to payers. */
export function isUserKind(kind: string): kind is UserKind {
  return Object.hasOwn(USER_KINDS, kind)
}

/** Whether an account may switch a kind off. */
export function canBeOff(kind: AnyKind): boolean {
  return !(isUserKind(kind) ? USER_KINDS[kind] : KINDS[kind]).always
}

/** The kinds that an account switches on or off: those to payers, then those to users. */
export const SWITCHED_KINDS: readonly AnyKind[] = [...KIND_NAMES, ...USER_KIND_NAMES].filter(canBeOff)
