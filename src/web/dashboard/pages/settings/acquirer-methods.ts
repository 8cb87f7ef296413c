// The payment methods in the form of an acquirer.

import type { AcquirerKind } from "../../../../acquirers/kind.ts"
import { methodsOf } from "../../../../acquirers/routes.ts"
import { PAYMENT_TYPES, type PaymentType } from "../../../../acquirers/sale.ts"
import type { CredentialsRow } from "../../../../acquirers/table.ts"
import { ApiError } from "../../../../base/errors.ts"
import { type Html, html } from "../../../shared/html.ts"
import { checkboxField } from "../../forms/fields.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { acquirerName } from "./acquirer-labels.ts"
import { methodNames } from "./acquirer-state.ts"
import { FORM_WORDS } from "./acquirer-words.ts"

type Kind = Pick<AcquirerKind, "name" | "methods">

/**
 * The methods that an acquirer offers, and who has each one now. Undefined if an owner can give it none, because the money of those that
 * have them is the platform's.
 */
export function methodFields(request: DashboardRequest, kind: Kind, rows: readonly CredentialsRow[]): Html | undefined {
  const words = request.words(FORM_WORDS)
  const fields = kind.methods.map((method) => methodField(request, kind, method, rows))
  const canChoose = kind.methods.some((method) => !isOfPlatform(method, rows))
  return canChoose ? html`<fieldset><legend>${words.methodsField}</legend>${fields}</fieldset>` : undefined
}

/** Why an owner can give an acquirer no method. */
export function platformText(request: DashboardRequest, kind: Kind, rows: readonly CredentialsRow[]): Html {
  return html`${kind.methods.map((method) => html`${ofPlatform(request, method, holderOf(method, rows))} `)}`
}

function methodField(request: DashboardRequest, { name }: Kind, method: PaymentType, rows: readonly CredentialsRow[]): Html {
  const holder = holderOf(method, rows)
  if (isOfPlatform(method, rows)) return html`<p class="hint">${ofPlatform(request, method, holder)}</p>`
  const words = request.words(FORM_WORDS)
  const shown = methodNames(request, [method])
  const checked = !holder ? !rows.some(({ acquirer }) => acquirer === name) : holder.acquirer === name
  const label = holderText()
  return checkboxField(request, { name: "methods", value: method, label, checked })

  function holderText(): string {
    if (!holder) return words.ofNobody(shown)
    return holder.acquirer === name ? words.ofItself(shown) : words.ofAnother(shown, acquirerName(request, holder.acquirer))
  }
}

const holderOf = (method: PaymentType, rows: readonly CredentialsRow[]) => rows.find((row) => methodsOf(row).includes(method))

const isOfPlatform = (method: PaymentType, rows: readonly CredentialsRow[]) => holderOf(method, rows)?.funds === "platform"

function ofPlatform(request: DashboardRequest, method: PaymentType, holder: CredentialsRow | undefined): string {
  return request.words(FORM_WORDS).ofPlatform(methodNames(request, [method]), acquirerName(request, holder?.acquirer ?? ""))
}

/** The chosen methods. Throws ApiError if none is chosen. */
export function readMethods(request: DashboardRequest): PaymentType[] {
  const chosen = request.form.getAll("methods")
  const methods = PAYMENT_TYPES.filter((method) => chosen.includes(method))
  if (methods.length === 0) throw new ApiError("parameter_invalid", request.words(FORM_WORDS).noMethod)
  return methods
}
