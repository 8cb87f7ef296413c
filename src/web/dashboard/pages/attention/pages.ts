import type { AttentionItem } from "../../../../attention/item.ts"
import { listAttention } from "../../../../attention/list.ts"
import { findCase } from "../../../../payments/chargebacks/store.ts"
import { payerOfStatements } from "../../../../statements/funds.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink, emptyList, idText } from "../../components/basics.ts"
import { operatorOnly, operatorOnlyOf } from "../../forms/platform-money.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { dayText } from "../balance/shared/day.ts"
import { differenceText } from "../balance/statements/day-page.ts"
import { dismissedByOperatorOnly } from "../disputes/case-pages.ts"
import { CASE_WORDS } from "../disputes/case-words.ts"
import type { PageRoutes } from "../page-routes.ts"
import { deadLetterCount, replayPath, subjectPath } from "./paths.ts"
import { RESOLUTION } from "./resolve-action.ts"
import { ATTENTION_WORDS } from "./words.ts"

const MAX_ITEMS = 100

/** The list of everything that waits for a person. Each item links to the page that settles it. */
export function attentionPages(routes: PageRoutes): void {
  routes.page("/attention", async (request) => {
    const words = request.words(ATTENTION_WORDS)
    const { items, more } = await listAttention(request.mode, { account: request.account, limit: MAX_ITEMS })
    const list = html`<p>${words.about}</p>${await itemTable(request, items)}${more && html`<p class="hint">${words.more(MAX_ITEMS)}</p>`}`
    return { title: words.attention, body: items.length === 0 ? emptyList(words.none) : list }
  })
  routes.change("/attention/:id/resolve", RESOLUTION)
}

async function itemTable(request: DashboardRequest, items: AttentionItem[]): Promise<Html> {
  const words = request.words(ATTENTION_WORDS)
  const remedies = await Promise.all(items.map((item) => remedy(request, item)))
  return table({
    caption: words.attention,
    columns: [words.kind, { name: words.amount, class: "amount" }, { name: words.todo, class: "long" }, words.since],
    rows: items.map((item, i) => [
      html`<strong>${words.kinds[item.kind].name}</strong><br>${idText(item.id)}${item.letters && html`<br>${words.letters(item.letters.count, deadLetterCount(request, item.letters))}`}`,
      item.amount !== null && item.currency !== null && request.money(item.amount, item.currency),
      html`${words.kinds[item.kind].todo} <details><summary>${words.detail}</summary>${detail(request, item)}</details>${remedies[i]}`,
      request.dateTime(item.since),
    ]),
  })
}

/** The details of an item. The domain gives them in English. If possible, they are given in the viewer's language. */
function detail(request: DashboardRequest, item: AttentionItem): Html {
  const { amount, currency, difference, problem, certificateEndsAt } = item
  if (difference) return html`${differenceText(request, difference)}`
  if (problem !== undefined) return html`<span lang="en">${problem}</span>`
  if (certificateEndsAt !== undefined)
    return html`${request.words(ATTENTION_WORDS).certificateEnds(dayText(request, certificateEndsAt))}`
  const key =
    item.pixKey !== undefined &&
    request.may("operator") &&
    html`<br>${request.words(ATTENTION_WORDS).pixKey}: <code>${item.pixKey}</code>`
  const own =
    amount !== null && currency !== null && request.words(ATTENTION_WORDS).details[item.kind]?.(request.money(amount, currency))
  return own ? html`${own}${key}` : html`<span lang="en">${item.message}</span>`
}

/** Links to the page that settles an item, and to its subject. Settling it needs the right role. */
async function remedy(request: DashboardRequest, item: AttentionItem): Promise<Html> {
  const settle = request.may("operator") && (await settleLinks(request, item))
  const path = subjectPath(request, item)
  const about = path && buttonLink(path, nameOfSubject(request, item), "quiet")
  return html`<p class="actions">${settle}${about}</p>`
}

