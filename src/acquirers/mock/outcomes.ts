import { mustHave } from "../../base/must.ts"
import { REFUSAL_MESSAGES } from "../refusal-messages.ts"
import type { PayerAction, SaleOutcome } from "../sale.ts"
import type { ChargeRow } from "./tables.ts"

/** The text of the code is about a card. */
const NO_MONEY = "The payer's bank did not pay the charge: the account lacks the money."

/** The outcome that the acquirer reports for a charge. */
export function outcomeOf(charge: ChargeRow): SaleOutcome {
  const { id, status, amount, currency } = charge
  const authenticated = charge.three_d_secure ? { three_d_secure: charge.three_d_secure } : {}
  switch (status) {
    case "approved":
      if (charge.captured === 0) return { result: "authorized", charge: id, amount, currency, ...authenticated }
      return {
        result: "approved",
        ...{ charge: id, currency, captured: charge.captured ?? amount, gone_back: 0, charged_back: 0 },
        ...authenticated,
      }
    case "pending":
      return { result: "pending", charge: id, ...authenticated }
    case "action_required":
      return { result: "action_required", charge: id, action: actionOf(mustHave(charge, "details").details) }
    case "refused": {
      const { code } = mustHave(charge, "code")
      const released = charge.captured === 0 && code === "processing_error"
      const may_retry = charge.details?.type === "mandate" && charge.details.may_retry && code === "insufficient_funds"
      const message = may_retry ? NO_MONEY : messageOf(code)
      const more = { ...(released && { released }), ...(may_retry && { may_retry }) }
      return { result: "refused", charge: id, code, message, ...more, ...authenticated }
    }
  }
}

/** What follows a challenge is the issuer's secret. */
function actionOf(details: NonNullable<ChargeRow["details"]>): PayerAction {
  if (details.type === "mandate") throw new Error("A charge by mandate asks nothing of its payer.")
  return details.type === "challenge" ? { type: "challenge" } : details
}

export function messageOf(code: NonNullable<ChargeRow["code"]>): string {
  return code === "processing_error" ? "The acquirer could not process the charge." : REFUSAL_MESSAGES[code]
}
