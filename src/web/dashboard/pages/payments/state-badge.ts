import { type ShownState, shownState } from "../../../../payments/intents/shown-state.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, type Tone } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./words.ts"

const TONES: Record<ShownState, Tone> = {
  paid: "good",
  partly_refunded: "waiting",
  refunded: "calm",
  disputed: "bad",
  failed: "bad",
  expired: "calm",
  canceled: "calm",
  requires_payment_method: "calm",
  requires_confirmation: "calm",
  requires_action: "waiting",
  requires_capture: "waiting",
  processing: "waiting",
}

/** The state of a payment, and the code of the error if it failed. */
export function stateBadge(request: DashboardRequest, row: IntentRow): Html {
  const state = shownState(row)
  const code = state === "failed" && row.last_payment_error?.code
  return html`${badge(TONES[state], request.words(WORDS).states[state])}${code && html` <code class="reason">${code}</code>`}`
}
