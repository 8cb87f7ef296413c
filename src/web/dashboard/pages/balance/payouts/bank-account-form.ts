import { maskedDocument } from "../../../../../accounts/document.ts"
import { Refusal } from "../../../../../base/errors.ts"
import { removeBankAccount, setBankAccount } from "../../../../../payouts/bank-accounts.ts"
import { readAccountNumbers, readPixKey, type Target } from "../../../../../payouts/destination.ts"
import { type PayoutSettings, payoutSettingsOf } from "../../../../../payouts/settings.ts"
import { type Html, html } from "../../../../shared/html.ts"
import type { Change } from "../../../forms/change.ts"
import { radioField, textField } from "../../../forms/fields.ts"
import { fieldText } from "../../../forms/form-values.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { BANK_ACCOUNT_WORDS } from "./bank-account-words.ts"

const MAX_LENGTH = 255

/** Sets the bank account of later payouts. */
export const SET_BANK_ACCOUNT: Change<PayoutSettings> = {
  role: "owner",
  proof: "live",
  find: (request) => payoutSettingsOf(request.mode.database, request.account),
  confirmation: (request, { holder_document }) => {
    const words = request.words(BANK_ACCOUNT_WORDS)
    const rules = request.mode.livemode ? words.liveRules : words.testRules
    return {
      title: words.set,
      text: holder_document === null ? words.holderMissing : `${words.mustBeOf(maskedDocument(holder_document))} ${rules}`,
      fields: fieldsOf(request),
      button: words.set,
      back: request.pathTo("/balance/payouts"),
    }
  },
  make: async (request) => {
    const words = request.words(BANK_ACCOUNT_WORDS)
    const target = readTarget(request)
    const holder_name = fieldText(request, "holder_name") || undefined
    await request.runAction({ action: "bank_account.set" }, (tx, scope) => setBankAccount(tx, scope, { ...target, holder_name }))
    return {
      to: request.pathTo("/balance/payouts"),
      notice: request.mode.livemode ? words.isSetAndWaits : words.isSet,
    }
  },
}

/** Removes the bank accounts of the account. */
export const REMOVE_BANK_ACCOUNT: Change<object> = {
  role: "owner",
  proof: "live",
  find: async () => ({}),
  confirmation: (request) => {
    const words = request.words(BANK_ACCOUNT_WORDS)
    return {
      title: words.removeTitle,
      text: words.removeText,
      button: words.removeTitle,
      tone: "danger",
      back: request.pathTo("/balance/payouts"),
    }
  },
  make: async (request) => {
    await request.runAction({ action: "bank_account.remove" }, removeBankAccount)
    return { to: request.pathTo("/balance/payouts"), notice: request.words(BANK_ACCOUNT_WORDS).removed }
  },
}

function fieldsOf(request: DashboardRequest): Html {
  const words = request.words(BANK_ACCOUNT_WORDS)
  const field = (name: string, label: string, hint?: string) =>
    textField(request, { name, label, maxlength: MAX_LENGTH, ...(hint && { hint }) })
  return html`${radioField(request, {
    name: "type",
    label: words.kind,
    options: [
      { value: "pix", label: words.byPix },
      { value: "transfer", label: words.byNumbers },
    ],
  })}${field("pix_key", words.pixKey, words.pixHint)}${field("bank", words.bank, words.bankHint)}
${field("branch", words.branch)}${field("number", words.account)}${textField(request, {
  ...{ name: "holder_name", label: words.holderName, value: request.location.account.name },
  ...{ required: true, maxlength: MAX_LENGTH },
})}`
}

function readTarget(request: DashboardRequest): Target {
  const text = (name: string) => fieldText(request, name)
  const type = text("type")
  if (type === "pix") return readPixKey(text("pix_key"))
  if (type === "transfer") return readAccountNumbers({ bank: text("bank"), branch: text("branch"), account: text("number") })
  throw new Refusal("parameter_invalid", request.words(BANK_ACCOUNT_WORDS).choose)
}
