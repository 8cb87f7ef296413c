// The payment methods in the form of an acquirer: those that it has, and those whose fallback it is.

import type { AcquirerKind } from "../../../../acquirers/kind.ts"
import { PAYMENT_TYPES, type PaymentType } from "../../../../acquirers/sale.ts"
import type { CredentialsRow } from "../../../../acquirers/table.ts"
import { holderOf, type Uses } from "../../../../acquirers/uses.ts"
import { ApiError } from "../../../../base/errors.ts"
import { type Html, html } from "../../../shared/html.ts"
import { checkboxField } from "../../forms/fields.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { acquirerName } from "./acquirer-labels.ts"
import { methodNames } from "./acquirer-state.ts"
import { FORM_WORDS } from "./acquirer-words.ts"

type Kind = Pick<AcquirerKind, "name" | "methods">
type Rows = readonly CredentialsRow[]

/**
 * The methods that an acquirer offers, and who has each one now and is its fallback. Undefined if an owner can give it none, because the money of
 * those that have them is the platform's.
 */
export function methodFields(request: DashboardRequest, kind: Kind, rows: Rows): Html | undefined {
  const words = request.words(FORM_WORDS)
  const free = kind.methods.filter((method) => !isOfPlatform(method, rows))
  if (free.length === 0) return undefined
  const fallbacks = free.filter((method) => holderOf(rows, "fallback_for", method)?.funds !== "platform")
  return html`<fieldset><legend>${words.methodsField}</legend>${kind.methods.map((method) => methodField(request, kind, method, rows))}</fieldset>
<fieldset><legend>${words.fallbackField}</legend><p class="hint">${words.fallbackHint}</p>
${fallbacks.map((method) => fallbackField(request, kind, method, rows))}</fieldset>`
}

/** Why an owner can give an acquirer no method. */
export function platformText(request: DashboardRequest, kind: Kind, rows: Rows): Html {
  return html`${kind.methods.map((method) => html`${ofPlatform(request, method, rows)} `)}`
}

function methodField(request: DashboardRequest, { name }: Kind, method: PaymentType, rows: Rows): Html {
  if (isOfPlatform(method, rows)) return html`<p class="hint">${ofPlatform(request, method, rows)}</p>`
  const words = request.words(FORM_WORDS)
  const holder = holderOf(rows, "methods", method)?.acquirer
  const shown = methodNames(request, [method])
  const checked = holder === undefined ? !rows.some(({ acquirer }) => acquirer === name) : holder === name
  return checkboxField(request, { name: "methods", value: method, label: holderText(), checked })

  function holderText(): string {
    if (holder === undefined) return words.ofNobody(shown)
    return holder === name ? words.ofItself(shown) : words.ofAnother(shown, acquirerName(request, holder))
  }
}

function fallbackField(request: DashboardRequest, { name }: Kind, method: PaymentType, rows: Rows): Html {
  const words = request.words(FORM_WORDS)
  const holder = holderOf(rows, "fallback_for", method)?.acquirer
  const shown = methodNames(request, [method])
  const isOther = holder !== undefined && holder !== name
  const label = isOther ? words.otherFallback(shown, acquirerName(request, holder)) : shown
  return checkboxField(request, { name: "fallback_for", value: method, label, checked: holder === name })
}

const isOfPlatform = (method: PaymentType, rows: Rows) => holderOf(rows, "methods", method)?.funds === "platform"

function ofPlatform(request: DashboardRequest, method: PaymentType, rows: Rows): string {
  const { acquirer = "" } = holderOf(rows, "methods", method) ?? {}
  return request.words(FORM_WORDS).ofPlatform(methodNames(request, [method]), acquirerName(request, acquirer))
}

/** The chosen uses. Throws ApiError if there is none, or if the acquirer would be the fallback of itself. */
export function readUses(request: DashboardRequest): Uses {
  const chosen = (field: string) => PAYMENT_TYPES.filter((method) => request.form.getAll(field).includes(method))
  const words = request.words(FORM_WORDS)
  const uses = { methods: chosen("methods"), fallback_for: chosen("fallback_for") }
  const both = uses.methods.filter((method) => uses.fallback_for.includes(method))
  if (both.length > 0) throw new ApiError("parameter_invalid", words.ownFallback(methodNames(request, both)))
  if (uses.methods.length + uses.fallback_for.length === 0) throw new ApiError("parameter_invalid", words.noMethod)
  return uses
}
