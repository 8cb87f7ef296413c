import type { MetadataInput } from "../../../../accounts/metadata.ts"
import { detachMethod } from "../../../../billing/subscriptions/chosen-card.ts"
import { listChargingCard, listChargingChosen } from "../../../../billing/subscriptions/store.ts"
import type { Subscription } from "../../../../billing/subscriptions/tables.ts"
import { mustFindCustomer } from "../../../../customers/customers.ts"
import {
  mustFindPaymentMethod,
  newestCardOf,
  newestCardsOf,
  pageOfPaymentMethods,
  type ShownCard,
  savedCardsOf,
  updatePaymentMethod,
} from "../../../../payments/methods/store.ts"
import type { PaymentMethodRow } from "../../../../payments/methods/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, titledCard } from "../../components/basics.ts"
import { cardName } from "../../components/card-name.ts"
import { changedMetadata, checkedRequestBody, metadataFields, withFieldLabels } from "../../forms/form-values.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./words.ts"

/** The most cards or subscriptions that a page shows. Hardly any customer has as many. */
const MAX_SHOWN = 50

/** The saved cards of a customer. */
export async function savedCards(request: DashboardRequest, customer: string): Promise<Html> {
  const words = request.words(WORDS)
  const { database } = request.mode
  const { rows } = await pageOfPaymentMethods(database, request.account, { limit: MAX_SHOWN, customer, type: "card" })
  if (rows.length === 0) return titledCard(words.cards, emptyList(words.noCards))
  const charged = await chargedCards(request, customer)
  const cards = await savedCardsOf(database, request.account, rows)
  const shown = cards.map(({ row: { id, metadata, created, refused_for_good }, card }) => [
    html`${cardName(card)} ${refused_for_good !== null && badge("bad", words.refused)} ${charged.has(id) && badge("good", words.charged)}`,
    validTo(card),
    card.holder_name,
    html`${Object.entries(metadata).map(([name, value]) => html`<div>${name}: ${value}</div>`)}`,
    request.dateTime(created),
    request.may("operator") &&
      html`${buttonLink(request.pathTo(`/customers/${customer}/cards/${id}/edit`), words.edit, "quiet")} ${buttonLink(request.pathTo(`/customers/${customer}/cards/${id}/detach`), words.detach, "quiet")}`,
  ])
  const columns = [words.card, words.validTo, words.holder, words.metadata, words.saved, ""]
  return titledCard(words.cards, table({ caption: words.cards, columns, rows: shown }))
}

/** The saved cards that subscriptions of a customer charge: those that were chosen, and the newest one where none was. */
async function chargedCards(request: DashboardRequest, customer: string): Promise<Set<string | null>> {
  const { database } = request.mode
  const [newest, byNewest, byChosen] = await Promise.all([
    newestCardOf(database, request.account, customer),
    listChargingCard(database, request.account, customer, 1),
    listChargingChosen(database, request.account, customer, MAX_SHOWN),
  ])
  const chosen = byChosen.map(({ payment_method }) => payment_method)
  return new Set(byNewest.length > 0 && newest ? [newest.id, ...chosen] : chosen)
}

/** Detaches a saved card. The confirmation page explains the effect on the customer's subscriptions. */
export function detachForm(routes: PageRoutes): void {
  routes.change("/customers/:id/cards/:card/detach", {
    role: "operator",
    proof: "live",
    find: findCard,
    confirmation: async (request, { card, row, customer }) => {
      const words = request.words(WORDS)
      const name = cardName(card)
      return {
        title: words.detachTitle(name),
        text: words.detachText(name),
        fields: await effects(request, row, customer.id),
        button: words.detachButton,
        tone: "danger",
        back: request.pathTo(`/customers/${customer.id}`),
      }
    },
    make: async (request, { row, customer }) => {
      const audited = { action: "payment_method.detach", target: row.id } as const
      await request.runAction(audited, (tx, scope) => detachMethod(tx, scope, row.id))
      return { to: request.pathTo(`/customers/${customer.id}`), notice: request.words(WORDS).detachedNotice }
    },
  })
}

/** Edits the metadata of a saved card. */
export function editCardForm(routes: PageRoutes): void {
  routes.change("/customers/:id/cards/:card/edit", {
    role: "operator",
    proof: "never",
    find: findCard,
    confirmation: (request, { card, row, customer }) => {
      const words = request.words(WORDS)
      return {
        title: words.editTitle(cardName(card)),
        text: words.editCardText,
        fields: metadataFields(request, row.metadata),
        button: words.save,
        back: request.pathTo(`/customers/${customer.id}`),
      }
    },
    make: (request, { row, customer }) =>
      withFieldLabels(request, { metadata: request.words(WORDS).metadata }, async () => {
        const words = request.words(WORDS)
        const to = request.pathTo(`/customers/${customer.id}`)
        const metadata = changedMetadata(request)
        if (!metadata) return { to, notice: words.unchangedNotice }
        const input = await checkedRequestBody<{ metadata: MetadataInput }>("updatePaymentMethod", { metadata })
        const audited = { action: "payment_method.update", target: row.id } as const
        await request.runAction(audited, (tx, scope) => updatePaymentMethod(tx, scope, row.id, input))
        return { to, notice: words.cardSavedNotice }
      }),
  })
}

async function findCard(request: DashboardRequest) {
  const customer = await mustFindCustomer(request.mode.database, request, request.pathParameter("id"))
  const row = await mustFindPaymentMethod(request.mode.database, request, request.pathParameter("card"))
  // If a form is sent twice, the card no longer has a customer.
  const isDetached = row.customer === null && request.ctx.method === "POST"
  if (row.customer !== customer.id && !isDetached) throw new PageNotFound()
  const [saved] = await savedCardsOf(request.mode.database, request.account, [row])
  if (!saved) throw new PageNotFound()
  return { ...saved, customer }
}

/** Says which subscriptions charge the card, and what they will charge without it. */
async function effects(request: DashboardRequest, row: PaymentMethodRow, customer: string): Promise<Html> {
  const words = request.words(WORDS)
  const { database } = request.mode
  const [newest, next] = await newestCardsOf(database, request.account, customer, 2)
  const byNewest = newest?.id === row.id ? await listChargingCard(database, request.account, customer, MAX_SHOWN) : []
  const byChosen = await listChargingChosen(database, request.account, customer, MAX_SHOWN)
  const charging = [...byNewest, ...byChosen.filter(({ payment_method }) => payment_method === row.id)]
  if (charging.length === 0) return html`<p>${words.notCharged}</p>`
  const left = newest?.id === row.id ? next : newest
  const [other] = left ? await savedCardsOf(database, request.account, [left]) : []
  const byCard = charging.filter(({ payment_type }) => payment_type === "card")
  const byCode = charging.filter(({ payment_type }) => payment_type !== "card")
  const list = (text: string, some: readonly Subscription[]) =>
    some.length > 0 &&
    html`<p>${text}</p>
<ul>${some.map((subscription) => html`<li>${subscriptionLink(request, subscription)}</li>`)}</ul>`
  return html`${list(other ? words.chargesMove(cardName(other.card)) : words.chargesFail, byCard)}${list(words.chargesByCode, byCode)}`
}

function subscriptionLink(request: DashboardRequest, { id, plan_name, amount, currency }: Subscription): Html {
  return html`<a href="${request.pathTo(`/subscriptions/${id}`)}">${plan_name}, ${request.money(amount, currency)}</a>`
}

function validTo({ exp_month, exp_year }: ShownCard): string {
  return `${String(exp_month).padStart(2, "0")}/${exp_year}`
}
