import type { Locale } from "../accounts/tables.ts"
import { money } from "../base/currency.ts"
import { dateFormat } from "../base/formats.ts"
import type { Queries } from "../db/database.ts"
import type { Content } from "./content.ts"
import type { Kind } from "./kinds.ts"
import { KINDS } from "./kinds.ts"
import { frameOf } from "./make.ts"
import { renderHtml } from "./render.ts"
import { type MailWords, WORDS } from "./words.ts"

const AMOUNT = 4990

type Previewed = { account: string; kind: Kind; locale: Locale; now: number }

/** The HTML of a mail with invented facts, as the account's settings make it now. */
export async function previewOf(
  db: Queries & { readonly livemode: boolean },
  { account, kind, locale, now }: Previewed,
): Promise<{ subject: string; html: string }> {
  const frame = await frameOf(db, account, locale, KINDS[kind].toPay ? null : "#")
  const content = contentOf(kind, locale, { seller: frame.seller.name, now })
  return { subject: content.subject, html: renderHtml(content, frame) }
}

function contentOf(kind: Kind, locale: Locale, { seller, now }: { seller: string; now: number }): Content {
  const words = WORDS[locale]
  const amount = money(AMOUNT, "brl", locale).replace(/\s/g, " ")
  const { text, ...said } = saidIn(words, kind, amount, seller)
  const date = dateFormat(locale, { dateStyle: "long", timeZone: "America/Sao_Paulo" }).format(now * 1000)
  const facts = [[words.amount, amount] as const, [words.date, date] as const]
  return { ...said, paragraphs: [text], facts, ...codeIn(words, kind) }
}

function saidIn(words: MailWords, kind: Kind, amount: string, seller: string) {
  switch (kind) {
    case "pix_to_pay":
    case "boleto_to_pay":
    case "boleto_reminder":
    case "refund_made":
      return words[kind](amount, seller)
    case "charge_failed":
      return words.charge_failed_first(seller)
    default:
      return words[kind](seller)
  }
}

function codeIn(words: MailWords, kind: Kind): Pick<Content, "code" | "button"> {
  if (kind === "pix_to_pay")
    return { code: { label: words.pixCode, text: "00020101021226…6304ABCD" }, button: { text: words.openPix, url: "#" } }
  if (kind === "charge_failed") return { button: { text: words.payNow, url: "#" } }
  if (kind !== "boleto_to_pay" && kind !== "boleto_reminder") return {}
  const text = "00190.00009 01234.567004 00000.000000 1 00000000004990"
  return { code: { label: words.boletoLine, text }, button: { text: words.openBoleto, url: "#" } }
}
