import { bankAccountsOf } from "../../../../../payouts/bank-accounts.ts"
import { payoutSettingsOf } from "../../../../../payouts/settings.ts"
import type { BankAccountRow } from "../../../../../payouts/tables.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { buttonLink, facts, titledCard } from "../../../components/basics.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { BANK_ACCOUNT_WORDS } from "./bank-account-words.ts"
import { destinationText } from "./summary.ts"

export const BANK_ACCOUNT_PATH = "/balance/payouts/bank-account"

/** Where payouts go, what waits to take its place, and for what it waits. */
export async function bankAccountCard(request: DashboardRequest): Promise<Html> {
  const words = request.words(BANK_ACCOUNT_WORDS)
  const { database, livemode } = request.mode
  const [{ current, next }, { holder_document }] = await Promise.all([
    bankAccountsOf(database, request),
    payoutSettingsOf(database, request.account),
  ])
  const hasAny = current !== undefined || next !== undefined
  const hint = holder_document === null ? words.holderMissing : livemode ? words.liveRules : words.testRules
  return titledCard(
    words.bankAccount,
    html`${!hasAny && html`<p>${words.none}</p>`}${current && facts([[words.current, destinationText(request, current.destination)], ...factsOf(request, current)])}
${next && facts([[words.next, destinationText(request, next.destination)], ...factsOf(request, next), ...waitsFor(request, next)])}
<p class="hint">${hint}</p>${holder_document !== null && buttons(request, hasAny)}`,
  )
}

type Fact = [name: string, value: Html | string | null]

function factsOf(request: DashboardRequest, { destination, created }: BankAccountRow): Fact[] {
  const words = request.words(BANK_ACCOUNT_WORDS)
  return [
    [words.holder, destination.holder],
    [words.since, request.dateTime(created)],
  ]
}

function waitsFor(request: DashboardRequest, { id, counts_from, needs_release, released_at }: BankAccountRow): Fact[] {
  const words = request.words(BANK_ACCOUNT_WORDS)
  return [
    [words.countsFrom, request.dateTime(counts_from)],
    [words.release, needs_release && released_at === null ? words.toRelease(id) : null],
  ]
}

function buttons(request: DashboardRequest, hasAny: boolean): Html | false {
  if (!request.may("owner")) return false
  const words = request.words(BANK_ACCOUNT_WORDS)
  const link = (name: string, text: string) => buttonLink(request.pathTo(`${BANK_ACCOUNT_PATH}/${name}`), text, "quiet")
  return html`<p class="actions">${link("set", hasAny ? words.replace : words.set)} ${hasAny && link("remove", words.remove)}</p>`
}
