import { createPayout } from "../../../../../payouts/create.ts"
import { cancelPayout } from "../../../../../payouts/move.ts"
import { nextPayout } from "../../../../../payouts/next.ts"
import type { PayoutRow } from "../../../../../payouts/tables.ts"
import { html } from "../../../../shared/html.ts"
import type { Change } from "../../../forms/change.ts"
import { selectField } from "../../../forms/fields.ts"
import { fieldText } from "../../../forms/form-values.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { payoutInPath } from "./detail-page.ts"
import { payoutCurrencies } from "./list.ts"
import { obstacleText } from "./next-card.ts"
import { destinationText } from "./summary.ts"
import { PAYOUT_WORDS } from "./words.ts"

/** Pays out what is available. Its target is the currencies that the account has money in. */
export const CREATE: Change<readonly string[]> = {
  role: "owner",
  proof: "live",
  find: async (request) => {
    const found = await payoutCurrencies(request)
    return found.length > 0 ? found : ["brl"]
  },
  confirmation: async (request, currencies) => {
    const words = request.words(PAYOUT_WORDS)
    const lines = await Promise.all(currencies.map((currency) => nowText(request, currency)))
    const options = currencies.map((currency) => [currency, currency.toUpperCase()] as const)
    return {
      title: words.payNow,
      text: words.createText,
      fields: html`${lines.map((line) => html`<p><b>${line}</b></p>`)}
${selectField(request, { name: "currency", label: words.currency, value: "brl", options })}`,
      button: words.payNow,
      back: request.pathTo("/balance/payouts"),
    }
  },
  make: async (request, currencies) => {
    const sent = fieldText(request, "currency")
    const currency = currencies.find((each) => each === sent) ?? "brl"
    const payout = await request.runAction({ action: "payout.create" }, (tx, scope) =>
      createPayout(tx, scope, { currency, automatic: false }),
    )
    const words = request.words(PAYOUT_WORDS)
    return {
      to: request.pathTo(`/balance/payouts/${payout.id}`),
      notice: words.created(request.money(payout.amount, currency)),
    }
  },
}

/** What a payout by hand would be at this moment. */
async function nowText(request: DashboardRequest, currency: string): Promise<string | undefined> {
  const next = await nextPayout(request.mode.database, request, currency, { isByHand: true })
  const { bank_account, amount, obstacle } = next
  if (obstacle || !bank_account) return obstacleText(request, next)
  const to = destinationText(request, bank_account.destination)
  return request.words(PAYOUT_WORDS).createNow(request.money(amount, currency), to)
}

/** Cancels a payout that was not sent. */
export const CANCEL: Change<PayoutRow> = {
  role: "owner",
  proof: "live",
  find: payoutInPath,
  confirmation: (request, { id, amount, currency }) => {
    const words = request.words(PAYOUT_WORDS)
    return {
      title: words.cancelTitle,
      text: words.cancelText(request.money(amount, currency)),
      button: words.cancel,
      tone: "danger",
      back: request.pathTo(`/balance/payouts/${id}`),
      backText: words.keep,
    }
  },
  make: async (request, payout) => {
    await request.runAction({ action: "payout.cancel", target: payout.id }, (tx, scope) => cancelPayout(tx, scope, payout))
    return { to: request.pathTo(`/balance/payouts/${payout.id}`), notice: request.words(PAYOUT_WORDS).canceled }
  },
}
