import { createRequire } from "node:module"
import type { Token, Tokens } from "marked"
import { escapeHtml } from "../../../src/web/shared/html.ts"

type Highlighter = {
  getLanguage(name: string): object | undefined
  highlight(code: string, options: { language: string }): { value: string }
}

// Its types include browser types, which would then apply to the whole project.
const hljs = createRequire(import.meta.url)("highlight.js") as Highlighter

/** The language names of guides that differ from those of highlight.js. */
const LANGUAGES: Record<string, string> = { sh: "bash", html: "xml", text: "plaintext", "": "plaintext" }

/** Returns whether a token is a sample with a title, as in ```ts title=TypeScript. */
export function isSample(token: Token): token is Tokens.Code {
  return token.type === "code" && titleOf(token as Tokens.Code) !== undefined
}

/** A single sample or response. */
export function figure(code: Tokens.Code): string {
  const title = titleOf(code)
  return `<figure class="code">${title ? `<figcaption>${escapeHtml(title)}</figcaption>` : ""}${pre(code)}</figure>\n`
}

/**
 * One sample in several languages. The tabs are radio buttons, so they work without a script, and nothing moves after the page has loaded.
 * A script remembers the reader's language. `name` is unique on the page. `legend` says what one chooses.
 */
export function tabs(codes: Tokens.Code[], name: string, legend: string): string {
  const inputs = codes.map((code, index) => {
    const id = `${name}-${index + 1}`
    const title = escapeHtml(titleOf(code)!)
    const checked = index === 0 ? " checked" : ""
    return `<input type="radio" name="${name}" id="${id}" value="${title}"${checked}><label for="${id}">${title}</label>`
  })
  const panels = codes.map((code) => `<div class="panel">${pre(code)}</div>`)
  return `<fieldset class="code tabs"><legend>${legend}</legend>${inputs.join("")}${panels.join("")}</fieldset>\n`
}

function titleOf({ lang }: Tokens.Code): string | undefined {
  const [, quoted, plain] = lang?.match(/\btitle=(?:"([^"]+)"|(\S+))/) ?? []
  return quoted ?? plain
}

/** A wide sample can get the keyboard focus, so it can be scrolled. */
function pre({ lang = "", text }: Tokens.Code): string {
  const [name = ""] = lang.split(/\s/)
  const language = LANGUAGES[name] ?? name
  if (!hljs.getLanguage(language))
    throw new Error(`highlight.js does not know the language "${name}" of a sample in docs/guides.`)
  return `<pre tabindex="0"><code class="${language}">${hljs.highlight(text, { language }).value}</code></pre>`
}
