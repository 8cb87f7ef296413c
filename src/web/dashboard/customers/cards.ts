import { mustFindCustomer } from "../../../accounts/customers.ts"
import { listChargingCard, type Subscription } from "../../../billing/subscriptions/store.ts"
import {
  detachPaymentMethod,
  mustFindPaymentMethod,
  newestCardOf,
  newestCardsOf,
  type PaymentMethodRow,
  pageOfPaymentMethods,
  presentPaymentMethod,
  presentPaymentMethods,
} from "../../../payments/methods/store.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { badge, buttonLink, empty, section, table } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { nameOf } from "./card-name.ts"
import { WORDS } from "./words.ts"

/** The most cards or subscriptions that a page shows. Hardly any customer has as many. */
const MOST = 50

type Method = Awaited<ReturnType<typeof presentPaymentMethod>>

/** The saved cards of a customer. */
export async function savedCards(at: At, customer: string): Promise<Html> {
  const words = at.words(WORDS)
  const { database } = at.mode
  const { rows } = await pageOfPaymentMethods(database, at.account, { limit: MOST }, { customer })
  if (rows.length === 0) return section(words.cards, empty(words.noCards))
  const newest = await newestCardOf(database, at.account, customer)
  const charging = await listChargingCard(database, at.account, customer, 1)
  const methods = await presentPaymentMethods(database, at.account, rows, at.mode.livemode)
  const refused = new Set(rows.filter((row) => row.refused_for_good).map(({ id }) => id))
  const shown = methods.map(({ id, card, created }) => [
    html`${nameOf(card)} ${refused.has(id) && badge("bad", words.refused)} ${id === newest?.id && charging.length > 0 && badge("good", words.charged)}`,
    validTo(card),
    card.holder_name,
    at.when(created),
    at.may("operator") && buttonLink(at.path(`/customers/${customer}/cards/${id}/detach`), words.detach, "quiet"),
  ])
  const columns = [words.card, words.validTo, words.holder, words.saved, ""]
  return section(words.cards, table({ caption: words.cards, columns, rows: shown }))
}

/** Detaches a saved card. The question explains the effect on the customer's subscriptions. */
export function detachForm(area: Area): void {
  area.change("/customers/:id/cards/:card/detach", {
    role: "operator",
    proof: "live",
    find: async (at) => {
      const customer = await mustFindCustomer(at.mode.database, at, at.param("id"))
      const row = await mustFindPaymentMethod(at.mode.database, at, at.param("card"))
      // If a form is sent twice, the card no longer has a customer.
      const isDetached = row.customer === null && at.ctx.method === "POST"
      if (row.customer !== customer.id && !isDetached) throw new NoSuchPage()
      const { card } = await presentPaymentMethod(at.mode.database, row, at.mode.livemode)
      return { row, customer, card }
    },
    ask: async (at, { card, row, customer }) => {
      const words = at.words(WORDS)
      const name = nameOf(card)
      return {
        title: words.detachTitle(name),
        text: words.detachText(name),
        fields: await effects(at, row, customer.id),
        button: words.detachButton,
        tone: "danger",
        back: at.path(`/customers/${customer.id}`),
      }
    },
    make: async (at, { row, customer }) => {
      const doing = { action: "payment_method.detach", target: row.id } as const
      await at.act(doing, (tx, scope) => detachPaymentMethod(tx, scope, row.id))
      return { to: at.path(`/customers/${customer.id}`), notice: at.words(WORDS).detachedNotice }
    },
  })
}

/**
 * Says which subscriptions charge the card, and what they will charge without it. A subscription charges the newest card of its customer.
 */
async function effects(at: At, row: PaymentMethodRow, customer: string): Promise<Html> {
  const words = at.words(WORDS)
  const { database } = at.mode
  const [newest, next] = await newestCardsOf(database, at.account, customer, 2)
  const charging = newest?.id === row.id ? await listChargingCard(database, at.account, customer, MOST) : []
  if (charging.length === 0) return html`<p>${words.notCharged}</p>`
  const other = next && (await presentPaymentMethod(database, next, at.mode.livemode))
  return html`<p>${other ? words.chargesMove(nameOf(other.card)) : words.chargesFail}</p>
<ul>${charging.map((subscription) => html`<li>${subscriptionLink(at, subscription)}</li>`)}</ul>`
}

function subscriptionLink(at: At, { id, plan_name, amount, currency }: Subscription): Html {
  return html`<a href="${at.path(`/subscriptions/${id}`)}">${plan_name}, ${at.money(amount, currency)}</a>`
}

function validTo({ exp_month, exp_year }: Method["card"]): string {
  return `${String(exp_month).padStart(2, "0")}/${exp_year}`
}
