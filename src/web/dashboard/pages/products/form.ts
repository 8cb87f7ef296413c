import { asciiLower } from "../../../../base/ascii-lower.ts"
import { Refusal } from "../../../../base/errors.ts"
import { readAmount } from "../../../../base/read-amount.ts"
import {
  createProduct,
  currentPrice,
  mustFindProduct,
  type ProductInput,
  setPrice,
  updateProduct,
} from "../../../../billing/products.ts"
import type { ProductRow } from "../../../../billing/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { selectField, textareaField, textField } from "../../forms/fields.ts"
import {
  changedFields,
  changedMetadata,
  checkedRequestBody,
  type FieldLabels,
  fieldText,
  initialValuesField,
  metadataFields,
  withFieldLabels,
} from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./words.ts"

const FIELD_NAMES = ["name", "description", "status"] as const

type ProductTexts = Pick<ProductRow, "name" | "description" | "status" | "metadata">

const EMPTY_TEXTS: ProductTexts = { name: "", description: null, status: "ACTIVE", metadata: {} }

/** The forms to create and edit a product and to set its price. They use the functions and the checks of the API. */
export function productForms(routes: PageRoutes): void {
  createForm(routes)
  editForm(routes)
  priceForm(routes)
}

function createForm(routes: PageRoutes): void {
  routes.change("/products/new", {
    role: "operator",
    proof: "never",
    find: async () => EMPTY_TEXTS,
    confirmation: (request, shown) => {
      const { createTitle: title, createText: text, create: button } = request.words(WORDS)
      return { title, text, button, fields: fields(request, shown), back: request.pathTo("/products") }
    },
    make: (request) =>
      withFieldLabels(request, labelsOf(request), async () => {
        const input = await checkedRequestBody<ProductInput & { name: string }>("createProduct", inputOf(request))
        const { id } = await request.runAction({ action: "product.create" }, (tx, scope) => createProduct(tx, scope, input))
        return { to: request.pathTo(`/products/${id}`), notice: request.words(WORDS).createdNotice }
      }),
  })
}

function editForm(routes: PageRoutes): void {
  routes.change("/products/:id/edit", {
    role: "operator",
    proof: "never",
    find: (request) => mustFindProduct(request.mode.database, request, request.pathParameter("id")),
    confirmation: (request, row) => {
      const { editTitle, editText: text, save: button } = request.words(WORDS)
      return {
        title: editTitle(row.name),
        text,
        button,
        fields: fields(request, row),
        back: request.pathTo(`/products/${row.id}`),
      }
    },
    make: (request, { id }) =>
      withFieldLabels(request, labelsOf(request), async () => {
        const to = request.pathTo(`/products/${id}`)
        const input = inputOf(request)
        if (Object.keys(input).length === 0) return { to, notice: request.words(WORDS).unchangedNotice }
        const checked = await checkedRequestBody<ProductInput>("updateProduct", input)
        await request.runAction({ action: "product.update", target: id }, (tx, scope) => updateProduct(tx, scope, id, checked))
        return { to, notice: request.words(WORDS).savedNotice }
      }),
  })
}

function fields(request: DashboardRequest, { name, description, status, metadata }: ProductTexts): Html {
  const words = request.words(WORDS)
  const texts = { name, description: description ?? "", status }
  return html`${initialValuesField(request, texts)}
${textField(request, { name: "name", label: words.name, value: name, required: true, maxlength: 255 })}
${textareaField(request, { name: "description", label: words.description, value: texts.description })}
${selectField(request, { name: "status", label: words.status, value: status, options: Object.entries(words.statuses) })}
${metadataFields(request, metadata)}`
}

function inputOf(request: DashboardRequest): Record<string, unknown> {
  const { name, description, status } = changedFields(request, FIELD_NAMES)
  const metadata = changedMetadata(request)
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description || null }),
    ...(status !== undefined && { status }),
    ...(metadata && { metadata }),
  }
}

function labelsOf(request: DashboardRequest): FieldLabels {
  const { name, description, status, metadata, amount, currency } = request.words(WORDS)
  return { name, description, status, metadata, amount, currency }
}

function priceForm(routes: PageRoutes): void {
  routes.change("/products/:id/price", {
    role: "operator",
    proof: "never",
    find: async (request) => {
      const product = await mustFindProduct(request.mode.database, request, request.pathParameter("id"))
      return { product, price: await currentPrice(request.mode.database, request, product.id) }
    },
    confirmation: (request, { product, price }) => {
      const words = request.words(WORDS)
      const currency = (price?.currency ?? "brl").toUpperCase()
      return {
        title: words.priceTitle(product.name),
        text: words.priceText,
        button: words.priceButton,
        fields: html`${textField(request, { name: "amount", label: words.amount, required: true, maxlength: 20, hint: words.amountHint })}
${textField(request, { name: "currency", label: words.currency, value: currency, required: true, maxlength: 3, hint: words.currencyHint })}`,
        back: request.pathTo(`/products/${product.id}`),
      }
    },
    make: (request, { product: { id } }) =>
      withFieldLabels(request, labelsOf(request), async () => {
        const typed = asciiLower(fieldText(request, "currency"))
        const sent = { amount: amountOf(request, typed), currency: typed }
        const { amount, currency } = await checkedRequestBody<typeof sent>("setProductPrice", sent)
        await request.runAction({ action: "product_price.set" }, (tx, scope) => setPrice(tx, scope, id, amount, currency))
        return { to: request.pathTo(`/products/${id}`), notice: request.words(WORDS).priceNotice }
      }),
  })
}

/** Returns the amount in the smallest unit of the currency. Throws a Refusal if the text is not an amount. */
function amountOf(request: DashboardRequest, currency: string): number {
  const text = fieldText(request, "amount")
  const amount = readAmount(text, currency)
  if (amount === undefined) throw new Refusal("amount_invalid", request.words(WORDS).amountWrong(text.slice(0, 30)))
  return amount
}
