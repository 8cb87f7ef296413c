import { mustHave } from "../../base/must.ts"
import type { SaleOutcome } from "../acquirer.ts"
import { REFUSAL_MESSAGES } from "../refusal-messages.ts"
import type { ChargeRow } from "./tables.ts"

/** The outcome that the acquirer reports for a charge. */
export function outcomeOf(charge: ChargeRow): SaleOutcome {
  const { id, status, amount, currency } = charge
  switch (status) {
    case "approved":
      if (charge.captured === 0) return { result: "authorized", charge: id, amount, currency }
      return { result: "approved", charge: id, currency, captured: charge.captured ?? amount, gone_back: 0, charged_back: 0 }
    case "pending":
      return { result: "pending", charge: id }
    case "action_required":
      return { result: "action_required", charge: id, action: mustHave(charge, "details").details }
    case "refused": {
      const { code } = mustHave(charge, "code")
      const released = charge.captured === 0 && code === "processing_error"
      return { result: "refused", charge: id, code, message: messageOf(code), ...(released && { released }) }
    }
  }
}

export function messageOf(code: NonNullable<ChargeRow["code"]>): string {
  return code === "processing_error" ? "The acquirer could not process the charge." : REFUSAL_MESSAGES[code]
}
