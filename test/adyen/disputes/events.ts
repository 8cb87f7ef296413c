import { DAY_MS, stamp } from "../clock.ts"
import { newPspReference } from "../ids.ts"
import { capturedOf, type Payment } from "../payments/types.ts"
import { tellOfRequest } from "../webhooks/tell.ts"
import { paymentOf, type World } from "../world.ts"
import type { Dispute } from "./types.ts"

/** What an event of a dispute does to the money: takes it, gives it back, or nothing. */
export const DISPUTE_CODES = {
  REQUEST_FOR_INFORMATION: "none",
  NOTIFICATION_OF_FRAUD: "none",
  NOTIFICATION_OF_CHARGEBACK: "none",
  CHARGEBACK: "takes",
  CHARGEBACK_REVERSED: "gives back",
  SECOND_CHARGEBACK: "takes",
  PREARBITRATION_WON: "none",
  PREARBITRATION_LOST: "takes",
  INFORMATION_SUPPLIED: "none",
  DISPUTE_DEFENSE_PERIOD_ENDED: "none",
  ISSUER_COMMENTS: "none",
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: "none",
} as const
export type DisputeCode = keyof typeof DISPUTE_CODES

/**
 * An event of a payment's dispute. `amount` is all that was captured unless given, `isNew` opens another dispute, and `hasOriginal: false`
 * leaves originalReference out, as some of the files' examples do.
 */
export type DisputeEvent = {
  payment: string
  code: DisputeCode
  /** Which of several, by its pspReference. The last one unless given. */
  dispute?: string
  amount?: number
  reasonCode?: string
  reason?: string
  isNew?: boolean
  hasOriginal?: boolean
  defenseDays?: number
  defendable?: boolean
}

/** Lets something happen to a dispute. Opens one if the payment has none. */
export function happen(world: World, event: DisputeEvent): Dispute {
  const payment = paymentOf(world, event.payment)
  const known = world.disputes.findLast(
    (one) => one.payment === payment.pspReference && (event.dispute ?? one.pspReference) === one.pspReference,
  )
  const dispute = event.isNew || !known ? open(world, payment, event) : known
  const amount = event.amount ?? dispute.amount
  dispute.events.push(event.code)
  const effect = DISPUTE_CODES[event.code]
  if (effect === "takes") payment.chargedBack += amount
  if (effect === "gives back") payment.chargedBack -= amount
  tellDispute(world, payment, dispute, { ...event, amount })
  return dispute
}

function open(world: World, payment: Payment, { amount, defenseDays = 14, defendable = true }: DisputeEvent): Dispute {
  const dispute: Dispute = {
    ...{ pspReference: newPspReference(), payment: payment.pspReference, merchant: payment.merchant },
    ...{ amount: amount ?? capturedOf(payment), events: [], defendable, documents: [], end: undefined },
    defensePeriodEndsAt: world.clock.now() + defenseDays * DAY_MS,
  }
  world.disputes.push(dispute)
  world.clock.later(defenseDays * DAY_MS, () => {
    if (dispute.end || !dispute.events.includes("NOTIFICATION_OF_CHARGEBACK")) return
    dispute.end = "undefended"
    happen(world, { payment: payment.pspReference, code: "DISPUTE_DEFENSE_PERIOD_ENDED", dispute: dispute.pspReference })
  })
  return dispute
}

function tellDispute(world: World, payment: Payment, dispute: Dispute, event: DisputeEvent & { amount: number }): void {
  const { code, reason = "Other Fraud-Card Absent Environment", reasonCode = "10.4", hasOriginal = true } = event
  const scheme = { chargebackReasonCode: reasonCode, chargebackSchemeCode: payment.brand }
  const period = { defensePeriodEndsAt: stamp(dispute.defensePeriodEndsAt), defendable: String(dispute.defendable) }
  const data: Partial<Record<DisputeCode, Record<string, string>>> = {
    NOTIFICATION_OF_CHARGEBACK: { ...scheme, ...period },
    CHARGEBACK: { ...scheme, ...period },
    SECOND_CHARGEBACK: scheme,
    NOTIFICATION_OF_FRAUD: { nofReasonCode: "6", nofSchemeCode: payment.brand },
    REQUEST_FOR_INFORMATION: { rfiReasonCode: reasonCode, rfiSchemeCode: payment.brand },
  }
  tellOfRequest(world, payment, {
    ...{ eventCode: code, pspReference: dispute.pspReference, success: true, value: event.amount, reason },
    ...(!hasOriginal && { originalReference: undefined }),
    additionalData: data[code] ?? {},
  } as Parameters<typeof tellOfRequest>[2])
}