const DISMISSED: readonly AttentionItem["kind"][] = ["chargeback_unconfirmed", "returned_chargeback_unconfirmed"]

async function settleLinks(request: DashboardRequest, item: AttentionItem): Promise<Html | undefined> {
  const { account, id, kind, payment_intent } = item
  if (id.startsWith("cbk_")) return caseLinks(request, item)
  if (id.startsWith("sdf_")) return differenceLink(request, id)
  const why =
    DISMISSED.includes(kind) && payment_intent !== null && (await operatorOnly(request, { account, id, payment_intent }))
  return DISMISSED.includes(kind)
    ? html`${dismissal(request, item, !why)}${why && html`<span class="hint">${why}</span>`}`
    : settleLink(request, item)
}

async function caseLinks(request: DashboardRequest, { account, id, kind }: AttentionItem): Promise<Html> {
  const [words, own] = [request.words(CASE_WORDS), request.words(ATTENTION_WORDS)]
  const link = (what: string, text: string) => buttonLink(request.pathTo(`/disputes/cases/${id}/${what}`), text)
  if (kind === "dispute_deadline") return html`${link("refuse", own.refuseDispute)}${link("accept", own.acceptDispute)}`
  const row = await findCase(request.mode.database, account, id)
  const why = row && (await dismissedByOperatorOnly(request, row))
  return html`${link("join", words.join)}${why ? html`<span class="hint">${why}</span>` : link("dismiss", words.dismiss)}`
}

async function differenceLink(request: DashboardRequest, id: string): Promise<Html> {
  const why = operatorOnlyOf(request, await payerOfStatements(request.mode.database, request.account))
  if (why) return html`<span class="hint">${why}</span>`
  const path = request.pathTo(`/balance/statements/differences/${id}/resolve`)
  return buttonLink(path, request.words(ATTENTION_WORDS).resolveDifference)
}

function dismissal(request: DashboardRequest, { id, kind, isPaid, payment_intent }: AttentionItem, mayDismiss: boolean): Html {
  const words = request.words(ATTENTION_WORDS)
  const isReturned = kind === "returned_chargeback_unconfirmed"
  const dismiss = buttonLink(request.pathTo(`/payments/inquiries/${id}/dismiss`), isReturned ? words.dismiss : words.noChargeback)
  const record = buttonLink(request.pathTo(`/payments/${payment_intent}/dispute`), words.recordChargeback)
  return html`${!isReturned && isPaid && record} ${mayDismiss && dismiss}`
}

function nameOfSubject(request: DashboardRequest, { id, payment_intent }: AttentionItem): string {
  const words = request.words(ATTENTION_WORDS)
  if (payment_intent) return words.payment
  if (id.startsWith("we_")) return words.endpoint
  return id.startsWith("int_") ? words.delivery : words.subscription
}

function settleLink(request: DashboardRequest, item: AttentionItem): Html | undefined {
  const { id, kind, operation } = item
  const words = request.words(ATTENTION_WORDS)
  const again = replayPath(request, item)
  if (again) return buttonLink(again, words.sendAgain)
  if (kind === "mail_failed") return buttonLink(request.pathTo(`/mails/${id}`), words.openMail)
  if (id.startsWith("stf_")) return buttonLink(request.pathTo(`/balance/statements/files/${id}/resolve`), words.resolveDifference)
  if (kind === "work_failing" || kind === "capture_failed")
    return buttonLink(request.pathTo(`/attention/${id}/resolve`), words.resolve)
  if (kind === "dispute_exceeds_payment") return buttonLink(request.pathTo(`/disputes/${id}/excess`), words.decide)
  const answer = (what: string) => request.pathTo(`/disputes/${id}/${what}`)
  if (kind === "dispute_deadline")
    return html`${buttonLink(answer("refuse"), words.refuseDispute)}${buttonLink(answer("accept"), words.acceptDispute)}`
  return (
    operation &&
    buttonLink(request.pathTo(`/payments/${operation}s/${id}/settle`), operation === "charge" ? words.decide : words.settle)
  )
}
