import { type Html, html } from "../../shared/html.ts"

export type Tone = "good" | "bad" | "waiting" | "calm"

/** What a cell or a fact can show. */
export type Cell = Html | string | number | null | undefined | false

/** A colored label of a state. */
export const badge = (tone: Tone, text: string): Html => html`<span class="badge ${tone}">${text}</span>`

/** An id, which a click selects as a whole. */
export const idText = (id: string): Html => html`<span class="id">${id}</span>`

/** A list of facts with their names. Facts without a value are left out. */
export function facts(entries: readonly (readonly [name: string, value: Cell])[]): Html {
  const known = entries.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "")
  return html`<dl class="facts">${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

/** The placeholder of an empty list. It says what to do. */
export const emptyList = (text: string | Html): Html => html`<p class="empty">${text}</p>`

/** A card with its own heading. */
export const titledCard = (title: string, body: Html): Html => html`<section class="card"><h2>${title}</h2>${body}</section>`

/** A link to an action or to a page that creates an object. */
export const buttonLink = (href: string, text: string, tone = ""): Html =>
  html`<a class="button ${tone}" href="${href}">${text}</a>`

/** Links of which one is current, such as filters. */
export function tabs(label: string, links: readonly { href: string; text: string; current: boolean }[]): Html {
  return html`<nav class="tabs" aria-label="${label}">${links.map(
    ({ href, text, current }) => html`<a href="${href}" ${current && html`aria-current="true"`}>${text}</a>`,
  )}</nav>`
}
