import { ApiError } from "../../../base/errors.ts"
import { loadContract } from "../../../contract.ts"
import { checkedBody } from "../../../http/validate.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "./at.ts"
import type { Words } from "./language.ts"

/** Text fields of a form by name. */
export type Texts<Name extends string = string> = Record<Name, string>

/** Names and values from a merchant, such as metadata. */
export type Pairs = Record<string, string>

/** The form labels of a body's members, by their paths: `address.city`. */
export type Labels = Record<string, string>

const BLANK_PAIRS = 2

/** Returns the text of a field, trimmed. Browsers end lines with CR and LF. */
export function sentText(at: At, name: string): string {
  return (at.form.get(name) ?? "").replaceAll("\r\n", "\n").trim()
}

/**
 * Stores the initial values in the form. A change then includes only the fields that its user edited. So two users who edit different
 * fields at the same time do not undo each other's changes.
 */
export function shownField(at: At, shown: Texts): Html {
  return html`<input type="hidden" name="shown" value="${at.form.get("shown") ?? JSON.stringify(shown)}">`
}

/** Returns the texts that differ from the initial values. */
export function changedTexts<Name extends string>(at: At, names: readonly Name[]): Partial<Texts<Name>> {
  const shown = shownBefore(at)
  const changed = names.map((name) => [name, sentText(at, name)] as const).filter(([name, text]) => text !== (shown[name] ?? ""))
  return Object.fromEntries(changed) as Partial<Texts<Name>>
}

/** Returns the checked values of a name if they differ from the initial ones. The form stores the initial values separated by spaces. */
export function changedChoice(at: At, name: string): string[] | undefined {
  const chosen = at.form.getAll(name)
  return chosen.join(" ") === (shownBefore(at)[name] ?? "") ? undefined : chosen
}

function shownBefore(at: At): Record<string, string | undefined> {
  const entries = entriesOf(at.form.get("shown")).map(([name, text]) => [name, text.replaceAll("\r\n", "\n").trim()])
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
export function metadataFields(at: At, stored: Pairs): Html {
  const words = at.words(WORDS)
  const sent = sentPairs(at)
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
<input type="hidden" name="metadata_shown" value="${at.form.get("metadata_shown") ?? JSON.stringify(stored)}"></fieldset>`
}

/** Returns the changed metadata: null removes a name. Undefined if nothing changed. */
export function changedMetadata(at: At): Record<string, string | null> | undefined {
  const shown = new Map(entriesOf(at.form.get("metadata_shown")))
  const sent = new Map(sentPairs(at).filter(([name, value]) => name !== "" && value !== ""))
  const removed = [...shown.keys()].filter((name) => !sent.has(name)).map((name) => [name, null] as const)
  const changed = [...sent].filter(([name, value]) => shown.get(name) !== value)
  return removed.length + changed.length > 0 ? Object.fromEntries([...removed, ...changed]) : undefined
}

function sentPairs(at: At): [string, string][] {
  const values = at.form.getAll("metadata_value")
  const pairs = at.form.getAll("metadata_name").map((name, i) => [name.trim(), (values[i] ?? "").trim()] as [string, string])
  return pairs.filter(([name, value]) => name !== "" || value !== "")
}

/** Checks a form's data against the contract, as the body of an API operation. Throws the same error as an API request. */
export async function bodyOf<Body>(operationId: string, body: Record<string, unknown>): Promise<Body> {
  return checkedBody<Body>(await loadContract(), operationId, body)
}

/** Runs the action of a form. In an error, the name of a body member becomes the label of its field. */
export async function namingFields<Done>(at: At, labels: Labels, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    const label = error instanceof ApiError && error.param ? labelOf(labels, error.param) : undefined
    if (!label || !(error instanceof ApiError)) throw error
    throw new ApiError(error.code, at.words(WORDS).wrong(label, error.message.replaceAll(`'${error.param}'`, label)), error.param)
  }
}

/** Returns the label of a member, or of the member that contains it. */
function labelOf(labels: Labels, param: string): string | undefined {
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
