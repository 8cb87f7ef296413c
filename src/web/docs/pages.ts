import type { Contract } from "../../contract/contract.ts"
import type { Operation } from "../../contract/operation.ts"
import { VERSIONS, type Version } from "../../versions.ts"
import { escapeHtml } from "../shared/html.ts"
import { LANGUAGE_TAGS, type Language } from "../shared/language.ts"
import { type Guide, guidePath } from "./guides.ts"
import { grouped, layout, sidebar } from "./layout.ts"
import { documentName, operationPath, REFERENCE_PATH } from "./reference.ts"
import { WORDS } from "./words.ts"

const GUIDES_STYLES = ["guides.css"]

/** The home page of the documentation, at `GET /v1/docs`. */
export function homePage(guides: Guide[], language: Language): Promise<string> {
  const words = WORDS[language]
  const [first] = guides.filter(({ name }) => name === "first-payment")
  const start = first ? `<a class="button" href="${guidePath(first.name)}">${escapeHtml(first.title)}</a>` : ""
  const sections = grouped(guides).map(([group, members]) => {
    const cards = members.map(
      ({ name, title, summary }) =>
        `<li><a href="${guidePath(name)}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`,
    )
    return `<section><h2>${escapeHtml(group)}</h2><ul class="cards">${cards.join("")}</ul></section>`
  })
  const body = `<div class="page">${sidebar(guides, "/v1/docs", language)}
<main id="content" class="home">
<h1>${words.documentation}</h1>
<p class="lead">${words.lead}</p>
<p class="actions">${start}<a class="button plain" href="${REFERENCE_PATH}">${words.apiReference}</a></p>
${sections.join("\n")}
</main></div>`
  return layout({
    language,
    title: words.documentation,
    description: words.description,
    path: "/v1/docs",
    body,
    styles: GUIDES_STYLES,
  })
}

/** A guide, with the headings of the page, its operations, and links to the previous and next guide. */
export function guidePage(guides: Guide[], guide: Guide, contract: Contract, language: Language): Promise<string> {
  const path = guidePath(guide.name)
  const body = `<div class="page">${sidebar(guides, path, language)}
<main id="content">
<article>
<p class="eyebrow">${escapeHtml(guide.group)}</p>
<h1>${escapeHtml(guide.title)}</h1>
<p class="lead">${escapeHtml(guide.summary)}</p>
${guide.html}
${operationsOf(guide, contract, language)}
</article>
${neighborLinks(guides, guide, language)}
</main>
${contents(guide, language)}
</div>`
  return layout({ language, title: `${guide.title} · Vintém`, description: guide.summary, path, body, styles: GUIDES_STYLES })
}

/** The API reference with a console, rendered by Scalar. It shows the version in the query, or else `opensWith`. Its content is in English. */
export function referencePage(opensWith: Version, language: Language): Promise<string> {
  const words = WORDS[language]
  const link = ({ date }: { date: Version }) =>
    `<li><a href="?version=${date}" data-document="/v1/docs/${documentName(date)}"${date === opensWith ? " data-first" : ""}>${date}</a></li>`
  const versions = VERSIONS.map(link).reverse().join("")
  const body = `<nav class="versions" id="versions" aria-label="${words.versionLabel}"><span>${words.version}</span><ul>${versions}</ul><a href="${guidePath("versions")}">${words.whatIsAVersion}</a></nav>
<div id="content" class="reference"><div id="docs" lang="en"><p class="loading" lang="${LANGUAGE_TAGS[language]}">${words.loading}</p></div></div>
<noscript><p class="loading">${words.noScript}</p></noscript>`
  return layout({
    language,
    title: `${words.apiReference} · Vintém`,
    description: words.referenceDescription,
    path: REFERENCE_PATH,
    body,
    styles: ["reference.css"],
    scripts: ["scalar.js", "start.js"],
  })
}

function contents({ sections }: Guide, language: Language): string {
  const headings = sections.filter(({ level }) => level === 2 || level === 3)
  if (headings.length < 2) return ""
  const links = headings.map(
    ({ id, level, title }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  )
  const label = WORDS[language].contents
  return `<nav class="contents" aria-label="${label}"><p class="group">${label}</p><ul>${links.join("")}</ul></nav>`
}

function operationsOf({ operations }: Guide, contract: Contract, language: Language): string {
  const called = operations.flatMap((id) => contract.operations.filter(({ operationId }) => operationId === id))
  if (called.length === 0) return ""
  const link = (operation: Operation) =>
    `<li><a href="${operationPath(operation)}"><code><b>${operation.httpMethod}</b> ${escapeHtml(operation.path)}</code><span lang="en">${escapeHtml(operation.summary ?? operation.operationId)}</span></a></li>`
  return `<section class="operations" aria-labelledby="in-the-reference"><h2 id="in-the-reference">${WORDS[language].inTheReference}</h2><ul>${called.map(link).join("")}</ul></section>`
}

function neighborLinks(guides: Guide[], guide: Guide, language: Language): string {
  const words = WORDS[language]
  const at = guides.indexOf(guide)
  const link = (to: Guide | undefined, label: string, rel: string) =>
    to ? `<a rel="${rel}" href="${guidePath(to.name)}"><span>${label}</span>${escapeHtml(to.title)}</a>` : "<span></span>"
  return `<nav class="neighbors" aria-label="${words.more}">${link(guides[at - 1], words.previous, "prev")}${link(guides[at + 1], words.next, "next")}</nav>`
}
