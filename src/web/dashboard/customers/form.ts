import {
  type Address,
  type CustomerInput,
  type CustomerRow,
  createCustomer,
  mustFindCustomer,
  mustLockCustomer,
  presentCustomer,
  updateCustomer,
} from "../../../accounts/customers.ts"
import { findDocument, formatDocument } from "../../../accounts/document.ts"
import { readMetadata } from "../../../accounts/metadata.ts"
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
  type Texts,
} from "../shell/body.ts"
import { textField } from "../shell/form.ts"
import { WORDS } from "./words.ts"

const ADDRESS = ["line1", "number", "line2", "district", "city", "state", "postal_code", "country"] as const
const NAMES = ["email", "name", "phone", "document", ...ADDRESS] as const

type Shown = Texts<(typeof NAMES)[number]>

/** The forms to create and edit a customer. They use the functions and the checks of the API. */
export function customerForms(area: Area): void {
  area.change("/customers/new", {
    role: "operator",
    proof: "never",
    find: async () => NOTHING,
    ask: (at, shown) => {
      const { createTitle: title, createText: text, create: button } = at.words(WORDS)
      return { title, text, button, fields: fields(at, shown, {}), back: at.path("/customers") }
    },
    make: (at) =>
      namingFields(at, labelsOf(at), async () => {
        const input = await bodyOf<CustomerInput & { email: string }>("createCustomer", inputOf(at))
        const { id } = await at.act({ action: "customer.create" }, (tx, scope) => createCustomer(tx, scope, input))
        return { to: at.path(`/customers/${id}`), notice: at.words(WORDS).createdNotice }
      }),
  })

  area.change("/customers/:id/edit", {
    role: "operator",
    proof: "never",
    find: (at) => mustFindCustomer(at.mode.database, at, at.param("id")),
    ask: (at, row) => {
      const words = at.words(WORDS)
      return {
        title: words.editTitle(row.name ?? row.email),
        text: words.editText,
        button: words.save,
        fields: fields(at, shownOf(row), readMetadata(row.metadata)),
        back: at.path(`/customers/${row.id}`),
      }
    },
    make: (at, { id }) =>
      namingFields(at, labelsOf(at), async () => {
        const to = at.path(`/customers/${id}`)
        const input = inputOf(at)
        if (Object.keys(input).length === 0) return { to, notice: at.words(WORDS).unchangedNotice }
        const checked = await bodyOf<CustomerInput>("updateCustomer", input)
        await at.act({ action: "customer.update", target: id }, async (tx, scope) => {
          const address = checked.address && mergedAddress(at, await mustLockCustomer(tx, scope, id))
          return updateCustomer(tx, scope, id, address ? await bodyOf("updateCustomer", { ...input, address }) : checked)
        })
        return { to, notice: at.words(WORDS).savedNotice }
      }),
  })
}

const NOTHING = Object.fromEntries(NAMES.map((name) => [name, ""])) as Shown

function shownOf(row: CustomerRow): Shown {
  const { email, name, phone, document, address } = presentCustomer(row, false)
  const texts = ADDRESS.map((part) => [part, address?.[part] ?? ""])
  return {
    ...NOTHING,
    ...Object.fromEntries(texts),
    email,
    name: name ?? "",
    phone: phone ?? "",
    document: document ? formatDocument(document.number) : "",
  }
}

function fields(at: At, shown: Shown, metadata: Record<string, string>): Html {
  const words = at.words(WORDS)
  const labels = labelsOf(at)
  const field = (name: (typeof NAMES)[number], more: object = {}) =>
    textField(at, { name, value: shown[name], label: labels[name] ?? labels[`address.${name}`] ?? name, maxlength: 255, ...more })
  return html`${shownField(at, shown)}${field("email", { type: "email", required: true, hint: words.emailHint })}${field("name")}${field(
    "document",
    { maxlength: 18, hint: words.documentHint },
  )}${field("phone", { type: "tel", maxlength: 30, hint: words.phoneHint })}
<fieldset class="two"><legend>${words.addressLegend}</legend>${ADDRESS.map((part) => field(part, HINTS_OF_ADDRESS[part]))}</fieldset>
${metadataFields(at, metadata)}`
}

const HINTS_OF_ADDRESS: Partial<Record<(typeof ADDRESS)[number], object>> = {
  state: { placeholder: "SP" },
  postal_code: { placeholder: "01310-100" },
  country: { maxlength: 2, placeholder: "BR" },
}

/** Returns the form's data as the body of an API request. */
function inputOf(at: At): Record<string, unknown> {
  const { email, name, phone, document, ...address } = changedTexts(at, NAMES)
  const metadata = changedMetadata(at)
  return {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name: name || null }),
    ...(phone !== undefined && { phone: phone.replace(/[\s().-]/g, "") || null }),
    ...(document !== undefined && { document: document === "" ? null : documentOf(document) }),
    ...(Object.keys(address).length > 0 && { address: addressOf(at) }),
    ...(metadata && { metadata }),
  }
}

/** A number that is neither a CPF nor a CNPJ gets its type from its length, for the error message. */
function documentOf(text: string): { type: string; number: string } {
  const type = text.replace(/[^0-9A-Za-z]/g, "").length <= 11 ? "cpf" : "cnpj"
  return findDocument(text) ?? { type, number: text }
}

/** Merges the form's changes into the stored address, because an update replaces the whole address. */
function mergedAddress(at: At, row: CustomerRow): Record<string, string> | undefined {
  const { address: stored } = presentCustomer(row, false)
  return stored ? filledIn({ ...stored, ...changedTexts(at, ADDRESS) }) : undefined
}

/** Returns the whole address of the form, because an update replaces the whole address. Null if every field is empty. */
function addressOf(at: At): Record<string, string> | null {
  const address = filledIn(Object.fromEntries(ADDRESS.map((part) => [part, sentText(at, part)])))
  return Object.keys(address).length === 0 ? null : address
}

function filledIn(address: Partial<Address>): Record<string, string> {
  return Object.fromEntries(Object.entries(address).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

function labelsOf(at: At): Labels {
  const words = at.words(WORDS)
  const { email, name, phone, document, line1, number, line2, district, city, state, postalCode, country, metadata } = words
  const address = { line1, number, line2, district, city, state, postal_code: postalCode, country }
  const parts = Object.entries(address).map(([part, label]) => [`address.${part}`, label])
  return { email, name, phone, document, metadata, address: words.addressLegend, ...Object.fromEntries(parts) }
}
