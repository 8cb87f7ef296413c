// Sales in which the acquirer authenticates the payer, who is led to the issuer's page and comes back from there.
import type { SaleOutcome } from "../../acquirers/sale.ts"
import type { Transaction } from "../../db/database.ts"
import { forgetProof, keepRedirect, stepBack } from "../authentication/store.ts"
import { useToken } from "../tokens/tokens.ts"
import type { PaymentScope } from "./mode.ts"
import { mayBeRepeated } from "./move-sale.ts"
import type { Sold } from "./send-back.ts"

/**
 * What the outcome of a sale changes in the authentication of its payer. What the sale carries is kept while the same sale may be sent again. A call
 * that did nothing leaves the payer where they were.
 */
export async function followAuthentication(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent, outcome }: Sold & { outcome: SaleOutcome },
): Promise<void> {
  if (attempt.type !== "card" || intent.status !== "requires_action" || intent.charge !== null) return
  if (outcome.result === "unavailable") return stepBack(tx, attempt)
  if (outcome.result === "action_required") {
    if (outcome.action.type !== "redirect") return
    await keepRedirect(tx, scope.mode, attempt, outcome.action)
    // The acquirer has the card.
    return useToken(tx, attempt)
  }
  if (await mayBeRepeated(tx, scope, { attempt, outcome })) return
  await useToken(tx, attempt)
  await forgetProof(tx, attempt)
}
