// What the texts of all kinds of mail to payers are made from.

import type { CustomerRow } from "../accounts/tables.ts"
import { money } from "../base/currency.ts"
import { mustFindProduct } from "../billing/products.ts"
import type { Queries } from "../db/database.ts"
import { findIntent } from "../payments/intents/store.ts"
import type { IntentRow } from "../payments/intents/table.ts"
import type { PayPageMode } from "../payments/links/pay-page.ts"
import type { Content } from "./content.ts"
import type { Fact } from "./facts.ts"
import type { Kind } from "./kinds.ts"
import type { DrawBoleto } from "./mode.ts"
import type { MailRow } from "./tables.ts"
import { type MailWords, WORDS } from "./words.ts"

/** What a mail is made from. `now` is account time. `drawBoleto` draws the PDF of a hosted boleto. */
export type Making = {
  db: Queries & { readonly livemode: boolean }
  now: number
  mail: Pick<MailRow, "account" | "cause" | "occasion"> & { kind: Kind }
  customer: CustomerRow
  seller: string
  /** Where pay pages are. */
  pages: PayPageMode
  drawBoleto?: DrawBoleto
}

/** What a mail says, or undefined once what it is about has ended. */
export type Said = Promise<Content | undefined>

export function intentOf({ db, mail: { account } }: Making, id: string): Promise<IntentRow | undefined> {
  return db.one(findIntent, { account, id })
}

/** What the payer knows the purchase by. The description of a payment intent is for the merchant only. */
export async function bought(
  making: Making,
  { product, ...of }: { product: string | null; statement_descriptor?: string | null },
): Promise<Fact[]> {
  const { account } = making.mail
  const name = product === null ? of.statement_descriptor : (await mustFindProduct(making.db, { account }, product)).name
  return [[wordsOf(making).what, name]]
}

export function wordsOf({ customer }: Making): MailWords {
  return WORDS[customer.locale]
}

/** Subjects and plain texts have plain blanks. */
export function amountOf({ customer }: Making, { amount, currency }: { amount: number; currency: string }): string {
  return money(amount, currency, customer.locale).replace(/\s/g, " ")
}
