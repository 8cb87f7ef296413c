import { Marked, type Token, type Tokens } from "marked"
import type { Section } from "../../../src/web/docs/guides.ts"
import { WORDS } from "../../../src/web/docs/words.ts"
import { escapeHtml } from "../../../src/web/shared/html.ts"
import type { Language } from "../../../src/web/shared/language.ts"
import { figure, isSample, tabs } from "./samples.ts"

type Found = { html: string; sections: Section[] }

/** Returns the target of a link. Undefined if the site does not show it. */
export type Target = (link: string) => string | undefined

/** Renders a page, and lists its headings with the text below each. */
export function renderMarkdown(markdown: string, language: Language, target: Target): Found {
  const sections: Section[] = [{ id: "", level: 1, title: "", text: "" }]
  const words = WORDS[language]
  const marked = rendererOf(sections, words.callouts, target)
  const tokens = marked.lexer(markdown).filter(({ type }) => type !== "space")
  let html = ""
  for (const [index, group] of grouped(tokens).entries()) {
    html +=
      group.every(isSample) && group.length > 1 ? tabs(group, `sample-${index}`, words.sampleLanguage) : marked.parser(group)
    sections.at(-1)!.text += `${group.map(plainText).join(" ")} `
  }
  for (const section of sections) section.text = section.text.replace(/\s+/g, " ").trim()
  return { html, sections }
}

/** Consecutive samples with titles are one sample in several languages. */
function grouped(tokens: Token[]): Token[][] {
  const groups: Token[][] = []
  for (const token of tokens) {
    const last = groups.at(-1)
    if (last && isSample(token) && isSample(last[0]!)) last.push(token)
    else groups.push([token])
  }
  return groups
}

function rendererOf(sections: Section[], callouts: Record<string, string>, target: Target): Marked {
  const ids = new Set<string>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = unusedId(text, ids)
        const title = plainText({ tokens } as Token)
        sections.push({ id, level: depth, title: title.replace(/^\d+\. /, ""), text: "" })
        const inner = this.parser.parseInline(tokens).replace(/^(\d+)\. /, '<span class="step">$1</span> ')
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`
      },
      code: (token) => figure(token),
      link({ href, title, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const to = target(href)
        if (to === undefined) return `${inner} (<code>${escapeHtml(href.replace(/^(\.\.\/)+/, "").replace(/#.*$/, ""))}</code>)`
        return `<a href="${escapeHtml(to)}"${title ? ` title="${escapeHtml(title)}"` : ""}>${inner}</a>`
      },
      table({ header, rows }) {
        return table(header, rows, (cell) => this.parser.parseInline(cell.tokens))
      },
      blockquote({ tokens }) {
        const inner = this.parser.parse(tokens)
        const [, kind, rest] = inner.match(/^<p>\[!([A-Z]+)\]\s*([\s\S]*)$/) ?? []
        if (!kind || !callouts[kind]) return `<blockquote>${inner}</blockquote>\n`
        const tone = kind === "WARNING" || kind === "CAUTION" ? "warning" : "note"
        return `<aside class="callout ${tone}" aria-label="${callouts[kind]}"><p class="kind">${callouts[kind]}</p><p>${rest}</aside>\n`
      },
    },
  })
  return marked
}

/** Ids are made like GitHub's, so a link to a heading works in both places. */
function unusedId(text: string, ids: Set<string>): string {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-")
  let id = base
  for (let n = 1; ids.has(id); n++) id = `${base}-${n}`
  ids.add(id)
  return id
}

/** On a phone each row becomes a list of names and values. So the cells have the names of their columns, and keep their roles. */
function table(header: Tokens.TableCell[], rows: Tokens.TableCell[][], render: (cell: Tokens.TableCell) => string): string {
  const names = header.map((cell) => escapeHtml(plainText(cell as unknown as Token)))
  const head = header.map((cell) => `<th role="columnheader" scope="col">${render(cell)}</th>`).join("")
  const body = rows.map((row) => {
    const cells = row.map((cell, column) => `<td role="cell" data-name="${names[column]}">${render(cell)}</td>`)
    return `<tr role="row">${cells.join("")}</tr>`
  })
  const wide = header.length > 2 ? ' class="wide"' : ""
  return `<table role="table"${wide}><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body.join("")}</tbody></table>\n`
}

/** Returns the visible text of a token. Headings are separate, and samples are omitted, because they would dominate the search. */
function plainText(token: Token): string {
  if (token.type === "heading" || token.type === "code") return ""
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].flatMap((row) => row.map((cell) => plainText(cell as unknown as Token))).join(" ")
  }
  if (token.type === "list") return (token as Tokens.List).items.map(plainText).join(" ")
  if ("tokens" in token && token.tokens) return token.tokens.map(plainText).join(token.type === "list_item" ? " " : "")
  return "text" in token ? unescaped(token.text as string) : ""
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
}
