import { ApiError } from "../../../base/errors.ts"
import { loadContract } from "../../../contract/contract.ts"
import { checkedBody } from "../../../http/validate.ts"
import { type Html, html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"

/** Text fields of a form by name. */
export type FieldTexts<Name extends string = string> = Record<Name, string>

/** Names and values from a merchant, such as metadata. */
export type StoredMetadata = Record<string, string>

/** The form labels of a body's members, by their paths: `address.city`. */
export type FieldLabels = Record<string, string>

const BLANK_PAIRS = 2

/** Returns the text of a field, trimmed. Browsers end lines with CR and LF. */
export function fieldText(request: DashboardRequest, name: string): string {
  return (request.form.get(name) ?? "").replaceAll("\r\n", "\n").trim()
}

/**
 * Stores the initial values in the form. A change then includes only the fields that its user edited. So two users who edit different
 * fields at the same time do not undo each other's changes.
 */
export function initialValuesField(request: DashboardRequest, shown: FieldTexts): Html {
  return html`<input type="hidden" name="shown" value="${request.form.get("shown") ?? JSON.stringify(shown)}">`
}

/** Returns the texts that differ from the initial values. */
export function changedFields<Name extends string>(request: DashboardRequest, names: readonly Name[]): Partial<FieldTexts<Name>> {
  const shown = initialValues(request)
  const changed = names
    .map((name) => [name, fieldText(request, name)] as const)
    .filter(([name, text]) => text !== (shown[name] ?? ""))
  return Object.fromEntries(changed) as Partial<FieldTexts<Name>>
}

/** Returns the checked values of a name if they differ from the initial ones. The form stores the initial values separated by spaces. */
export function changedChoice(request: DashboardRequest, name: string): string[] | undefined {
  const chosen = request.form.getAll(name)
  return chosen.join(" ") === (initialValues(request)[name] ?? "") ? undefined : chosen
}

function initialValues(request: DashboardRequest): Record<string, string | undefined> {
  const entries = entriesOf(request.form.get("shown")).map(([name, text]) => [name, text.replaceAll("\r\n", "\n").trim()])
  return Object.fromEntries(entries)
}

function entriesOf(json: string | null): [string, string][] {
  try {
    return Object.entries(JSON.parse(json ?? "{}")).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  } catch {
    return []
  }
}

/** The metadata fields: a name and a value each, and empty ones for more. */
export function metadataFields(request: DashboardRequest, stored: StoredMetadata): Html {
  const words = request.words(WORDS)
  const sent = sentMetadata(request)
  const pairs = sent.length > 0 ? sent : Object.entries(stored)
  const blank = Array.from({ length: BLANK_PAIRS }, () => ["", ""] as const)
  const rows = [...pairs, ...blank].map(
    ([
      name,
      value,
    ]) => html`<p class="pair"><input name="metadata_name" aria-label="${words.name}" placeholder="${words.name}" maxlength="40" value="${name}" autocomplete="off">
<input name="metadata_value" aria-label="${words.value}" placeholder="${words.value}" maxlength="500" value="${value}" autocomplete="off"></p>`,
  )
  return html`<fieldset><legend>${words.metadata}</legend><p class="hint">${words.hint}</p>${rows}
<input type="hidden" name="metadata_shown" value="${request.form.get("metadata_shown") ?? JSON.stringify(stored)}"></fieldset>`
}

/** Returns the changed metadata: null removes a name. Undefined if nothing changed. */
export function changedMetadata(request: DashboardRequest): Record<string, string | null> | undefined {
  const shown = new Map(entriesOf(request.form.get("metadata_shown")))
  const sent = new Map(sentMetadata(request).filter(([name, value]) => name !== "" && value !== ""))
  const removed = [...shown.keys()].filter((name) => !sent.has(name)).map((name) => [name, null] as const)
  const changed = [...sent].filter(([name, value]) => shown.get(name) !== value)
  return removed.length + changed.length > 0 ? Object.fromEntries([...removed, ...changed]) : undefined
}

function sentMetadata(request: DashboardRequest): [string, string][] {
  const values = request.form.getAll("metadata_value")
  const pairs = request.form.getAll("metadata_name").map((name, i) => [name.trim(), (values[i] ?? "").trim()] as [string, string])
  return pairs.filter(([name, value]) => name !== "" || value !== "")
}

/** Checks a form's data against the contract, as the body of an API operation. Throws the same error as an API request. */
export async function checkedRequestBody<Body>(operationId: string, body: Record<string, unknown>): Promise<Body> {
  return checkedBody<Body>(await loadContract(), operationId, body)
}

/** Runs the action of a form. In an error, the name of a body member becomes the label of its field. */
export async function withFieldLabels<Result>(
  request: DashboardRequest,
  labels: FieldLabels,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const label = error instanceof ApiError && error.param ? labelOf(labels, error.param) : undefined
    if (!label || !(error instanceof ApiError)) throw error
    throw new ApiError(
      error.code,
      request.words(WORDS).wrong(label, error.message.replaceAll(`'${error.param}'`, label)),
      error.param,
    )
  }
}

/** Returns the label of a member, or of the member that contains it. */
function labelOf(labels: FieldLabels, param: string): string | undefined {
  const [first = param] = param.split(".")
  return [param, first].filter((name) => Object.hasOwn(labels, name)).map((name) => labels[name])[0]
}

const en = {
  metadata: "Metadata",
  name: "Name",
  value: "Value",
  hint: "Your own data, such as an order number. Clear a value to remove its name.",
  wrong: (_label: string, message: string) => message,
}
const pt: typeof en = {
  metadata: "Metadados",
  name: "Nome",
  value: "Valor",
  hint: "Seus próprios dados, como um número de pedido. Apague o valor para remover o nome.",
  wrong: (label) => `Confira o campo “${label}”: está vazio ou não tem a forma esperada.`,
}
const WORDS: Words<typeof en> = { en, pt }
