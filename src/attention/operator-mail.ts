// What the mail to the operators of the platform says.
import { modeName } from "../base/mode-name.ts"
import type { Content, Frame } from "../mail/content.ts"
import type { AttentionItem } from "./item.ts"
import { MAX_LISTED } from "./list.ts"

const COLOR = "#0a5c36"

/** `counts`: how much waits, by kind. `dashboard`: where it is. */
export type Waiting = {
  items: readonly Pick<AttentionItem, "account" | "message">[]
  counts: Readonly<Record<string, number>>
  dashboard: string
}

/** In English, as `vintem attention list` is: its words and commands are those of docs/attention.md. */
export function operatorMail(mode: { readonly livemode: boolean }, { items, counts, dashboard }: Waiting): Content {
  const waiting = Object.entries(counts).filter(([, count]) => count > 0)
  const total = waiting.reduce((sum, [, count]) => sum + count, 0)
  const things = total === 1 ? "1 thing needs" : `${total} things need`
  const more = total > items.length ? [`These are the ${items.length} oldest. See all with: vintem attention list`] : []
  return {
    subject: `${things} attention in ${modeName(mode)} mode`,
    heading: `${things} attention`,
    paragraphs: [...items.map(({ account, message }) => (account ? `${account}: ${message}` : message)), ...more],
    facts: waiting.map(([kind, count]) => [kind, count >= MAX_LISTED ? `${MAX_LISTED} or more` : String(count)]),
    button: { text: "Open the dashboard", url: dashboard },
  }
}

export function operatorFrame({ livemode }: { readonly livemode: boolean }): Frame {
  return {
    lang: "en",
    seller: { name: "Vintém", document: null, address: null, email: null, phone: null },
    ...{ color: COLOR, contact: "", stop: null },
    footer: "You get this once a day while something waits, because you are an operator of this platform.",
    test: livemode ? null : "Test mode",
  }
}
