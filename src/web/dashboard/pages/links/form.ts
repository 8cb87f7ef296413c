import { dayOfDate, startOfDay } from "../../../../base/day.ts"
import { Refusal } from "../../../../base/errors.ts"
import { currentPrices, pageOfProducts } from "../../../../billing/products.ts"
import {
  createPaymentLink,
  mustFindPaymentLink,
  type PaymentLinkInput,
  updatePaymentLink,
} from "../../../../checkout/payment-links/links.ts"
import { type Html, html } from "../../../shared/html.ts"
import { checkboxField, selectField, textField } from "../../forms/fields.ts"
import { checkedRequestBody, type FieldLabels, fieldText, withFieldLabels } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./words.ts"

/** How many of the newest active products the form offers. */
const MAX_PRODUCTS = 100

const METHODS = ["card", "pix", "boleto", "pix_automatico"] as const
/** Offered at first. Not every acquirer has PIX Automático, and not every product is sold by it. */
const USUAL: readonly string[] = ["card", "pix", "boleto"]

type Sold = { id: string; text: string }

/** The forms to create, close and open a payment link. They use the functions and the checks of the API. */
export function linkForms(routes: PageRoutes): void {
  createForm(routes)
  for (const active of [false, true]) activeForm(routes, active)
}

function createForm(routes: PageRoutes): void {
  routes.change("/links/new", {
    role: "operator",
    proof: "never",
    find: productsToSell,
    confirmation: (request, products) => {
      const { createTitle: title, createText, create: button, noProduct } = request.words(WORDS)
      const back = request.pathTo("/links")
      const text = products.length > 0 ? createText : noProduct
      return { title, text, button, fields: fields(request, products), back }
    },
    make: (request) =>
      withFieldLabels(request, labelsOf(request), async () => {
        const input = await checkedRequestBody<PaymentLinkInput>("createPaymentLink", inputOf(request))
        const { id } = await request.runAction({ action: "payment_link.create" }, (tx, scope) =>
          createPaymentLink(tx, scope, input),
        )
        return { to: request.pathTo(`/links/${id}`), notice: request.words(WORDS).createdNotice }
      }),
  })
}

function activeForm(routes: PageRoutes, active: boolean): void {
  routes.change(`/links/:id/${active ? "open" : "close"}`, {
    role: "operator",
    proof: "never",
    find: (request) => mustFindPaymentLink(request.mode.database, request.account, request.pathParameter("id")),
    confirmation: (request, { id }) => {
      const words = request.words(WORDS)
      const back = request.pathTo(`/links/${id}`)
      if (active) return { title: words.openTitle, text: words.openText, button: words.openAgain, back }
      return { title: words.closeTitle, text: words.closeText, button: words.close, back }
    },
    make: async (request, { id }) => {
      const { openedNotice, closedNotice } = request.words(WORDS)
      await request.runAction({ action: "payment_link.update", target: id }, (tx, scope) =>
        updatePaymentLink(tx, scope, id, { active }),
      )
      return { to: request.pathTo(`/links/${id}`), notice: active ? openedNotice : closedNotice }
    },
  })
}

async function productsToSell(request: DashboardRequest): Promise<Sold[]> {
  const { database } = request.mode
  const { rows } = await pageOfProducts(database, request.account, { status: "ACTIVE", limit: MAX_PRODUCTS })
  const prices = await currentPrices(database, request, rows)
  return rows.flatMap(({ id, name }, i) => {
    const price = prices[i]
    return price ? [{ id, text: `${name} (${request.money(price.amount, price.currency)})` }] : []
  })
}

function fields(request: DashboardRequest, products: readonly Sold[]): Html {
  const words = request.words(WORDS)
  const types = METHODS.map((value) =>
    checkboxField(request, {
      name: "payment_method_types",
      value,
      label: words.methodNames[value],
      checked: USUAL.includes(value),
    }),
  )
  const field = (name: string, label: string, hint: string, type: "number" | "date" | "url") =>
    textField(request, { name, label, hint, type })
  return html`${selectField(request, { name: "product", label: words.product, options: products.map(({ id, text }) => [id, text]) })}
<fieldset><legend>${words.methods}</legend>${types}</fieldset>
${field("max_installments", words.maxInstallments, words.maxInstallmentsHint, "number")}
${field("max_payments", words.maxPayments, words.maxPaymentsHint, "number")}
${field("expires_at", words.expires, words.expiresHint, "date")}
${field("after_payment_url", words.afterPayment, words.afterPaymentHint, "url")}`
}

function inputOf(request: DashboardRequest): Record<string, unknown> {
  const labels = request.words(WORDS)
  const chosen = METHODS.filter((type) => request.form.getAll("payment_method_types").includes(type))
  return {
    product: fieldText(request, "product"),
    // The usual ones: those of them that the product takes.
    payment_method_types: chosen.length === 0 || chosen.join() === USUAL.join() ? null : chosen,
    max_installments: numberIn(request, "max_installments", labels.maxInstallments),
    max_payments: numberIn(request, "max_payments", labels.maxPayments),
    expires_at: endOfDayIn(request),
    after_payment_url: fieldText(request, "after_payment_url") || null,
  }
}

function numberIn(request: DashboardRequest, name: string, label: string): number | null {
  const text = fieldText(request, name)
  if (text === "") return null
  if (!/^\d{1,7}$/.test(text)) throw new Refusal("number_invalid", request.words(WORDS).wholeNumber(label))
  return Number(text)
}

function endOfDayIn(request: DashboardRequest): number | null {
  const text = fieldText(request, "expires_at")
  if (text === "") return null
  const day = dayOfDate(text)
  if (day === undefined) throw new Refusal("day_invalid", request.words(WORDS).dayWrong)
  return startOfDay(day + 1)
}

function labelsOf(request: DashboardRequest): FieldLabels {
  const words = request.words(WORDS)
  return {
    ...{ product: words.product, payment_method_types: words.methods, max_installments: words.maxInstallments },
    ...{ max_payments: words.maxPayments, expires_at: words.expires, after_payment_url: words.afterPayment },
  }
}
