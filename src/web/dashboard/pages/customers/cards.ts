import { mustFindCustomer } from "../../../../accounts/customers.ts"
import { listChargingCard } from "../../../../billing/subscriptions/store.ts"
import type { Subscription } from "../../../../billing/subscriptions/tables.ts"
import {
  detachPaymentMethod,
  mustFindPaymentMethod,
  newestCardOf,
  newestCardsOf,
  pageOfPaymentMethods,
  presentPaymentMethod,
  presentPaymentMethods,
} from "../../../../payments/methods/store.ts"
import type { PaymentMethodRow } from "../../../../payments/methods/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, titledCard } from "../../components/basics.ts"
import { cardName } from "../../components/card-name.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./words.ts"

/** The most cards or subscriptions that a page shows. Hardly any customer has as many. */
const MAX_SHOWN = 50

type Method = Awaited<ReturnType<typeof presentPaymentMethod>>

/** The saved cards of a customer. */
export async function savedCards(request: DashboardRequest, customer: string): Promise<Html> {
  const words = request.words(WORDS)
  const { database } = request.mode
  const { rows } = await pageOfPaymentMethods(database, request.account, { limit: MAX_SHOWN, customer })
  if (rows.length === 0) return titledCard(words.cards, emptyList(words.noCards))
  const newest = await newestCardOf(database, request.account, customer)
  const charging = await listChargingCard(database, request.account, customer, 1)
  const methods = await presentPaymentMethods(database, request.account, rows, request.mode.livemode)
  const refused = new Set(rows.filter((row) => row.refused_for_good).map(({ id }) => id))
  const shown = methods.map(({ id, card, created }) => [
    html`${cardName(card)} ${refused.has(id) && badge("bad", words.refused)} ${id === newest?.id && charging.length > 0 && badge("good", words.charged)}`,
    validTo(card),
    card.holder_name,
    request.dateTime(created),
    request.may("operator") && buttonLink(request.pathTo(`/customers/${customer}/cards/${id}/detach`), words.detach, "quiet"),
  ])
  const columns = [words.card, words.validTo, words.holder, words.saved, ""]
  return titledCard(words.cards, table({ caption: words.cards, columns, rows: shown }))
}

/** Detaches a saved card. The confirmation page explains the effect on the customer's subscriptions. */
export function detachForm(routes: PageRoutes): void {
  routes.change("/customers/:id/cards/:card/detach", {
    role: "operator",
    proof: "live",
    find: async (request) => {
      const customer = await mustFindCustomer(request.mode.database, request, request.pathParameter("id"))
      const row = await mustFindPaymentMethod(request.mode.database, request, request.pathParameter("card"))
      // If a form is sent twice, the card no longer has a customer.
      const isDetached = row.customer === null && request.ctx.method === "POST"
      if (row.customer !== customer.id && !isDetached) throw new PageNotFound()
      const { card } = await presentPaymentMethod(request.mode.database, row, request.mode.livemode)
      return { row, customer, card }
    },
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
      await request.runAction(audited, (tx, scope) => detachPaymentMethod(tx, scope, row.id))
      return { to: request.pathTo(`/customers/${customer.id}`), notice: request.words(WORDS).detachedNotice }
    },
  })
}

/**
 * Says which subscriptions charge the card, and what they will charge without it. A subscription charges the newest card of its customer.
 */
async function effects(request: DashboardRequest, row: PaymentMethodRow, customer: string): Promise<Html> {
  const words = request.words(WORDS)
  const { database } = request.mode
  const [newest, next] = await newestCardsOf(database, request.account, customer, 2)
  const charging = newest?.id === row.id ? await listChargingCard(database, request.account, customer, MAX_SHOWN) : []
  if (charging.length === 0) return html`<p>${words.notCharged}</p>`
  const other = next && (await presentPaymentMethod(database, next, request.mode.livemode))
  return html`<p>${other ? words.chargesMove(cardName(other.card)) : words.chargesFail}</p>
<ul>${charging.map((subscription) => html`<li>${subscriptionLink(request, subscription)}</li>`)}</ul>`
}

function subscriptionLink(request: DashboardRequest, { id, plan_name, amount, currency }: Subscription): Html {
  return html`<a href="${request.pathTo(`/subscriptions/${id}`)}">${plan_name}, ${request.money(amount, currency)}</a>`
}

function validTo({ exp_month, exp_year }: Method["card"]): string {
  return `${String(exp_month).padStart(2, "0")}/${exp_year}`
}
