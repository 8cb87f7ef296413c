import { STATE_CODES } from "../../accounts/brazilian-address.ts"
import { FIELDS_OF, OPTIONAL } from "../pay/checkout-form.ts"
import { CHECKOUT_MESSAGES, type Field } from "../pay/checkout-messages.ts"
import type { Language } from "../pay/messages.ts"

const AUTOCOMPLETE: Partial<Record<Field, string>> = {
  postal_code: "billing postal-code",
  line1: "billing address-line1",
  line2: "billing address-line2",
  district: "billing address-level3",
  city: "billing address-level2",
  state: "billing address-level1",
}

/** The fields of an address in Brazil, with what is wrong about each, hidden. */
export function addressFields(language: Language): string {
  return FIELDS_OF.address.map((field) => fieldOf(field, language)).join("\n")
}

function fieldOf(field: Field, language: Language): string {
  const { fields, wrong, optional } = CHECKOUT_MESSAGES[language]
  const isOptional = OPTIONAL.includes(field)
  const attributes = `name="${field}"${isOptional ? "" : " required"} autocomplete="${AUTOCOMPLETE[field] ?? "off"}" aria-describedby="wrong-${field}"`
  const control =
    field === "state"
      ? `<select ${attributes}><option value=""></option>${STATE_CODES.map((code) => `<option>${code}</option>`).join("")}</select>`
      : `<input ${attributes}${field === "postal_code" ? ' inputmode="numeric"' : ""} maxlength="255">`
  return `<label>${fields[field]}${isOptional ? ` <small>(${optional})</small>` : ""} ${control}</label>
<p class="wrong" id="wrong-${field}" data-wrong="${field}" hidden>${wrong[field]}</p>`
}
