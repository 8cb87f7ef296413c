// What Adyen notifies, and what of it means money.

/** What the adapter keeps beside Adyen's own events. */
export const OWN = {
  saleOrdered: "sale_ordered",
  /** The payer has come back, and Adyen is asked what came of it. */
  returned: "returned",
  /** Adyen has accepted the payment and decides later. */
  received: "received",
  refundOrdered: "refund_ordered",
  refundAccepted: "refund_accepted",
  captureOrdered: "capture_ordered",
  captureAccepted: "capture_accepted",
  networkReference: "network_reference",
} as const

/** Money is taken by the card network. */
export const TAKES: readonly string[] = ["CHARGEBACK", "SECOND_CHARGEBACK", "PREARBITRATION_LOST"]
/** And is given back. The network may take it again. */
export const GIVES_BACK = "CHARGEBACK_REVERSED"
export const DISPUTES: readonly string[] = [...TAKES, GIVES_BACK]
/** A refund that was made has failed since, or its money has come back. */
export const UNDOES: readonly string[] = ["REFUND_FAILED", "REFUNDED_REVERSED"]
/** An authorization is over, whole or in part. */
export const CANCELS: readonly string[] = ["CANCELLATION", "TECHNICAL_CANCEL"]

const OF_PAYMENTS: readonly string[] = [
  ...DISPUTES,
  ...UNDOES,
  ...CANCELS,
  ...["AUTHORISATION", "OFFER_CLOSED", "EXPIRE", "CAPTURE", "CAPTURE_FAILED", "REFUND", "CANCEL_OR_REFUND"],
]

/** They are documented, and no money moves. */
const TOLD_ONLY: readonly string[] = [
  ...["REQUEST_FOR_INFORMATION", "NOTIFICATION_OF_FRAUD", "NOTIFICATION_OF_CHARGEBACK", "PREARBITRATION_WON"],
  ...["INFORMATION_SUPPLIED", "DISPUTE_DEFENSE_PERIOD_ENDED", "ISSUER_COMMENTS", "ISSUER_RESPONSE_TIMEFRAME_EXPIRED"],
  ...["RECURRING_CONTRACT", "REPORT_AVAILABLE", "VOID_PENDING_REFUND", "POSTPONED_REFUND", "REFUND_WITH_DATA"],
]

/** Whether an event changes a payment. */
export function isOfPayment(event: string): boolean {
  return OF_PAYMENTS.includes(event)
}

export function isKnown(event: string): boolean {
  return OF_PAYMENTS.includes(event) || TOLD_ONLY.includes(event) || (Object.values(OWN) as string[]).includes(event)
}
