import { mustFindSubscription } from "../../../../billing/subscriptions/store.ts"
import type { Subscription } from "../../../../billing/subscriptions/tables.ts"
import { type UpdateInput, updateSubscription } from "../../../../billing/subscriptions/update.ts"
import { pageOfPaymentMethods, savedCardsOf } from "../../../../payments/methods/store.ts"
import { html } from "../../../shared/html.ts"
import { cardName } from "../../components/card-name.ts"
import { selectField } from "../../forms/fields.ts"
import {
  changedFields,
  changedMetadata,
  checkedRequestBody,
  initialValuesField,
  metadataFields,
  withFieldLabels,
} from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./words.ts"

/** The most cards to choose from. Hardly any customer has as many. */
const MAX_CARDS = 50

/** Chooses the card that a subscription charges, and edits its metadata. */
export function editForm(routes: PageRoutes): void {
  routes.change("/subscriptions/:id/edit", {
    role: "operator",
    proof: "never",
    find: (request) => mustFindSubscription(request.mode.database, request, request.pathParameter("id")),
    confirmation: async (request, subscription) => {
      const words = request.words(WORDS)
      const mayChoose = subscription.status !== "CANCELED"
      return {
        title: words.editTitle(subscription.plan_name),
        text: mayChoose ? words.editText : words.editCanceledText,
        fields: html`${mayChoose && (await cardField(request, subscription))}${metadataFields(request, subscription.metadata)}`,
        button: words.save,
        back: request.pathTo(`/subscriptions/${subscription.id}`),
      }
    },
    make: (request, { id }) => {
      const { card, metadata } = request.words(WORDS)
      return withFieldLabels(request, { payment_method: card, metadata }, () => edit(request, id))
    },
  })
}

async function cardField(request: DashboardRequest, { customer, payment_type, payment_method }: Subscription) {
  const words = request.words(WORDS)
  const { database } = request.mode
  const { rows } = await pageOfPaymentMethods(database, request.account, { limit: MAX_CARDS, customer, type: "card" })
  const cards = await savedCardsOf(database, request.account, rows)
  const none = payment_type === "card" ? words.newestCard : words.codeAgain(words.methods[payment_type])
  const value = payment_method ?? ""
  const options = [["", none] as const, ...cards.map(({ row, card }) => [row.id, cardName(card)] as const)]
  return html`${initialValuesField(request, { payment_method: value })}${selectField(request, { name: "payment_method", label: words.card, value, options })}`
}

async function edit(request: DashboardRequest, id: string): Promise<{ to: string; notice: string }> {
  const words = request.words(WORDS)
  const to = request.pathTo(`/subscriptions/${id}`)
  const { payment_method } = request.form.has("payment_method") ? changedFields(request, ["payment_method"]) : {}
  const metadata = changedMetadata(request)
  if (payment_method === undefined && !metadata) return { to, notice: words.unchangedNotice }
  const input = await checkedRequestBody<UpdateInput>("updateCustomerSubscription", {
    ...(payment_method !== undefined && { payment_method: payment_method || null }),
    ...(metadata && { metadata }),
  })
  await request.runAction({ action: "subscription.update", target: id }, (tx, scope) => updateSubscription(tx, scope, id, input))
  return { to, notice: words.savedNotice }
}
