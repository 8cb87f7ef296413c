import { pageOfTransactions } from "../../../../../ledger/pages.ts"
import { TRANSACTION_TYPES } from "../../../../../ledger/parts/kinds.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { buttonLink, emptyList } from "../../../components/basics.ts"
import { selectField, textField } from "../../../forms/fields.ts"
import type { Page } from "../../../layout/account-page.ts"
import { dateField } from "../../../lists/filters.ts"
import { pageRequest, pager } from "../../../lists/pager.ts"
import { quickDays } from "../../../lists/quick-days.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { balanceTabs } from "../shared/tabs.ts"
import { MONEY_WORDS } from "../shared/words.ts"
import { DAYS, readTransactionQuery, type TransactionRequest } from "./query.ts"
import { transactionSums } from "./sums.ts"
import { transactionTable } from "./table.ts"
import { TRANSACTION_WORDS } from "./words.ts"

/** Every change of the account's money, newest first, and the sums of the chosen days. */
export async function transactionList(request: DashboardRequest): Promise<Page> {
  const words = request.words(TRANSACTION_WORDS)
  const asked = await readTransactionQuery(request)
  const page = await pageOfTransactions(request.mode.database, request.account, pageRequest(request), asked.wanted)
  const none = emptyList(asked.isFiltered ? words.noneLikeThis : words.none)
  const body = html`${balanceTabs(request, "transactions")}${quickDays(request)}${filterForm(request, asked)}
${page.rows.length > 0 && (await transactionSums(request, asked.wanted))}
${page.rows.length === 0 ? none : await transactionTable(request, page.rows)}${pager(request, page)}`
  return { title: request.words(MONEY_WORDS).transactions, body }
}

function filterForm(request: DashboardRequest, { wanted, pots, isFiltered }: TransactionRequest): Html {
  const words = request.words(TRANSACTION_WORDS)
  const all = ["", words.all] as const
  const types = [all, ...TRANSACTION_TYPES.map((type) => [type, words.types[type]] as const)]
  const { before: _, after: __, ...query } = request.ctx.query as Record<string, string>
  const csv = `${request.pathTo("/balance/transactions.csv")}?${new URLSearchParams(query)}`
  return html`<form class="filters" action="${request.ctx.path}">
${selectField(request, { name: "type", label: words.type, value: wanted.type ?? "", options: types })}
${selectField(request, { name: "by", label: words.by, value: wanted.by ?? "", options: DAYS.map((day) => [day, words.days[day]] as const) })}
${dateField(request, "from", words.from)}${dateField(request, "to", words.to)}
${textField(request, { name: "payment", label: words.paymentId, value: wanted.payment_intent ?? "", placeholder: "pi_…", maxlength: 40 })}
${textField(request, { name: "payout", label: words.payoutId, value: wanted.payout ?? "", placeholder: "po_…", maxlength: 40 })}
${potFields(request, pots)}
<p class="actions"><button>${words.filter}</button>${isFiltered && buttonLink(request.ctx.path, words.clear, "quiet")}
${buttonLink(csv, words.export, "quiet")}</p></form>`
}

/** Most accounts have one currency and one side that pays it out. */
function potFields(request: DashboardRequest, pots: TransactionRequest["pots"]): Html {
  const all = ["", request.words(TRANSACTION_WORDS).all] as const
  const names = request.words(MONEY_WORDS)
  const choice = (name: "currency" | "funds", label: string, nameOf: (value: string) => string) => {
    const values = [...new Set(pots.map((pot) => pot[name]))]
    const options = [all, ...values.map((value) => [value, nameOf(value)] as const)]
    return values.length > 1 && selectField(request, { name, label, value: request.queryParameter(name), options })
  }
  return html`${choice("currency", names.currency, (currency) => currency.toUpperCase())}
${choice("funds", names.fundsName, (funds) => names.funds[funds as keyof typeof names.funds])}`
}
