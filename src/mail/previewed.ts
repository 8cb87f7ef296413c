// What each kind of mail says of invented facts, in each of its cases. The facts have the names that those of real mails have.
import type { Locale } from "../accounts/tables.ts"
import { money, plainMoney } from "../base/currency.ts"
import { PERIOD_WORDS } from "../payments/mandates/period-words.ts"
import type { Content } from "./content.ts"
import { dayText, timeText } from "./facts.ts"
import type { Kind, UserKind } from "./kinds.ts"
import { USER_WORDS as users } from "./user-words.ts"
import { type MailWords, type RefundWay, WORDS } from "./words.ts"

/** The contents of a kind by the name of the case. The first case is the usual one. */
type Cases<K extends string> = Readonly<Record<K, Readonly<Record<string, Content>>>>
type Said = { subject: string; heading: string; text: string }
type Label = Content["facts"][number]

const DAY = 86_400
const AMOUNT = 4990
const PRODUCT = "Clube do Café"
const PAYMENT = "pi_01J8XAMPLE0000000000000000"
const PIX = "00020101021226…6304ABCD"
const LINE = "00190.00009 01234.567004 00000.000000 1 00000000004990"
/** A preview leads nowhere. */
const button = (text: string) => ({ button: { text, url: "#" } })

function mail({ text, ...said }: Said, facts: readonly Label[], more: Partial<Content> & { also?: string } = {}): Content {
  const { also, ...rest } = more
  return { ...said, paragraphs: also === undefined ? [text] : [text, also], facts, ...rest }
}

type Reader = { locale: Locale; seller: string; now: number }
type Invented = ReturnType<typeof inventedFor>

function inventedFor({ locale, seller, now }: Reader) {
  const words = WORDS[locale]
  return {
    ...{ locale, seller, words },
    amount: money(AMOUNT, "brl", locale).replace(/\s/g, " "),
    day: dayText(locale, now + 3 * DAY),
    time: timeText(locale, now),
    bought: [words.what, PRODUCT] as Label,
    sold: [[words.what, PRODUCT] as Label, [words.plan, locale === "en" ? "Monthly" : "Mensal"] as Label],
    statement: [words.statement, "CLUBE DO CAFE"] as Label,
    card: [words.method, words.onCard("Visa", "4242")] as Label,
  }
}

/** The previews of mails to payers, at `now` in Unix seconds. */
export function payerPreviews(reader: Reader): Cases<Kind> {
  const invented = inventedFor(reader)
  return { ...ofPayments(invented), ...ofSubscriptions(invented), ...ofRefunds(invented) }
}

function ofPayments({ words, seller, amount, bought, time, day, card, statement, locale }: Invented) {
  const pix = { code: { label: words.pixCode, text: PIX }, ...button(words.openPix) }
  const boleto = { code: { label: words.boletoLine, text: LINE }, ...button(words.openBoleto) }
  const also = words.agreement(PRODUCT, words.mandateCharge(amount, PERIOD_WORDS[locale === "en" ? "en" : "pt"].monthly, day))
  const owed: Label[] = [[words.amount, amount], bought]
  return {
    receipt: {
      receipt: mail(words.receipt(seller), [
        ...[[words.paidAmount, amount] as const, bought, card, [words.date, time] as const, statement],
        ...[[words.nsu, "123456"] as const, [words.authorization, "A1B2C3"] as const, [words.payment, PAYMENT] as const],
      ]),
    },
    pix_to_pay: {
      payment: mail(words.pix_to_pay(amount, seller), [...owed, [words.until, time]], pix),
      mandate: mail(words.mandate_to_authorize(seller), [bought, [words.authorizeUntil, time]], { ...pix, also }),
    },
    boleto_to_pay: { boleto: mail(words.boleto_to_pay(amount, seller), [...owed, [words.due, day]], boleto) },
    boleto_reminder: {
      tomorrow: mail(words.boleto_reminder(amount, seller, words.tomorrow), [...owed, [words.due, day]], boleto),
      today: mail(words.boleto_reminder(amount, seller, words.today), [...owed, [words.due, day]], boleto),
    },
  }
}

