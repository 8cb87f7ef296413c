import type { ShownDestination } from "../../../../../payouts/destination.ts"
import type { PayoutStatus } from "../../../../../payouts/state.ts"
import type { PayoutRow } from "../../../../../payouts/tables.ts"
import type { Html } from "../../../../shared/html.ts"
import { badge, type Tone } from "../../../components/basics.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { PAYOUT_WORDS } from "./words.ts"

const TONES: Record<PayoutStatus, Tone> = {
  pending: "waiting",
  in_transit: "waiting",
  paid: "good",
  failed: "bad",
  canceled: "calm",
}

export function payoutBadge(request: DashboardRequest, { status }: Pick<PayoutRow, "status">): Html {
  return badge(TONES[status], request.words(PAYOUT_WORDS).statuses[status])
}

/** Where money goes, masked. */
export function destinationText(request: DashboardRequest, { pix_key, bank, branch, account }: ShownDestination): string {
  const words = request.words(PAYOUT_WORDS)
  return pix_key === null ? words.numbers(bank ?? "", branch ?? "", account ?? "") : words.pix(pix_key)
}
