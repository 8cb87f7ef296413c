// Forms of the dashboard, filled in as a person does.
import type { Page, Visitor } from "./dashboard.ts"

/** The token of a form on a page. */
export function formToken({ html }: Pick<Page, "html">): string {
  const token = /name="form_token" value="([0-9A-Za-z]{22})"/.exec(html)?.[1]
  if (!token) throw new Error(`no form on this page: ${html.slice(0, 2000)}`)
  return token
}

/** Opens the page of a change, fills in its form, and sends it. */
export async function submit(visitor: Visitor, path: string, fields: Record<string, string> = {}): Promise<Page> {
  const page = await visitor.get(path)
  if (page.status !== 200) return page
  return visitor.post(path.split("?")[0]!, { form_token: formToken(page), ...fields })
}

/** Sends a form twice at the same moment, as a double click does. */
export async function submitTwice(visitor: Visitor, path: string, fields: Record<string, string> = {}): Promise<[Page, Page]> {
  const form = { form_token: formToken(await visitor.get(path)), ...fields }
  const send = () => visitor.post(path.split("?")[0]!, form)
  return Promise.all([send(), send()])
}

/** The text of an element that is to be copied. */
export function copyableIn({ html }: Pick<Page, "html">): string {
  return /data-copy>([^<]+)</.exec(html)?.[1] ?? ""
}