function ofSubscriptions({ words, seller, amount, sold, day, statement }: Invented) {
  const owed: Label[] = [...sold, [words.amount, amount]]
  const next: Label[] = [...owed, [words.nextCharge, day]]
  const { byMandate: also } = words
  return {
    charge_failed: {
      card: mail(words.charge_failed_first(seller), [...owed, statement], button(words.anotherCard)),
      code: mail(words.code_not_paid(seller), owed, button(words.payNow)),
      bank_retries: mail(words.bank_tries_again(seller), next, { ...button(words.seePayment), also }),
      bank_failed: mail(words.bank_did_not_pay(seller), owed, button(words.payNow)),
      last: mail(words.charge_failed_last(seller), owed),
    },
    trial_will_end: chargedNext(words.trial_will_end(seller, day), next, statement, words),
    subscription_renewal: chargedNext(words.subscription_renewal(seller, day), next, statement, words),
    subscription_canceled: { canceled: mail(words.subscription_canceled(seller), sold) },
  }
}

function chargedNext(said: Said, next: readonly Label[], statement: Label, { byMandate }: MailWords) {
  return { card: mail(said, [...next, statement]), mandate: mail(said, next, { also: byMandate }) }
}

function ofRefunds({ words, seller, amount, bought, card, day }: Invented) {
  const payment: Label = [words.payment, PAYMENT]
  const by: Readonly<Record<RefundWay, Label>> = {
    card,
    pix: [words.method, words.pix],
    key: [words.method, words.boleto],
    hand: [words.method, words.boleto],
  }
  const made = (way: RefundWay) =>
    mail(words.refund_made(amount, seller, way), [[words.refunded, amount], bought, by[way], payment])
  return {
    refund_by_hand: {
      boleto: mail(words.refund_by_hand(amount, seller, day), [[words.amount, amount], bought, payment], button(words.giveKey)),
    },
    refund_made: { card: made("card"), pix: made("pix"), key: made("key"), hand: made("hand") },
  }
}

/** The previews of mails to the users of an account, at `now` in Unix seconds. */
export function userPreviews({ account, now }: { account: string; now: number }): Cases<UserKind> {
  const amount = plainMoney(AMOUNT, "brl")
  const time = timeText("pt-BR", now + DAY)
  const destination: Label = [users.destination, users.pixKey("************81")]
  const { text, answer, noAnswer, ...disputed } = users.dispute_opened(amount, account)
  const dispute = (also: string, more: Label[] = []) =>
    mail({ ...disputed, text }, [[users.amount, amount], [users.payment, PAYMENT], [users.reason, "fraudulent"], ...more], {
      ...{ also, ...button(users.open) },
    })
  const changed = (change: keyof typeof users.changes) =>
    mail(
      { ...users.bank_account_changed(account), heading: users.changes[change] },
      change === "removed" ? [destination] : [destination, [users.countsFrom, time]],
      button(users.open),
    )
  return {
    dispute_opened: { answer: dispute(answer, [[users.answerBy, time]]), no_deadline: dispute(noAnswer) },
    payout_failed: {
      payout: mail(
        users.payout_failed(amount, account),
        [[users.amount, amount], [users.reason, users.failures.account_closed], destination, [users.payout, "po_01J8XAMPLE"]],
        button(users.open),
      ),
    },
    endpoint_failing: {
      endpoint: mail(
        users.endpoint_failing("hooks.example.com", account),
        [
          [users.endpoint, "hooks.example.com"],
          [users.waiting, "12"],
          [users.deadLetters, "0"],
          [users.lastSuccess, timeText("pt-BR", now - DAY)],
        ],
        button(users.open),
      ),
    },
    bank_account_changed: { set: changed("set"), removed: changed("removed"), released: changed("released") },
  }
}
