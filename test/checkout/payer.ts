// What a payer's browser does on a pay page, without JavaScript.
import { expect } from "chai"

/** A page that was loaded, and its form. */
export type Loaded = { status: number; html: string; url: string; policy: string }

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" }

export async function load(url: string, language = "en"): Promise<Loaded> {
  const response = await fetch(url, { redirect: "manual", headers: { accept: "text/html", "accept-language": language } })
  const policy = response.headers.get("content-security-policy") ?? ""
  return { status: response.status, html: await response.text(), url, policy }
}

/** A directive of the page's Content-Security-Policy. */
export function directive({ policy }: Loaded, name: string): string | undefined {
  return policy
    .split("; ")
    .find((each) => each.startsWith(`${name} `))
    ?.slice(name.length + 1)
}

/** The fields of the page's form, with the values that it has. What can be ticked is not. */
export function fieldsOf({ html }: Pick<Loaded, "html">): Map<string, string> {
  const form = /<form method="post" action="[^"]*" data-form[\s\S]*<\/form>/.exec(html)?.[0] ?? ""
  const fields = new Map<string, string>()
  for (const [tag] of form.matchAll(/<(?:input|select)[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    if (name && !tag.includes('type="checkbox"'))
      fields.set(
        name,
        (/value="([^"]*)"/.exec(tag)?.[1] ?? "").replace(/&[#\w]+;/g, (each) => ENTITIES[each] ?? each),
      )
  }
  return fields
}

/** Sends the page's form with what the payer fills in. */
export async function send(page: Loaded, filled: Record<string, string> = {}): Promise<Response> {
  const fields = fieldsOf(page)
  expect(fields.size, "the page has no form").to.be.above(0)
  const body = new URLSearchParams({ ...Object.fromEntries(fields), ...filled })
  return fetch(page.url, { method: "POST", body, redirect: "manual", headers: { accept: "text/html", "accept-language": "en" } })
}

/** Where the page of a payment leads to the bank's challenge. */
export function challengeOn({ html }: Loaded): string {
  return /href="([^"]*)" data-challenge/.exec(html)?.[1] ?? ""
}

/** Chooses a method, and sends its form. */
export async function payBy(url: string, method: string, filled: Record<string, string> = {}): Promise<Response> {
  return send(await load(`${url}?method=${method}`), filled)
}
