/** A dispute, as its payment's webhooks tell it. `events` are their codes. */
export type Dispute = {
  pspReference: string
  payment: string
  merchant: string
  amount: number
  events: string[]
  defensePeriodEndsAt: number
  defendable: boolean
  documents: { type: string; contentType: string; content: string }[]
  end: "accepted" | "defended" | "undefended" | undefined
}
