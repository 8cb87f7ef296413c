import type { Funds } from "../../../acquirers/table.ts"
import { isForOperator, isForOperatorOf, payerIsPlatform } from "../../../payments/intents/platform-money.ts"
import type { OfIntent } from "../../../payments/intents/store.ts"
import { type Html, html } from "../../shared/html.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { errorText } from "../request/error-text.ts"
import { type RadioField, radioField } from "./fields.ts"

/** Why only the operator of the platform may say something about a payment. Undefined if the user may. */
export async function operatorOnly(request: DashboardRequest, of: OfIntent): Promise<string | undefined> {
  const isRefused = await isForOperator(request.mode.database, request.user, of)
  return isRefused ? errorText(payerIsPlatform(), request.language) : undefined
}

/** The same for what is about the account as a whole. `funds`: who pays its money out. */
export function operatorOnlyOf(request: DashboardRequest, funds: Funds): string | undefined {
  return isForOperatorOf(request.mode.database, request.user, funds) ? errorText(payerIsPlatform(), request.language) : undefined
}

/** Asks what has happened. Who may not say what `gives` the account money is not offered that, and reads who may. */
export async function outcomeField(
  request: DashboardRequest,
  of: OfIntent,
  { gives, ...field }: RadioField & { gives: string },
): Promise<Html> {
  const options = field.options.filter(({ value }) => value !== gives)
  const why = options.length < field.options.length && (await operatorOnly(request, of))
  return why ? html`${radioField(request, { ...field, options })}<p class="hint">${why}</p>` : radioField(request, field)
}
