import { type Html, html } from "../../html.ts"
import type { At } from "../shell/at.ts"

/** A choice of one of few, with nothing chosen at first. */
export function choice(at: At, name: string, label: string, options: Readonly<Record<string, string>>): Html {
  const boxes = Object.entries(options).map(
    ([
      value,
      text,
    ]) => html`<p class="check"><input type="radio" id="${name}-${value}" name="${name}" value="${value}" required ${at.form.get(name) === value && html`checked`}>
<label for="${name}-${value}">${text}</label></p>`,
  )
  return html`<fieldset><legend>${label}</legend>${boxes}</fieldset>`
}
