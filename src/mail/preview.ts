import type { Locale } from "../accounts/tables.ts"
import { money, plainMoney } from "../base/currency.ts"
import { dateFormat } from "../base/formats.ts"
import type { Queries } from "../db/database.ts"
import type { Content } from "./content.ts"
import { type AnyKind, isUserKind, type Kind, type UserKind } from "./kinds.ts"
import { canBeStopped, frameOf, userFrameOf } from "./make.ts"
import { renderHtml } from "./render.ts"
import { USER_WORDS } from "./user-words.ts"
import { type MailWords, WORDS } from "./words.ts"

const AMOUNT = 4990

type Previewed = { account: string; kind: AnyKind; locale: Locale; now: number }

/** The HTML of a mail with invented facts, as the account's settings make it now. */
export async function previewOf(
  db: Queries & { readonly livemode: boolean },
  { account, kind, locale, now }: Previewed,
): Promise<{ subject: string; html: string }> {
  const stop = canBeStopped(kind) ? "#" : null
  if (isUserKind(kind)) {
    const frame = await userFrameOf(db, account, kind, stop)
    const content = userContentOf(kind, { account: frame.seller.name, now })
    return { subject: content.subject, html: renderHtml(content, frame) }
  }
  const frame = await frameOf(db, account, locale, stop)
  const content = contentOf(kind, locale, { seller: frame.seller.name, now })
  return { subject: content.subject, html: renderHtml(content, frame) }
}

function contentOf(kind: Kind, locale: Locale, { seller, now }: { seller: string; now: number }): Content {
  const words = WORDS[locale]
  const amount = money(AMOUNT, "brl", locale).replace(/\s/g, " ")
  const date = dateFormat(locale, { dateStyle: "long", timeZone: "America/Sao_Paulo" }).format(now * 1000)
  const { text, ...said } = saidIn(words, kind, { amount, seller, date })
  const facts = [[words.amount, amount] as const, [words.date, date] as const]
  return { ...said, paragraphs: [text], facts, ...codeIn(words, kind) }
}

type Invented = { amount: string; seller: string; date: string }

function saidIn(words: MailWords, kind: Kind, { amount, seller, date }: Invented) {
  switch (kind) {
    case "pix_to_pay":
    case "boleto_to_pay":
    case "refund_by_hand":
      return words[kind](amount, seller)
    case "boleto_reminder":
      return words[kind](amount, seller, words.tomorrow)
    case "refund_made":
      return words[kind](amount, seller, "card")
    case "charge_failed":
      return words.charge_failed_first(seller)
    case "trial_will_end":
    case "subscription_renewal":
      return words[kind](seller, date)
    default:
      return words[kind](seller)
  }
}

function codeIn(words: MailWords, kind: Kind): Pick<Content, "code" | "button"> {
  if (kind === "pix_to_pay")
    return { code: { label: words.pixCode, text: "00020101021226…6304ABCD" }, button: { text: words.openPix, url: "#" } }
  if (kind === "refund_by_hand") return { button: { text: words.giveKey, url: "#" } }
  if (kind === "charge_failed") return { button: { text: words.anotherCard, url: "#" } }
  if (kind !== "boleto_to_pay" && kind !== "boleto_reminder") return {}
  const text = "00190.00009 01234.567004 00000.000000 1 00000000004990"
  return { code: { label: words.boletoLine, text }, button: { text: words.openBoleto, url: "#" } }
}

function userContentOf(kind: UserKind, { account, now }: { account: string; now: number }): Content {
  const words = USER_WORDS
  const amount = plainMoney(AMOUNT, "brl")
  const { text, ...said } = userSaidIn(kind, amount, account)
  const time = dateFormat("pt-BR", { dateStyle: "long", timeStyle: "short", timeZone: "America/Sao_Paulo" }).format(now * 1000)
  const facts: Record<UserKind, readonly (readonly [string, string])[]> = {
    dispute_opened: [
      [words.amount, amount],
      [words.answerBy, time],
    ],
    payout_failed: [
      [words.amount, amount],
      [words.reason, words.failures.account_closed],
    ],
    endpoint_failing: [
      [words.endpoint, "hooks.example.com"],
      [words.lastSuccess, time],
    ],
    bank_account_changed: [
      [words.destination, words.pixKey("************81")],
      [words.countsFrom, time],
    ],
  }
  return { ...said, paragraphs: [text], facts: facts[kind], button: { text: words.open, url: "#" } }
}

function userSaidIn(kind: UserKind, amount: string, account: string): { subject: string; heading: string; text: string } {
  if (kind === "endpoint_failing") return USER_WORDS.endpoint_failing("hooks.example.com", account)
  if (kind !== "bank_account_changed") return USER_WORDS[kind](amount, account)
  return { heading: USER_WORDS.changes.set, ...USER_WORDS.bank_account_changed(account) }
}
