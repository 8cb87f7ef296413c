/** HTML that is safe to send. Only `html` makes it, which escapes every value that is not Html itself. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Child = Html | string | number | null | undefined | false | readonly Child[]

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/**
 * A template of HTML: html`<p title="${title}">${text}</p>`. Texts and numbers are escaped, in elements and in quoted attributes. Lists are
 * joined. Null, undefined and false are left out. Always quote attributes, and never insert a value into a script or a style.
 */
export function html(parts: TemplateStringsArray, ...children: Child[]): Html {
  return new Html(parts.reduce((text, part, i) => text + render(children[i - 1]) + part))
}

function render(child: Child): string {
  if (child === null || child === undefined || child === false) return ""
  if (child instanceof Html) return child.text
  if (typeof child === "object") return child.map(render).join("")
  return escapeHtml(String(child))
}

/** Escapes a text for elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
