import { scopeOf } from "../../accounts/scope.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import { termsNow } from "../../ledger/terms/store.ts"
import { keepReferences } from "../attempts/references.ts"
import type { Answer } from "../attempts/send.ts"
import { type MethodDetails, withOutcome } from "../methods/details.ts"
import { useToken } from "../tokens/tokens.ts"
import { applySaleOutcome, noteRefusal, reasonOf, type Settled } from "./apply-outcome.ts"
import { fundsOf } from "./book-success.ts"
import type { Caller } from "./fail-over.ts"
import type { PaymentsMode } from "./mode.ts"
import { moveSale, sharingOf } from "./move-sale.ts"
import { chargeIn } from "./present.ts"
import { saveIntentResponse } from "./save-response.ts"
import { isAsOrdered, type Sold } from "./send-back.ts"
import { chargesNothing } from "./state.ts"
import type { IntentRow } from "./table.ts"
import { followMove, moveIntent, unlessLocked } from "./transition.ts"

/** An outcome that ends the confirm of a card and leaves nothing else to do. */
type Final = Extract<SaleOutcome, { result: "approved" | "refused" }>

/** Another process has moved the attempt. */
class Overtaken extends Error {}

/**
 * Applies the first outcome of a confirm whose sale this process has sent. It neither locks nor reads again what it knows: each update names
 * the state that it expects. If another process has moved the attempt or the intent, nothing is changed, and `applySaleOutcome` reads them
 * again and decides, as it does about all other outcomes.
 */
export async function settleConfirm(
  mode: PaymentsMode,
  { attempt, outcome }: Answer<SaleOutcome>,
  intent: IntentRow,
  details: MethodDetails | undefined,
  caller: Caller,
): Promise<Settled> {
  const sold = { attempt, intent }
  const settled = details && isFinal(sold, outcome) ? await settleUnread(mode, sold, details, outcome) : undefined
  if (!settled) return applySaleOutcome(mode, attempt, outcome, caller)
  mode.checkpoint("charge: settled", attempt)
  return { intent: settled, isFirst: true }
}

function isFinal({ attempt, intent }: Sold, outcome: SaleOutcome): outcome is Final {
  if (chargesNothing(intent)) return false
  if (outcome.result === "refused") return attempt.type === "card" && !outcome.wants_authentication && !outcome.unprocessed
  if (outcome.result !== "approved" || intent.capture_method !== "automatic" || !isAsOrdered(intent, outcome)) return false
  if (outcome.also_held) return false
  return outcome.duplicates === undefined && outcome.gone_back === 0 && outcome.charged_back === 0
}

async function settleUnread(
  mode: PaymentsMode,
  sold: Sold,
  details: MethodDetails,
  outcome: Final,
): Promise<IntentRow | undefined> {
  const { attempt, intent } = sold
  const [trigger, last_payment_error] =
    outcome.result === "approved" ? (["approved", null] as const) : (["refused", reasonOf(outcome)] as const)
  const payment_method_details = withOutcome(details, attempt, outcome)
  const changes = { charge: chargeIn(outcome, attempt), payment_method_details, last_payment_error }
  const work = mode.database.sharedTransaction(sharingOf(attempt), async (tx) => {
    const [scope, terms, funds] = await tx.pipeline(
      () => scopeOf(tx, mode, attempt.account),
      () => termsNow(tx, attempt.account, intent.currency),
      () => fundsOf(tx, attempt),
    )
    // The intent is locked before its attempt, as in all code that ends a sale.
    const [after, isMoved] = await tx.pipeline(
      () => moveIntent(tx, scope, intent, trigger, changes),
      () => moveSale(tx, scope, attempt, "settled", outcome),
      () => useToken(tx, attempt),
    )
    if (!isMoved) throw new Overtaken()
    keepReferences(tx, attempt, intent, outcome)
    await followMove(tx, scope, { before: intent, moved: after }, trigger, { attempt, terms, funds })
    if (outcome.result === "refused") await noteRefusal(tx, scope, attempt, outcome)
    saveIntentResponse(tx, scope, attempt, after)
    return after
  })
  return work.catch((error) => (error instanceof Overtaken ? undefined : unlessLocked(error)))
}
