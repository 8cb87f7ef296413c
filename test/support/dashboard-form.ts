// A form of the dashboard as a browser fills it in and sends it, with everything in it that nobody types.

import type { Page, Visitor } from "./dashboard.ts"
import { unescapeHtml } from "./html.ts"
import type { Running } from "./vintem.ts"

type Filled = Record<string, string | string[] | Blob>

export type Form = {
  /** The page with the form. */
  page: Page
  /** What the form has at first, by name. */
  shown: [name: string, value: string][]
  /** Sends it with what is filled in. It can be sent again, as by a double click. */
  send(filled?: Filled): Promise<Page>
}

/** Opens the page of a change and returns its form. */
export async function openForm({ server }: Running, visitor: Visitor, path: string): Promise<Form> {
  const page = await visitor.get(path)
  const form = /<form class="post"[^>]*>[\s\S]*?<\/form>/.exec(page.html)?.[0]
  if (!form) throw new Error(`${path} has no form: ${page.status} ${page.html}`)
  const shown = controlsOf(form)
  const origin = server.dashboardOrigin!
  const send = async (filled: Filled = {}): Promise<Page> => {
    const entries = [...shown.filter(([name]) => !(name in filled)), ...Object.entries(filled).flatMap(spread)]
    const response = await fetch(origin.replace("localhost", "127.0.0.1") + path, {
      method: "POST",
      redirect: "manual",
      headers: { origin, accept: "text/html", cookie: visitor.cookie },
      body: form.includes("multipart/form-data") ? partsOf(entries) : new URLSearchParams(entries as [string, string][]),
    })
    const headers = Object.fromEntries(response.headers)
    return { status: response.status, html: await response.text(), location: headers.location, headers }
  }
  return { page, shown, send }
}

/** Opens a form, fills it in and sends it. */
export async function submit(vintem: Running, visitor: Visitor, path: string, filled: Filled = {}): Promise<Page> {
  return (await openForm(vintem, visitor, path)).send(filled)
}

function spread([name, value]: [string, Filled[string]]): [string, string | Blob][] {
  return Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]]
}

function partsOf(entries: [string, string | Blob][]): FormData {
  const parts = new FormData()
  for (const [name, value] of entries) typeof value === "string" ? parts.append(name, value) : parts.append(name, value, "file")
  return parts
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
