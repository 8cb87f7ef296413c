import { newFormToken } from "../../../accounts/users/sent-forms.ts"
import { type Html, html } from "../../shared/html.ts"
import { csrfField } from "../request/csrf-field.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"

type PostForm = {
  action: string
  button: string
  fields?: Html
  tone?: "danger" | "quiet"
  /** Whether the form uploads a file. */
  upload?: boolean
}

/** A form that runs its action at once. Its token makes the action run only once if the form is sent twice. */
export function postForm(request: DashboardRequest, { action, button, fields, tone, upload }: PostForm): Html {
  return html`<form class="post" method="post" action="${action}" ${upload && html`enctype="multipart/form-data"`}>${csrfField(request)}
<input type="hidden" name="form_token" value="${newFormToken()}">
${fields}<button class="${tone ?? ""}">${button}</button></form>`
}

type TextField = {
  name: string
  label: string
  /** The initial value. After an error, the field shows the value that was sent. */
  value?: string
  hint?: string
  type?: "text" | "number" | "email" | "url" | "date" | "datetime-local" | "search" | "tel"
  required?: boolean
  maxlength?: number
  placeholder?: string
}

export function textField(request: DashboardRequest, { name, label, value = "", hint, type = "text", ...rest }: TextField): Html {
  const { required, maxlength, placeholder } = rest
  const hintId = `${name}-hint`
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${request.form.get(name) ?? value}" autocomplete="off" ${required && html`required`}
 ${maxlength && html`maxlength="${maxlength}"`} ${placeholder && html`placeholder="${placeholder}"`} ${hint && html`aria-describedby="${hintId}"`}>
${hint && html`<span class="hint" id="${hintId}">${hint}</span>`}</p>`
}

type PasswordField = { name: string; label: string; hint: string; maxlength: number; required?: boolean }

/** A field for a secret. It is never shown: neither the current one, nor the one that was typed before an error. */
export function passwordField({ name, label, hint, maxlength, required = true }: PasswordField): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="off" ${required && html`required`} maxlength="${maxlength}" aria-describedby="${name}-hint">
<span class="hint" id="${name}-hint">${hint}</span></p>`
}

/** Like passwordField, for a secret of several lines. */
export function secretAreaField({ name, label, hint, maxlength, required = true }: PasswordField): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="3" autocomplete="off" spellcheck="false" ${required && html`required`} maxlength="${maxlength}" aria-describedby="${name}-hint"></textarea>
<span class="hint" id="${name}-hint">${hint}</span></p>`
}

type SelectField = { name: string; label: string; value?: string; options: readonly (readonly [value: string, name: string])[] }

/** A select field with its label. */
export function selectField(request: DashboardRequest, { name, label, value = "", options }: SelectField): Html {
  const chosen = request.form.get(name) ?? value
  const entries = options.map(
    ([each, text]) => html`<option value="${each}" ${each === chosen && html`selected`}>${text}</option>`,
  )
  return html`<p class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${entries}</select></p>`
}

type CheckboxField = { name: string; value: string; label: string; checked?: boolean }

export function checkboxField(request: DashboardRequest, { name, value, label, checked = false }: CheckboxField): Html {
  const id = `${name}-${value}`
  const isChecked = request.ctx.method === "POST" ? request.form.getAll(name).includes(value) : checked
  return html`<p class="check"><input type="checkbox" id="${id}" name="${name}" value="${value}" ${isChecked && html`checked`}>
<label for="${id}">${label}</label></p>`
}

type TextareaField = Pick<TextField, "name" | "label" | "value" | "hint" | "maxlength" | "required">

/** A text area with its label. */
export function textareaField(
  request: DashboardRequest,
  { name, label, value = "", hint, maxlength, required = false }: TextareaField,
): Html {
  const hintId = `${name}-hint`
  return html`<p class="field"><label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="3" ${required && html`required`} ${maxlength && html`maxlength="${maxlength}"`} ${hint && html`aria-describedby="${hintId}"`}>
${request.form.get(name) ?? value}</textarea>${hint && html`<span class="hint" id="${hintId}">${hint}</span>`}</p>`
}

export type RadioField = {
  name: string
  label: string
  /** The initial choice. If omitted, nothing is chosen, and the user must choose. */
  value?: string
  options: readonly { value: string; label: string; hint?: string | Html }[]
}

/** Radio buttons whose options have explanations. */
export function radioField(request: DashboardRequest, { name, label, value, options }: RadioField): Html {
  const chosen = request.form.get(name) ?? value
  const entries = options.map((option) => {
    const id = `${name}-${option.value}`
    return html`<p class="check"><input type="radio" id="${id}" name="${name}" value="${option.value}" required ${option.value === chosen && html`checked`}>
<label for="${id}">${option.label}${option.hint && html` <span class="hint">${option.hint}</span>`}</label></p>`
  })
  return html`<fieldset><legend>${label}</legend>${entries}</fieldset>`
}
