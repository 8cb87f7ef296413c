import { formatDocument } from "../../../../accounts/document.ts"
import { readColor, readMailFooter, readSupportEmail, readSupportPhone } from "../../../../accounts/payer-contact.ts"
import { readAnyDocument, type Settings, type SettingsChange } from "../../../../accounts/settings.ts"
import { readThreeDSecureBrands } from "../../../../accounts/three-d-secure.ts"
import { Refusal } from "../../../../base/errors.ts"
import { readAmount } from "../../../../base/read-amount.ts"
import { type Html, html } from "../../../shared/html.ts"
import { amountText } from "../../forms/amount-field.ts"
import { selectField, textField } from "../../forms/fields.ts"
import { changedFields, type FieldTexts, fieldText, initialValuesField } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./words.ts"

const FIELD_NAMES = [
  "display_name",
  "document",
  "address",
  "support_email",
  "support_phone",
  "color",
  "mail_footer",
  "max_installments",
  "installment_minimum",
  "offers_debit",
  "three_d_secure_from",
  "three_d_secure_brands",
  "three_d_secure_data",
] as const
const MAX_CHARACTERS = 255
/** Installments are offered in brl only. */
const CURRENCY = "brl"

const [YES, NO] = ["yes", "no"]

type Name = (typeof FIELD_NAMES)[number]

/** The settings as the form shows them. */
export function textsOf(
  request: DashboardRequest,
  { installments, document, three_d_secure, ...settings }: Settings,
): FieldTexts<Name> {
  const { minimum_amount, brands, data_only } = three_d_secure
  return {
    display_name: settings.display_name ?? "",
    document: document ? formatDocument(document) : "",
    address: settings.address ?? "",
    support_email: settings.support_email ?? "",
    support_phone: settings.support_phone ?? "",
    color: settings.color ?? "",
    mail_footer: settings.mail_footer ?? "",
    max_installments: String(installments.max),
    installment_minimum: amountText(request, installments.minimum_amount, CURRENCY),
    offers_debit: settings.offers_debit ? YES : NO,
    three_d_secure_from: minimum_amount === null ? "" : amountText(request, minimum_amount, CURRENCY),
    three_d_secure_brands: brands.join(", "),
    three_d_secure_data: data_only ? YES : NO,
  }
}

/** The fields of the form. */
export function settingFields(request: DashboardRequest, shown: FieldTexts<Name>): Html {
  const words = request.words(WORDS)
  const of = (name: Name, label: string, hint: string, more: Partial<Parameters<typeof textField>[1]> = {}) =>
    textField(request, { name, label, hint, value: shown[name], maxlength: MAX_CHARACTERS, ...more })
  const debitOptions = [
    [NO, words.debitNo],
    [YES, words.debitYes],
  ] as const
  const dataOptions = [
    [NO, words.threeDSecureDataNo],
    [YES, words.threeDSecureDataYes],
  ] as const
  return html`${initialValuesField(request, shown)}${of("display_name", words.displayName, words.displayNameHint)}
${of("document", words.document, words.documentHint)}${of("address", words.address, words.addressHint)}
${of("support_email", words.supportEmail, words.supportEmailHint, { type: "email" })}
${of("support_phone", words.supportPhone, words.supportPhoneHint, { type: "tel", maxlength: 30 })}
${of("color", words.color, words.colorHint, { maxlength: 7, placeholder: "#0a5c36" })}${of("mail_footer", words.mailFooter, words.mailFooterHint)}
${of("max_installments", words.maxInstallments, words.maxInstallmentsHint, { maxlength: 2 })}
${of("installment_minimum", words.installmentMinimum, words.installmentMinimumHint, { maxlength: 30 })}
${selectField(request, { name: "offers_debit", label: words.debit, value: shown.offers_debit, options: debitOptions })}
${of("three_d_secure_from", words.threeDSecureFrom, words.threeDSecureFromHint, { maxlength: 30 })}
${of("three_d_secure_brands", words.threeDSecureBrands, words.threeDSecureBrandsHint, { maxlength: 60 })}
${selectField(request, { name: "three_d_secure_data", label: words.threeDSecureData, value: shown.three_d_secure_data, options: dataOptions })}`
}

/** Returns the changes in the form. Throws a Refusal for values that `vintem accounts update` also refuses. */
export function changeOf(request: DashboardRequest): SettingsChange {
  return readTexts(request, changedFields(request, FIELD_NAMES))
}

/** Returns all values of the form. Throws like `changeOf`. */
export function allValuesOf(request: DashboardRequest): SettingsChange {
  const texts = Object.fromEntries(FIELD_NAMES.map((name) => [name, fieldText(request, name)])) as FieldTexts<Name>
  return readTexts(request, texts)
}

function readTexts(request: DashboardRequest, texts: Partial<FieldTexts<Name>>): SettingsChange {
  const words = request.words(WORDS)
  const line = (label: string) => (text: string) => readLine(request, label, text)
  const readers = {
    display_name: line(words.displayName),
    document: readAnyDocument,
    address: line(words.address),
    support_email: readSupportEmail,
    support_phone: readSupportPhone,
    color: readColor,
    mail_footer: readMailFooter,
  } satisfies { [Setting in keyof SettingsChange]: (text: string) => string }
  const read = Object.entries(readers).flatMap(([name, reader]) => {
    const text = texts[name as keyof typeof readers]
    return text === undefined ? [] : [[name, text === "" ? null : reader(text)]]
  })
  return { ...Object.fromEntries(read), ...readChoices(texts) }
}

/** What is no text: numbers, amounts and choices. */
function readChoices({ offers_debit, ...texts }: Partial<FieldTexts<Name>>): SettingsChange {
  const { max_installments, installment_minimum, three_d_secure_from: from, three_d_secure_brands: brands } = texts
  const installments = {
    ...(max_installments !== undefined && { max: Number(max_installments || Number.NaN) }),
    ...(installment_minimum !== undefined && { minimum_amount: readAmount(installment_minimum, CURRENCY) ?? Number.NaN }),
  }
  const three_d_secure = {
    ...(from !== undefined && { minimum_amount: from === "" ? null : (readAmount(from, CURRENCY) ?? Number.NaN) }),
    ...(brands !== undefined && { brands: readThreeDSecureBrands(brands) }),
    ...(texts.three_d_secure_data !== undefined && { data_only: texts.three_d_secure_data === YES }),
  }
  return {
    ...(offers_debit !== undefined && { offers_debit: offers_debit === YES }),
    ...(Object.keys(installments).length > 0 && { installments }),
    ...(Object.keys(three_d_secure).length > 0 && { three_d_secure }),
  }
}

function readLine(request: DashboardRequest, label: string, text: string): string {
  if ([...text].length > MAX_CHARACTERS) throw new Refusal("text_too_long", request.words(WORDS).tooLong(label))
  return text
}
