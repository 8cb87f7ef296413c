import { Refusal } from "../../../../base/errors.ts"
import { settleExcess } from "../../../../payments/disputes/excess.ts"
import { findDispute } from "../../../../payments/disputes/store.ts"
import type { DisputeRow } from "../../../../payments/disputes/table.ts"
import type { Change } from "../../forms/change.ts"
import { outcomeField } from "../../forms/platform-money.ts"
import { PageNotFound } from "../../request/errors.ts"
import { DISPUTE_WORDS } from "./words.ts"

/** Records whether the merchant lost what a dispute took beyond its payment. */
export const EXCESS: Change<DisputeRow> = {
  role: "operator",
  proof: "live",
  find: async (request) => {
    const row = await findDispute(request.mode.database, request.account, request.pathParameter("id"))
    if (!row || row.excess === 0) throw new PageNotFound()
    return row
  },
  confirmation: async (request, dispute) => {
    const { id, excess, currency } = dispute
    const words = request.words(DISPUTE_WORDS)
    const sum = request.money(excess, currency)
    return {
      title: words.excessTitle,
      text: words.excessText(sum),
      fields: await outcomeField(request, dispute, {
        name: "outcome",
        label: words.outcome,
        options: [
          { value: "taken", label: words.taken(sum) },
          { value: "not_taken", label: words.notTaken(sum) },
        ],
        gives: "not_taken",
      }),
      button: words.record,
      back: request.pathTo(`/disputes/${id}`),
    }
  },
  make: async (request, dispute) => {
    const words = request.words(DISPUTE_WORDS)
    const outcome = request.form.get("outcome")
    if (outcome !== "taken" && outcome !== "not_taken") throw new Refusal("parameter_invalid", words.notOutcome)
    const audited = { action: "dispute.settle_excess", target: dispute.id } as const
    await request.runAction(audited, (tx, scope) => settleExcess(tx, scope, dispute, outcome === "taken"))
    return { to: request.pathTo(`/disputes/${dispute.id}`), notice: words.recorded }
  },
}
