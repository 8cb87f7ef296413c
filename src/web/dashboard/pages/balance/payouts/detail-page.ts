import type { TransactionRow } from "../../../../../ledger/table.ts"
import { ownRowsOf, sumsOfPayout } from "../../../../../payouts/claims.ts"
import { nextPayoutStatus } from "../../../../../payouts/state.ts"
import { findPayout } from "../../../../../payouts/store.ts"
import type { PayoutRow } from "../../../../../payouts/tables.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { buttonLink, facts, idText, titledCard } from "../../../components/basics.ts"
import type { Page } from "../../../layout/account-page.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { PageNotFound } from "../../../request/errors.ts"
import { dayText } from "../shared/day.ts"
import { transactionsPath } from "../shared/path.ts"
import { balanceTabs } from "../shared/tabs.ts"
import { sumTable } from "../transactions/sum-table.ts"
import { transactionTable } from "../transactions/table.ts"
import { TRANSACTION_WORDS } from "../transactions/words.ts"
import { destinationText, payoutBadge } from "./summary.ts"
import { PAYOUT_WORDS } from "./words.ts"

/** Finds the payout in the path. Throws PageNotFound if the account has none. */
export async function payoutInPath(request: DashboardRequest): Promise<PayoutRow> {
  const row = await findPayout(request.mode.database, request.account, request.pathParameter("id"))
  if (!row) throw new PageNotFound()
  return row
}

/** A payout, and the transactions that its amount is the sum of. */
export async function payoutPage(request: DashboardRequest): Promise<Page> {
  const payout = await payoutInPath(request)
  const words = request.words(PAYOUT_WORDS)
  const isCancelable = request.may("owner") && nextPayoutStatus(payout.status, "cancel") !== undefined
  const list = transactionsPath(request, { payout: payout.id })
  const buttons = [
    buttonLink(list, words.showRows, "quiet"),
    buttonLink(list.replace("/transactions?", "/transactions.csv?"), words.csv, "quiet"),
    isCancelable && buttonLink(request.pathTo(`/balance/payouts/${payout.id}/cancel`), words.cancelTitle, "quiet"),
  ]
  const body = html`${balanceTabs(request, "payouts")}<p class="under-title">${payoutBadge(request, payout)} ${idText(payout.id)}</p>
<p class="actions">${buttons}</p>${factsOf(request, payout)}${titledCard(words.why, await reasons(request, payout))}`
  return { title: request.money(payout.amount, payout.currency), body }
}

function factsOf(request: DashboardRequest, payout: PayoutRow): Html {
  const words = request.words(PAYOUT_WORDS)
  const { status, destination, failure_code, reference, return_reference, created, automatic, arrival_date } = payout
  const isOver = status === "failed" || status === "canceled"
  return facts([
    [words.to, destinationText(request, destination)],
    [words.holder, destination.holder],
    [status === "paid" ? words.arrived : words.expected, !isOver && dayText(request, arrival_date)],
    [words.failure, failure_code && words.failures[failure_code]],
    [words.reference, reference && idText(reference)],
    [words.returnReference, return_reference && idText(return_reference)],
    [words.made, html`${request.dateTime(created)} <span class="hint">${automatic ? words.bySchedule : words.byPerson}</span>`],
  ])
}

/** A payout that failed or was canceled has its own transactions alone. */
async function reasons(request: DashboardRequest, payout: PayoutRow): Promise<Html> {
  const words = request.words(PAYOUT_WORDS)
  const { database } = request.mode
  const { account, id, currency } = payout
  const [sums, own] = await Promise.all([sumsOfPayout(database, payout), ownRowsOf(database, account, id)])
  if (!sums) return html`<p><a href="${transactionsPath(request, { payout: id })}">${words.tooManyTaken}</a></p>`
  if (sums.length === 0) return html`<p>${words.gaveBack}</p>${await transactionTable(request, own)}`
  const others = own.filter(({ type }) => type !== "payout").map((row) => ({ name: nameOf(request, row), cents: row.net, row }))
  return sumTable(request, {
    ...{ caption: words.why, currency, sums, others, hasTotal: true },
    // The list of this type would have the payout's own one, too.
    link: (type) => others.every(({ row }) => row.type !== type) && transactionsPath(request, { payout: id, type }),
  })
}

function nameOf(request: DashboardRequest, { type }: TransactionRow): string {
  return type === "fee" ? request.words(PAYOUT_WORDS).payoutFee : request.words(TRANSACTION_WORDS).types[type]
}
