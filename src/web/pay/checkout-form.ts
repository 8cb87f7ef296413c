import rawBody from "raw-body"
import { STATE_CODES } from "../../accounts/brazilian-address.ts"
import { findDocument } from "../../accounts/document.ts"
import { hasCardNumber, hasGroupedCardNumber } from "../../base/card-numbers.ts"
import type { PayerDetail } from "../../checkout/offers.ts"
import type { Order } from "../../checkout/pay.ts"
import type { Context } from "../../http/context.ts"
import { stateOfCep } from "./cep.ts"
import type { CheckoutMessages, Field } from "./checkout-messages.ts"

const MAX_FORM_BYTES = 16 * 1024
/** The limit of the contract for each of these texts. */
const MAX_TEXT = 255

/** The fields of each detail, in the order in which a form asks for them. */
export const FIELDS_OF: Record<PayerDetail, readonly Field[]> = {
  name: ["name"],
  document: ["document"],
  address: ["postal_code", "line1", "number", "line2", "district", "city", "state"],
}

export const OPTIONAL: readonly Field[] = ["number", "line2", "district"]

/** A field that the payer has to correct. `says` is the message, if it is not that of the field. */
export type Problem = { field: Field; says: keyof CheckoutMessages["wrong"] }

export type Filled = { details: Order["details"]; wrong: Problem[] }

/** Reads a form. A body that is no form has no fields. */
export async function readPayForm(ctx: Context): Promise<URLSearchParams> {
  if (!ctx.is("application/x-www-form-urlencoded")) return new URLSearchParams()
  const form = await rawBody(ctx.req, { limit: MAX_FORM_BYTES, encoding: "utf8" }).catch(() => "")
  return new URLSearchParams(form)
}

/** Reads the details that the page has asked for, and no others. `wrong` are the fields that the payer has to correct. */
export function readDetails(form: URLSearchParams, asked: readonly PayerDetail[]): Filled {
  const text = (field: Field) => (form.get(field) ?? "").trim()
  const fields = asked.flatMap((detail) => FIELDS_OF[detail])
  const wrong: Problem[] = fields.filter((field) => !isRight(field, text(field))).map((field) => ({ field, says: field }))
  if (wrong.length === 0 && asked.includes("address")) wrong.push(...problemsOfCep(text("postal_code"), text("state")))
  if (wrong.length > 0) return { details: {}, wrong }
  const optional = (field: Field) => text(field) || null
  const details: Order["details"] = {}
  if (asked.includes("name")) details.name = text("name")
  if (asked.includes("document")) details.document = findDocument(text("document")) ?? null
  if (asked.includes("address"))
    details.address = {
      line1: text("line1"),
      number: optional("number"),
      line2: optional("line2"),
      district: optional("district"),
      city: text("city"),
      state: text("state"),
      postal_code: text("postal_code").replace(/\D/g, ""),
    }
  return { details, wrong }
}

function problemsOfCep(cep: string, state: string): Problem[] {
  const found = stateOfCep(cep.replace(/\D/g, ""))
  if (found === state) return []
  return [{ field: "postal_code", says: found ? "otherState" : "noSuchCep" }]
}

function isRight(field: Field, text: string): boolean {
  if (text === "") return OPTIONAL.includes(field)
  if (text.length > MAX_TEXT || /\p{C}/u.test(text) || !text.isWellFormed()) return false
  switch (field) {
    case "name":
      return /\p{L}/u.test(text) && !hasCardNumber(text)
    case "document":
      return findDocument(text) !== undefined
    case "postal_code":
      return text.replace(/[\p{P}\p{Z}]/gu, "").match(/^\d{8}$/) !== null
    case "state":
      return STATE_CODES.includes(text)
    default:
      return !hasGroupedCardNumber(text)
  }
}
