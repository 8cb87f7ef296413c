import { escapeHtml } from "../shared/html.ts"
import { LANGUAGE_TAGS, LANGUAGES, type Language } from "../shared/language.ts"
import { assetPath } from "./assets.ts"
import { type Guide, guidePath } from "./guides.ts"
import { REFERENCE_PATH } from "./reference.ts"
import { WORDS } from "./words.ts"

const POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self'",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
}

const policyText = (policy: Record<string, string>) =>
  Object.entries(policy)
    .map((directive) => directive.join(" "))
    .join("; ")

/** A guide may run the service's own scripts and styles, and read the search index. */
export const GUIDES_POLICY = policyText(POLICY)

/** The reference calls the service that served it. Scalar's script inserts its style sheet, so inline styles are allowed. */
export const REFERENCE_POLICY = policyText({
  ...POLICY,
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "font-src": "'self' data:",
})

export type Layout = {
  language: Language
  title: string
  description: string
  /** The address of the page, which is marked in the lists. */
  path: string
  /** HTML. */
  body: string
  styles?: string[]
  /** Scripts that run in order before the search script. */
  scripts?: string[]
}

/** Renders a page of the documentation, with the header and the search. */
export async function layout({ language, title, description, path, body, styles = [], scripts = [] }: Layout): Promise<string> {
  const sheets = await Promise.all(["docs.css", ...styles].map(assetPath))
  const code = await Promise.all([...scripts, "docs.js"].map(assetPath))
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${await assetPath("icon.svg")}">
${alternates(path)}
${sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`).join("\n")}
${code.map((script) => `<script src="${script}" defer></script>`).join("\n")}
</head>
<body>
<a class="skip" href="#content">${WORDS[language].skip}</a>
${header(path, language)}
${body}
</body>
</html>
`
}

/** The address of a page in one language, whatever the reader chose before. */
const pathIn = (language: Language, path: string) => path.replace("/v1/docs", `/v1/docs/${language}`)

function alternates(path: string): string {
  const links = (Object.keys(LANGUAGES) as Language[]).map((each) => [LANGUAGE_TAGS[each], pathIn(each, path)])
  return [...links, ["x-default", path]]
    .map(([tag, address]) => `<link rel="alternate" hreflang="${tag}" href="${address}">`)
    .join("\n")
}

/** On a phone, the link shows the code of the language only. Its name is still read out. */
function languageLinks(path: string, language: Language): string {
  const others = (Object.keys(LANGUAGES) as Language[]).filter((each) => each !== language)
  return others
    .map(
      (each) =>
        `<a class="language" href="${pathIn(each, path)}" hreflang="${LANGUAGE_TAGS[each]}" lang="${LANGUAGE_TAGS[each]}"><span>${LANGUAGES[each]}</span><span class="short" aria-hidden="true">${each.toUpperCase()}</span></a>`,
    )
    .join("")
}

function header(path: string, language: Language): string {
  const words = WORDS[language]
  const isReference = path === REFERENCE_PATH
  const menu = isReference ? "" : `<button class="menu" type="button" popovertarget="guides">${words.menu}</button>`
  return `<header class="top">
${menu}
<a class="brand" href="/v1/docs" aria-label="${words.documentation}"><svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><circle cx="16" cy="16" r="15"/><circle class="rim" cx="16" cy="16" r="11.5"/><path d="M10.5 10.5 16 21.5l5.5-11"/></svg><span>Vintém</span></a>
<nav aria-label="${words.documentation}">
<a href="/v1/docs"${isReference ? "" : ' class="here"'}>${words.guides}</a>
<a href="${REFERENCE_PATH}"${isReference ? ' class="here"' : ""}>${words.reference}</a>
</nav>
<search class="search">
<input type="search" role="combobox" aria-label="${words.searchLabel}" aria-controls="results" aria-expanded="false" aria-autocomplete="list" placeholder="${words.search}" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
<div class="results" hidden><div id="results" role="listbox" aria-label="${words.results}"></div><p role="status"></p></div>
</search>
${languageLinks(path, language)}
</header>`
}

/** The guides by group. On a phone, the header's button opens the list as a panel without a script. */
export function sidebar(guides: Guide[], path: string, language: Language): string {
  const words = WORDS[language]
  const groups = grouped(guides).map(([group, members]) => {
    const links = members.map(({ name, title }) => {
      const address = guidePath(name)
      return `<li><a href="${address}"${address === path ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`
    })
    return `<p class="group">${escapeHtml(group)}</p><ul>${links.join("")}</ul>`
  })
  return `<nav class="guides" id="guides" popover aria-label="${words.guides}">${groups.join("")}<p class="group">API</p><ul><li><a href="${REFERENCE_PATH}">${words.reference}</a></li><li><a href="/v1/openapi.json">openapi.json</a></li></ul></nav>`
}

/** Returns the groups in the order of their first guides. */
export function grouped(guides: Guide[]): [string, Guide[]][] {
  const groups = new Map<string, Guide[]>()
  for (const guide of guides) groups.set(guide.group, [...(groups.get(guide.group) ?? []), guide])
  return [...groups]
}
