import type { AttentionItem } from "../../../attention/item.ts"
import { listAttention } from "../../../attention/list.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { buttonLink, empty, idText, table } from "../shell/pieces.ts"
import { lettersOf, replayPath, subjectPath } from "./paths.ts"
import { ATTENTION_WORDS } from "./words.ts"

const MOST = 100

/** The list of everything that waits for a person. Each item links to the page that settles it. */
export function attentionPages(area: Area): void {
  area.page("/attention", async (at) => {
    const words = at.words(ATTENTION_WORDS)
    const { items, more } = await listAttention(at.mode, { account: at.account, limit: MOST })
    const list = html`<p>${words.about}</p>${listed(at, items)}${more && html`<p class="hint">${words.more(MOST)}</p>`}`
    return { title: words.attention, body: items.length === 0 ? empty(words.none) : list }
  })
}

function listed(at: At, items: AttentionItem[]): Html {
  const words = at.words(ATTENTION_WORDS)
  return table({
    caption: words.attention,
    columns: [words.kind, { name: words.amount, class: "amount" }, { name: words.todo, class: "long" }, words.since],
    rows: items.map((item) => [
      html`<strong>${words.kinds[item.kind].name}</strong><br>${idText(item.id)}${item.letters && html`<br>${words.letters(item.letters.count, lettersOf(at, item.letters))}`}`,
      item.amount !== null && item.currency !== null && at.money(item.amount, item.currency),
      html`${words.kinds[item.kind].todo} <details><summary>${words.detail}</summary>${detail(at, item)}</details>${remedy(at, item)}`,
      at.when(item.since),
    ]),
  })
}

/** The details of an item. The domain gives them in English. If possible, they are given in the viewer's language. */
function detail(at: At, item: AttentionItem): Html {
  const { amount, currency } = item
  const own =
    amount !== null && currency !== null && at.words(ATTENTION_WORDS).details[item.kind]?.(item, at.money(amount, currency))
  return own ? html`${own}` : html`<span lang="en">${item.message}</span>`
}

/** Links to the page that settles an item, and to its subject. Settling it needs the right role. */
function remedy(at: At, item: AttentionItem): Html {
  const settle = at.may("operator") ? settlesAt(at, item) : undefined
  const path = subjectPath(at, item)
  const about = path && buttonLink(path, nameOfSubject(at, item), "quiet")
  return html`<p class="actions">${settle}${about}</p>`
}

function nameOfSubject(at: At, { id, payment_intent }: AttentionItem): string {
  const words = at.words(ATTENTION_WORDS)
  if (payment_intent) return words.payment
  if (id.startsWith("we_")) return words.endpoint
  return id.startsWith("int_") ? words.delivery : words.subscription
}

/** An unknown outcome of an attempt is settled on the page of its payment, which explains it. */
function settlesAt(at: At, item: AttentionItem): Html | undefined {
  const { id, kind, refund } = item
  const words = at.words(ATTENTION_WORDS)
  const again = replayPath(at, item)
  if (again) return buttonLink(again, words.sendAgain)
  const link = (path: string, text: string) => buttonLink(at.path(`/payments/${path}/${id}/settle`), text)
  if (kind === "reversal_by_hand") return link("reversals", words.settle)
  if (kind === "amount_mismatch") return link("charges", words.decide)
  if (kind !== "work_failing" && refund !== null) return link("refunds", words.settle)
  return undefined
}
