import { findDocument, formatDocument } from "../../../../accounts/document.ts"
import type { Address, CustomerRow, Locale } from "../../../../accounts/tables.ts"
import {
  type CustomerInput,
  createCustomer,
  mustFindCustomer,
  mustLockCustomer,
  presentCustomer,
  updateCustomer,
} from "../../../../customers/customers.ts"
import { type Html, html } from "../../../shared/html.ts"
import { selectField, textField } from "../../forms/fields.ts"
import {
  changedFields,
  changedMetadata,
  checkedRequestBody,
  type FieldLabels,
  type FieldTexts,
  fieldText,
  initialValuesField,
  metadataFields,
  withFieldLabels,
} from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./words.ts"

const LOCALES: readonly Locale[] = ["pt-BR", "en"]
const ADDRESS = ["line1", "number", "line2", "district", "city", "state", "postal_code", "country"] as const
const FIELD_NAMES = ["email", "name", "phone", "document", "locale", ...ADDRESS] as const

type CustomerTexts = FieldTexts<(typeof FIELD_NAMES)[number]>

/** The forms to create and edit a customer. They use the functions and the checks of the API. */
export function customerForms(routes: PageRoutes): void {
  routes.change("/customers/new", {
    role: "operator",
    proof: "never",
    find: async () => EMPTY_TEXTS,
    confirmation: (request, shown) => {
      const { createTitle: title, createText: text, create: button } = request.words(WORDS)
      return { title, text, button, fields: fields(request, shown, {}), back: request.pathTo("/customers") }
    },
    make: (request) =>
      withFieldLabels(request, labelsOf(request), async () => {
        const input = await checkedRequestBody<CustomerInput & { email: string }>("createCustomer", inputOf(request))
        const { id } = await request.runAction({ action: "customer.create" }, (tx, scope) => createCustomer(tx, scope, input))
        return { to: request.pathTo(`/customers/${id}`), notice: request.words(WORDS).createdNotice }
      }),
  })

  routes.change("/customers/:id/edit", {
    role: "operator",
    proof: "never",
    find: (request) => mustFindCustomer(request.mode.database, request, request.pathParameter("id")),
    confirmation: (request, row) => {
      const words = request.words(WORDS)
      return {
        title: words.editTitle(row.name ?? row.email),
        text: words.editText,
        button: words.save,
        fields: fields(request, textsOf(row), row.metadata),
        back: request.pathTo(`/customers/${row.id}`),
      }
    },
    make: (request, { id }) =>
      withFieldLabels(request, labelsOf(request), async () => {
        const to = request.pathTo(`/customers/${id}`)
        const input = inputOf(request)
        if (Object.keys(input).length === 0) return { to, notice: request.words(WORDS).unchangedNotice }
        const checked = await checkedRequestBody<CustomerInput>("updateCustomer", input)
        await request.runAction({ action: "customer.update", target: id }, async (tx, scope) => {
          const address = checked.address && mergedAddress(request, await mustLockCustomer(tx, scope, id))
          return updateCustomer(
            tx,
            scope,
            id,
            address ? await checkedRequestBody("updateCustomer", { ...input, address }) : checked,
          )
        })
        return { to, notice: request.words(WORDS).savedNotice }
      }),
  })
}

const EMPTY_TEXTS = {
  ...Object.fromEntries(FIELD_NAMES.map((name) => [name, ""])),
  locale: "pt-BR",
} as CustomerTexts

function textsOf(row: CustomerRow): CustomerTexts {
  const { email, name, phone, document, address, locale } = presentCustomer(row, false)
  const texts = ADDRESS.map((part) => [part, address?.[part] ?? ""])
  return {
    ...EMPTY_TEXTS,
    ...Object.fromEntries(texts),
    email,
    locale,
    name: name ?? "",
    phone: phone ?? "",
    document: document ? formatDocument(document.number) : "",
  }
}

function fields(request: DashboardRequest, shown: CustomerTexts, metadata: Record<string, string>): Html {
  const words = request.words(WORDS)
  const labels = labelsOf(request)
  const field = (name: (typeof FIELD_NAMES)[number], more: object = {}) =>
    textField(request, {
      name,
      value: shown[name],
      label: labels[name] ?? labels[`address.${name}`] ?? name,
      maxlength: 255,
      ...more,
    })
  return html`${initialValuesField(request, shown)}${field("email", { type: "email", required: true, hint: words.emailHint })}${field("name")}${field(
    "document",
    { maxlength: 18, hint: words.documentHint },
  )}${field("phone", { type: "tel", maxlength: 30, hint: words.phoneHint })}
${selectField(request, { name: "locale", label: words.locale, value: shown.locale, options: LOCALES.map((each) => [each, words.locales[each]]) })}
<fieldset class="two"><legend>${words.addressLegend}</legend>${ADDRESS.map((part) => field(part, HINTS_OF_ADDRESS[part]))}</fieldset>
${metadataFields(request, metadata)}`
}

const HINTS_OF_ADDRESS: Partial<Record<(typeof ADDRESS)[number], object>> = {
  state: { placeholder: "SP" },
  postal_code: { placeholder: "01310-100" },
  country: { maxlength: 2, placeholder: "BR" },
}

/** Returns the form's data as the body of an API request. */
function inputOf(request: DashboardRequest): Record<string, unknown> {
  const { email, name, phone, document, locale, ...address } = changedFields(request, FIELD_NAMES)
  const metadata = changedMetadata(request)
  return {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name: name || null }),
    ...(phone !== undefined && { phone: phone.replace(/[\s().-]/g, "") || null }),
    ...(document !== undefined && { document: document === "" ? null : documentOf(document) }),
    ...(locale !== undefined && { locale }),
    ...(Object.keys(address).length > 0 && { address: addressOf(request) }),
    ...(metadata && { metadata }),
  }
}

/** A number that is neither a CPF nor a CNPJ gets its type from its length, for the error message. */
function documentOf(text: string): { type: string; number: string } {
  const type = text.replace(/[^0-9A-Za-z]/g, "").length <= 11 ? "cpf" : "cnpj"
  return findDocument(text) ?? { type, number: text }
}

/** Merges the form's changes into the stored address, because an update replaces the whole address. */
function mergedAddress(request: DashboardRequest, row: CustomerRow): Record<string, string> | undefined {
  const { address: stored } = presentCustomer(row, false)
  return stored ? filledIn({ ...stored, ...changedFields(request, ADDRESS) }) : undefined
}

/** Returns the whole address of the form, because an update replaces the whole address. Null if every field is empty. */
function addressOf(request: DashboardRequest): Record<string, string> | null {
  const address = filledIn(Object.fromEntries(ADDRESS.map((part) => [part, fieldText(request, part)])))
  return Object.keys(address).length === 0 ? null : address
}

function filledIn(address: Partial<Address>): Record<string, string> {
  return Object.fromEntries(Object.entries(address).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

function labelsOf(request: DashboardRequest): FieldLabels {
  const words = request.words(WORDS)
  const { email, name, phone, document, locale, line1, number, line2, district, city, state, postalCode, country, metadata } =
    words
  const address = { line1, number, line2, district, city, state, postal_code: postalCode, country }
  const parts = Object.entries(address).map(([part, label]) => [`address.${part}`, label])
  return { email, name, phone, document, locale, metadata, address: words.addressLegend, ...Object.fromEntries(parts) }
}
