import { dayOf } from "../../../../../base/day.ts"
import { NO_PAYOUT } from "../../../../../ledger/taken.ts"
import { type NextPayout, nextPayout } from "../../../../../payouts/next.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { buttonLink } from "../../../components/basics.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { dayText } from "../shared/day.ts"
import { transactionsPath } from "../shared/path.ts"
import { sumTable } from "../transactions/sum-table.ts"
import { destinationText } from "./summary.ts"
import { PAYOUT_WORDS } from "./words.ts"

/** The next payout of a currency: when, how much, to where, and which transactions make its amount. */
export async function nextPayoutCard(request: DashboardRequest, currency: string): Promise<Html> {
  const words = request.words(PAYOUT_WORDS)
  const next = await nextPayout(request.mode.database, request, currency)
  const { amount, at, schedule, bank_account } = next
  const when = at === null ? words.byHand : words.planned(words.schedules[schedule], dayText(request, at))
  const to = bank_account && html`<p>${words.to}: ${destinationText(request, bank_account.destination)}</p>`
  const problem = obstacleText(request, next)
  return html`<section class="card" id="next-payout"><h2>${words.next}</h2><p class="figure">${request.money(amount, currency)}</p>
<p class="hint">${when}</p>${problem ? html`<p><b>${problem}</b></p>` : to}${reasons(request, next)}
${request.may("owner") && html`<p class="actions">${buttonLink(request.pathTo("/balance/payouts/new"), words.payNow, "quiet")}</p>`}</section>`
}

/** Why no payout would be made. */
export function obstacleText(request: DashboardRequest, { obstacle, minimum, currency }: NextPayout): string | undefined {
  const words = request.words(PAYOUT_WORDS)
  if (obstacle !== "payout_too_small") return obstacle && words.obstacles[obstacle]
  return minimum > 1 ? words.belowMinimum(request.money(minimum, currency)) : words.tooSmall
}

function reasons(request: DashboardRequest, { currency, available, to_come, fee, sums, at }: NextPayout): Html {
  const words = request.words(PAYOUT_WORDS)
  const money = (cents: number) => request.money(cents, currency)
  const to = Math.max(dayOf(at ?? request.now), dayOf(request.now))
  const parts = to_come !== 0 && html`<p>${words.parts(money(available), money(to_come))}</p>`
  const list = { currency, payout: NO_PAYOUT, by: "available_on", to } as const
  if (sums?.length === 0) return html`${parts}`
  const why = sums
    ? sumTable(request, {
        ...{ caption: words.why, currency, sums, hasTotal: true },
        link: (type) => transactionsPath(request, { ...list, type }),
        others: [{ name: words.payoutFee, cents: 0 - fee }],
      })
    : html`<p><a href="${transactionsPath(request, list)}">${words.tooMany(money(available + to_come))}</a> ${fee > 0 && html`${words.payoutFee}: ${money(0 - fee)}`}</p>`
  return html`${parts}<h3>${words.why}</h3>${why}`
}
