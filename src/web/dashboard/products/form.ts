import { readMetadata } from "../../../accounts/metadata.ts"
import { asciiLower } from "../../../base/ascii-lower.ts"
import { Refusal } from "../../../base/errors.ts"
import {
  createProduct,
  currentPrice,
  mustFindProduct,
  type ProductInput,
  type ProductRow,
  setPrice,
  updateProduct,
} from "../../../billing/products.ts"
import { readAmount } from "../../../payments/read-amount.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import {
  bodyOf,
  changedMetadata,
  changedTexts,
  type Labels,
  metadataFields,
  namingFields,
  sentText,
  shownField,
} from "../shell/body.ts"
import { selectField, textareaField, textField } from "../shell/form.ts"
import { WORDS } from "./words.ts"

const NAMES = ["name", "description", "status"] as const

type Shown = Pick<ProductRow, "name" | "description" | "status" | "metadata">

const NOTHING: Shown = { name: "", description: null, status: "ACTIVE", metadata: "{}" }

/** The forms to create and edit a product and to set its price. They use the functions and the checks of the API. */
export function productForms(area: Area): void {
  createForm(area)
  editForm(area)
  priceForm(area)
}

function createForm(area: Area): void {
  area.change("/products/new", {
    role: "operator",
    proof: "never",
    find: async () => NOTHING,
    ask: (at, shown) => {
      const { createTitle: title, createText: text, create: button } = at.words(WORDS)
      return { title, text, button, fields: fields(at, shown), back: at.path("/products") }
    },
    make: (at) =>
      namingFields(at, labelsOf(at), async () => {
        const input = await bodyOf<ProductInput & { name: string }>("createProduct", inputOf(at))
        const { id } = await at.act({ action: "product.create" }, (tx, scope) => createProduct(tx, scope, input))
        return { to: at.path(`/products/${id}`), notice: at.words(WORDS).createdNotice }
      }),
  })
}

function editForm(area: Area): void {
  area.change("/products/:id/edit", {
    role: "operator",
    proof: "never",
    find: (at) => mustFindProduct(at.mode.database, at, at.param("id")),
    ask: (at, row) => {
      const { editTitle, editText: text, save: button } = at.words(WORDS)
      return { title: editTitle(row.name), text, button, fields: fields(at, row), back: at.path(`/products/${row.id}`) }
    },
    make: (at, { id }) =>
      namingFields(at, labelsOf(at), async () => {
        const to = at.path(`/products/${id}`)
        const input = inputOf(at)
        if (Object.keys(input).length === 0) return { to, notice: at.words(WORDS).unchangedNotice }
        const checked = await bodyOf<ProductInput>("updateProduct", input)
        await at.act({ action: "product.update", target: id }, (tx, scope) => updateProduct(tx, scope, id, checked))
        return { to, notice: at.words(WORDS).savedNotice }
      }),
  })
}

function fields(at: At, { name, description, status, metadata }: Shown): Html {
  const words = at.words(WORDS)
  const texts = { name, description: description ?? "", status }
  return html`${shownField(at, texts)}
${textField(at, { name: "name", label: words.name, value: name, required: true, maxlength: 255 })}
${textareaField(at, { name: "description", label: words.description, value: texts.description })}
${selectField(at, { name: "status", label: words.status, value: status, options: Object.entries(words.statuses) })}
${metadataFields(at, readMetadata(metadata))}`
}

function inputOf(at: At): Record<string, unknown> {
  const { name, description, status } = changedTexts(at, NAMES)
  const metadata = changedMetadata(at)
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description || null }),
    ...(status !== undefined && { status }),
    ...(metadata && { metadata }),
  }
}

function labelsOf(at: At): Labels {
  const { name, description, status, metadata, amount, currency } = at.words(WORDS)
  return { name, description, status, metadata, amount, currency }
}

function priceForm(area: Area): void {
  area.change("/products/:id/price", {
    role: "operator",
    proof: "never",
    find: async (at) => {
      const product = await mustFindProduct(at.mode.database, at, at.param("id"))
      return { product, price: await currentPrice(at.mode.database, at, product.id) }
    },
    ask: (at, { product, price }) => {
      const words = at.words(WORDS)
      const currency = (price?.currency ?? "brl").toUpperCase()
      return {
        title: words.priceTitle(product.name),
        text: words.priceText,
        button: words.priceButton,
        fields: html`${textField(at, { name: "amount", label: words.amount, required: true, maxlength: 20, hint: words.amountHint })}
${textField(at, { name: "currency", label: words.currency, value: currency, required: true, maxlength: 3, hint: words.currencyHint })}`,
        back: at.path(`/products/${product.id}`),
      }
    },
    make: (at, { product: { id } }) =>
      namingFields(at, labelsOf(at), async () => {
        const typed = asciiLower(sentText(at, "currency"))
        const sent = { amount: amountOf(at, typed), currency: typed }
        const { amount, currency } = await bodyOf<typeof sent>("setProductPrice", sent)
        await at.act({ action: "product_price.set" }, (tx, scope) => setPrice(tx, scope, id, amount, currency))
        return { to: at.path(`/products/${id}`), notice: at.words(WORDS).priceNotice }
      }),
  })
}

/** Returns the amount in the smallest unit of the currency. Throws a Refusal if the text is not an amount. */
function amountOf(at: At, currency: string): number {
  const text = sentText(at, "amount")
  const amount = readAmount(text, currency)
  if (amount === undefined) throw new Refusal("amount_invalid", at.words(WORDS).amountWrong(text.slice(0, 30)))
  return amount
}
