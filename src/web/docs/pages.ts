import type { Contract } from "../../contract/contract.ts"
import type { Operation } from "../../contract/operation.ts"
import { VERSIONS, type Version } from "../../versions.ts"
import { escapeHtml } from "../shared/html.ts"
import { type Guide, guidePath } from "./guides.ts"
import { grouped, layout, sidebar } from "./layout.ts"
import { documentName, operationPath, REFERENCE_PATH } from "./reference.ts"

const GUIDES_STYLES = ["guides.css"]

/** The home page of the documentation, at `GET /v1/docs`. */
export function homePage(guides: Guide[]): Promise<string> {
  const [first] = guides.filter(({ name }) => name === "first-payment")
  const start = first ? `<a class="button" href="${guidePath(first.name)}">${escapeHtml(first.title)}</a>` : ""
  const sections = grouped(guides).map(([group, members]) => {
    const cards = members.map(
      ({ name, title, summary }) =>
        `<li><a href="${guidePath(name)}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`,
    )
    return `<section><h2>${escapeHtml(group)}</h2><ul class="cards">${cards.join("")}</ul></section>`
  })
  const body = `<div class="page">${sidebar(guides, "/v1/docs")}
<main id="content" class="home">
<h1>Vintém documentation</h1>
<p class="lead">Take payments by card, PIX and boleto with one API. The guides show how. The reference has every operation, and a console to try it.</p>
<p class="actions">${start}<a class="button plain" href="${REFERENCE_PATH}">API reference</a></p>
${sections.join("\n")}
</main></div>`
  return layout({
    title: "Vintém documentation",
    description: "Guides and reference of the Vintém payments API: cards, PIX, boleto, subscriptions and webhooks.",
    path: "/v1/docs",
    body,
    styles: GUIDES_STYLES,
  })
}

/** A guide, with the headings of the page, its operations, and links to the previous and next guide. */
export function guidePage(guides: Guide[], guide: Guide, contract: Contract): Promise<string> {
  const path = guidePath(guide.name)
  const body = `<div class="page">${sidebar(guides, path)}
<main id="content">
<article>
<p class="eyebrow">${escapeHtml(guide.group)}</p>
<h1>${escapeHtml(guide.title)}</h1>
<p class="lead">${escapeHtml(guide.summary)}</p>
${guide.html}
${operationsOf(guide, contract)}
</article>
${neighborLinks(guides, guide)}
</main>
${contents(guide)}
</div>`
  return layout({ title: `${guide.title} · Vintém`, description: guide.summary, path, body, styles: GUIDES_STYLES })
}

/** The API reference with a console, rendered by Scalar. It shows the version in the query, or else `opensWith`. */
export function referencePage(opensWith: Version): Promise<string> {
  const link = ({ date }: { date: Version }) =>
    `<li><a href="?version=${date}" data-document="/v1/docs/${documentName(date)}"${date === opensWith ? " data-first" : ""}>${date}</a></li>`
  const versions = VERSIONS.map(link).reverse().join("")
  const body = `<nav class="versions" id="versions" aria-label="Version of the API"><span>Version</span><ul>${versions}</ul><a href="${guidePath("versions")}">What is a version?</a></nav>
<div id="content" class="reference"><div id="docs"><p class="loading">Loading the reference…</p></div></div>
<noscript><p class="loading">The reference needs JavaScript. The <a href="/v1/docs">guides</a> do not, and you can read <a href="/v1/openapi.json">openapi.json</a>.</p></noscript>`
  return layout({
    title: "API reference · Vintém",
    description: "Every operation of the Vintém payments API.",
    path: REFERENCE_PATH,
    body,
    styles: ["reference.css"],
    scripts: ["scalar.js", "start.js"],
  })
}

function contents({ sections }: Guide): string {
  const headings = sections.filter(({ level }) => level === 2 || level === 3)
  if (headings.length < 2) return ""
  const links = headings.map(
    ({ id, level, title }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  )
  return `<nav class="contents" aria-label="On this page"><p class="group">On this page</p><ul>${links.join("")}</ul></nav>`
}

function operationsOf({ operations }: Guide, contract: Contract): string {
  const called = operations.flatMap((id) => contract.operations.filter(({ operationId }) => operationId === id))
  if (called.length === 0) return ""
  const link = (operation: Operation) =>
    `<li><a href="${operationPath(operation)}"><code><b>${operation.httpMethod}</b> ${escapeHtml(operation.path)}</code><span>${escapeHtml(operation.summary ?? operation.operationId)}</span></a></li>`
  return `<section class="operations" aria-labelledby="in-the-reference"><h2 id="in-the-reference">In the reference</h2><ul>${called.map(link).join("")}</ul></section>`
}

function neighborLinks(guides: Guide[], guide: Guide): string {
  const at = guides.indexOf(guide)
  const link = (to: Guide | undefined, label: string, rel: string) =>
    to ? `<a rel="${rel}" href="${guidePath(to.name)}"><span>${label}</span>${escapeHtml(to.title)}</a>` : "<span></span>"
  return `<nav class="neighbors" aria-label="More guides">${link(guides[at - 1], "Previous", "prev")}${link(guides[at + 1], "Next", "next")}</nav>`
}
