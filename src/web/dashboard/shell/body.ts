import { loadContract } from "../../../contract.ts"
import { ApiError } from "../../../errors.ts"
import { checkedBody } from "../../../http/validate.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "./at.ts"
import type { Words } from "./language.ts"

/** Text fields of a form by name. */
export type Texts<Name extends string = string> = Record<Name, string>

/** Names and values that a merchant gave, such as metadata. */
export type Pairs = Record<string, string>

/** The names of a body's members as the form shows them, by their paths: `address.city`. */
export type Labels = Record<string, string>

const BLANK_PAIRS = 2

/** What a form sent in a field, without spaces around it. Browsers end lines with CR and LF. */
export function sentText(at: At, name: string): string {
  return (at.form.get(name) ?? "").replaceAll("\r\n", "\n").trim()
}

/**
 * Keeps in the form what it showed at first. A change then has only what its user changed, and two users who change different things
 * at the same time do not undo each other's changes.
 */
export function shownField(at: At, shown: Texts): Html {
  return html`<input type="hidden" name="shown" value="${at.form.get("shown") ?? JSON.stringify(shown)}">`
}

/** The texts that differ from those that the form showed. */
export function changedTexts<Name extends string>(at: At, names: readonly Name[]): Partial<Texts<Name>> {
  const shown = shownBefore(at)
  const changed = names.map((name) => [name, sentText(at, name)] as const).filter(([name, text]) => text !== (shown[name] ?? ""))
  return Object.fromEntries(changed) as Partial<Texts<Name>>
}

/** What is chosen in boxes of one name, where that differs from what the form showed: the values with a space between them. */
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

/** The fields of metadata: a name and a value each, and empty ones for more. */
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

/** The metadata that a form changed: null removes a name. Undefined where it changed nothing. */
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

/** Checks what a form asks for by the contract, as the body of an operation of the API. Throws what a request would get. */
export async function bodyOf<Body>(operationId: string, body: Record<string, unknown>): Promise<Body> {
  return checkedBody<Body>(await loadContract(), operationId, body)
}

/** Does what a form asks for. An error that names a member of the body names the field of the form instead. */
export async function namingFields<Done>(at: At, labels: Labels, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    const label = error instanceof ApiError && error.param ? labelOf(labels, error.param) : undefined
    if (!label || !(error instanceof ApiError)) throw error
    throw new ApiError(error.code, at.words(WORDS).wrong(label, error.message.replaceAll(`'${error.param}'`, label)), error.param)
  }
}

/** The label of a member, or of what it is in. */
function labelOf(labels: Labels, param: string): string | undefined {
  const first = param.split(".")[0]!
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
