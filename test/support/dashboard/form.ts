// Forms of the dashboard, filled in and sent as by a browser, including hidden fields.

import { unescapeHtml } from "../bytes/html.ts"
import type { Page, Visitor } from "./dashboard.ts"

type Filled = Record<string, string | string[] | Blob>

export type Form = {
  /** The page with the form. */
  page: Page
  /** The initial values, by name. */
  shown: [name: string, value: string][]
  /** Sends the form with the given values. It can be sent again, as by a double click. */
  send(filled?: Filled): Promise<Page>
}

/** Opens the page of a change and returns its form. */
export async function openForm(visitor: Visitor, path: string): Promise<Form> {
  const page = await visitor.get(path)
  const form = formIn(page)
  if (!form) throw new Error(`${path} has no form: ${page.status} ${page.html}`)
  return { page, ...form, send: (filled) => sendForm(visitor, form, filled) }
}

/** Opens the page of a change, fills in its form and sends it. If the page cannot be opened, returns that page. */
export async function submit(visitor: Visitor, path: string, filled: Filled = {}): Promise<Page> {
  const page = await visitor.get(path)
  const form = page.status === 200 ? formIn(page) : undefined
  return form ? sendForm(visitor, form, filled) : page
}

/** Sends a form twice at the same moment, like a double click without the script. */
export async function submitTwice(visitor: Visitor, path: string, filled: Filled = {}): Promise<[Page, Page]> {
  const { send } = await openForm(visitor, path)
  return Promise.all([send(filled), send(filled)])
}

/** Returns the token of a form on a page. */
export function formToken({ html }: Pick<Page, "html">): string {
  const token = /name="form_token" value="([0-9A-Za-z]{22})"/.exec(html)?.[1]
  if (!token) throw new Error(`no form on this page: ${html.slice(0, 2000)}`)
  return token
}

/** Returns the text of a copyable element. */
export function copyableIn({ html }: Pick<Page, "html">): string {
  return /class="copyable">([^<]+)</.exec(html)?.[1] ?? ""
}

type Drawn = { action: string; isUpload: boolean; shown: [name: string, value: string][] }

function formIn({ html }: Page): Drawn | undefined {
  const form = /<form class="post"[^>]*>[\s\S]*?<\/form>/.exec(html)?.[0]
  return form === undefined
    ? undefined
    : { action: attribute(form, "action"), isUpload: form.includes("multipart/form-data"), shown: controlsOf(form) }
}

function sendForm(visitor: Visitor, { action, isUpload, shown }: Drawn, filled: Filled = {}): Promise<Page> {
  const entries = [...shown.filter(([name]) => !(name in filled)), ...Object.entries(filled).flatMap(spread)]
  return visitor.send(action, entries, { upload: isUpload })
}

function spread([name, value]: [string, Filled[string]]): [string, string | Blob][] {
  return Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]]
}

function controlsOf(form: string): [string, string][] {
  const inputs = Array.from(form.matchAll(/<input\s[^>]*>/g), ([tag]) => tag)
    .filter((tag) => !/type="(checkbox|radio)"/.test(tag) || /\schecked\b/.test(tag))
    .filter((tag) => !/type="file"/.test(tag))
    .map((tag): [string, string] => [attribute(tag, "name"), attribute(tag, "value")])
  const selects = Array.from(form.matchAll(/<select[^>]* name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g), ([, name, options]) => {
    const tags = Array.from(options!.matchAll(/<option[^>]*>/g), ([tag]) => tag)
    return [name!, attribute(tags.find((tag) => /\sselected\b/.test(tag)) ?? tags[0]!, "value")] as [string, string]
  })
  const areas = Array.from(
    form.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>\n?([\s\S]*?)<\/textarea>/g),
    ([, name, text]) => [name!, unescapeHtml(text!)] as [string, string],
  )
  return [...inputs, ...selects, ...areas]
}

function attribute(tag: string, name: string): string {
  return unescapeHtml(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "")
}
