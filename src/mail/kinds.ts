/**
 * The kinds of mail to payers. `toPay`: the payer needs it to pay, so it has no List-Unsubscribe. `asked`: a person can ask for it.
 * `planned`: it is planned long before its time, so it is written even while its kind is off.
 */
export const KINDS = {
  receipt: { toPay: false, asked: false, planned: false },
  pix_to_pay: { toPay: true, asked: true, planned: false },
  boleto_to_pay: { toPay: true, asked: true, planned: false },
  boleto_reminder: { toPay: false, asked: false, planned: false },
  charge_failed: { toPay: true, asked: false, planned: false },
  trial_will_end: { toPay: false, asked: false, planned: false },
  subscription_renewal: { toPay: false, asked: false, planned: true },
  subscription_canceled: { toPay: false, asked: false, planned: false },
  refund_made: { toPay: false, asked: false, planned: false },
} as const

export type Kind = keyof typeof KINDS

export const KIND_NAMES = Object.keys(KINDS) as Kind[]

/** Whether a text names a kind of mail. */
export function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text)
}
