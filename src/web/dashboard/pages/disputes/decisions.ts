// What a person records about a dispute: what the card network decided, and that it has taken the money again.
import { Refusal } from "../../../../base/errors.ts"
import { closeDispute } from "../../../../payments/disputes/close.ts"
import { openDispute } from "../../../../payments/disputes/disputes.ts"
import { findDispute } from "../../../../payments/disputes/store.ts"
import type { DisputeRow } from "../../../../payments/disputes/table.ts"
import type { Change, ChangeResult } from "../../forms/change.ts"
import { outcomeField } from "../../forms/platform-money.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { dayField, readDayField } from "./day-field.ts"
import { DISPUTE_WORDS } from "./words.ts"

async function find(request: DashboardRequest): Promise<DisputeRow> {
  const row = await findDispute(request.mode.database, request.account, request.pathParameter("id"))
  if (!row) throw new PageNotFound()
  return row
}

/** What the changes of a dispute have in common. */
const COMMON = { role: "operator", proof: "live", find } as const

const pathOf = (request: DashboardRequest, { id }: DisputeRow) => request.pathTo(`/disputes/${id}`)
const sumOf = (request: DashboardRequest, { amount, currency }: DisputeRow) => request.money(amount, currency)
const backTo = (request: DashboardRequest, row: DisputeRow, notice: string): ChangeResult => ({
  to: pathOf(request, row),
  notice,
})

export const CLOSE: Change<DisputeRow> = {
  ...COMMON,
  confirmation: async (request, row) => {
    const words = request.words(DISPUTE_WORDS)
    const options = [
      { value: "won", label: words.isWon(sumOf(request, row)) },
      { value: "lost", label: words.isLost },
    ]
    return {
      title: words.closeTitle,
      text: words.closeText(sumOf(request, row)),
      fields: await outcomeField(request, row, { name: "outcome", label: words.decision, options, gives: "won" }),
      button: words.close,
      back: pathOf(request, row),
    }
  },
  make: async (request, row) => {
    const words = request.words(DISPUTE_WORDS)
    const outcome = request.form.get("outcome")
    if (outcome !== "won" && outcome !== "lost") throw new Refusal("parameter_invalid", words.notDecision)
    await request.runAction({ action: "dispute.close", target: row.id }, (tx, scope) => closeDispute(tx, scope, row, outcome))
    return backTo(request, row, words.closed[outcome])
  },
}

export const AGAIN: Change<DisputeRow> = {
  ...COMMON,
  confirmation: (request, row) => {
    const words = request.words(DISPUTE_WORDS)
    return {
      title: words.againTitle,
      text: words.againText(sumOf(request, row)),
      fields: dayField(request, words.againDueBy),
      button: words.again,
      tone: "danger",
      back: pathOf(request, row),
    }
  },
  make: async (request, row) => {
    const words = request.words(DISPUTE_WORDS)
    const taken = { reason: null, again: row.id, due_by: readDayField(request, words.notDay) }
    const audited = { action: "dispute.open", target: row.payment_intent } as const
    await request.runAction(audited, (tx, scope) => openDispute(tx, scope, row.payment_intent, taken))
    return backTo(request, row, words.takenAgain)
  },
}
