// What must be true of payment links and of the customers that their pages made, once everything has settled.
import { type CustomerRow, customers } from "../../src/accounts/tables.ts"
import { type PaymentLinkRow, paymentLinkPlaces, paymentLinks } from "../../src/checkout/payment-links/table.ts"
import type { Database } from "../../src/db/database.ts"
import { isErased } from "../../src/erasure/begin.ts"
import { ERASED } from "../../src/erasure/erased.ts"
import { erasures } from "../../src/erasure/table.ts"
import { type IntentRow, paymentIntents } from "../../src/payments/intents/table.ts"
import { sql } from "../../test/support/databases/sql.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { BuyForm } from "../merchants/stall.ts"
import type { ServiceWitness } from "./differences.ts"
import { line } from "./line.ts"
import type { Mailed } from "./mails.ts"

const linksOf = testOnly(paymentLinks.find(["account"]))
const placesOf = testOnly(paymentLinkPlaces.find(["account"]))
const intentsOf = testOnly(paymentIntents.find(["account"]))
const customersOf = testOnly(customers.find(["account"]))
const unfinished = testOnly(erasures.find(["account"], (rows) => rows.whereNotNull("step")))

type Intents = readonly Pick<IntentRow, "id" | "status" | "payment_link" | "customer" | "replaces">[]
type Shop = { account: string; key: string }
type Facts = { forms: readonly BuyForm[]; mailed: Mailed }

/** Returns what is wrong with the links of an account, with what their forms have made, and with the customers who have paid nothing. */
export async function checkPaymentLinks(
  { database, read }: Pick<ServiceWitness, "database" | "read">,
  { account, key }: Shop,
  { forms, mailed }: Facts,
): Promise<string[]> {
  const intents: Intents = await database.all(intentsOf, { account })
  const places = await database.all(placesOf, { account })
  const payers = await database.all(customersOf, { account })
  const wrong: string[] = []
  for (const link of await database.all(linksOf, { account })) {
    const { payments } = (await read(`/v1/payment_links/${link.id}`, key)).body
    const taken = places.filter(({ payment_link }) => payment_link === link.id).map(({ payment_intent }) => payment_intent)
    wrong.push(...checkLink(link, { payments, taken, intents }))
  }
  return [
    ...wrong,
    ...checkForms(forms, payers, intents),
    ...(await checkErased(database, account, { forms, payers, intents })),
    ...checkUnproved(mailed, { forms, payers, intents }),
  ]
}

/** A link is paid no more often than it may be, counts what has succeeded, and keeps a place for nothing else. */
function checkLink(
  link: PaymentLinkRow,
  { payments, taken, intents }: { payments: number; taken: string[]; intents: Intents },
): string[] {
  const succeeded = intents.filter(({ payment_link, status }) => payment_link === link.id && status === "succeeded")
  const paid = new Set(succeeded.map(({ id }) => id))
  if (link.max_payments !== null && succeeded.length > link.max_payments)
    return [line(`a link was paid ${succeeded.length} times`, link, ...succeeded)]
  if (payments !== succeeded.length) return [line(`a link that was paid ${succeeded.length} times counts ${payments}`, link)]
  if (link.max_payments === null) return []
  const lost = taken.filter((id) => !paid.has(id)).map((id) => intents.find((intent) => intent.id === id) ?? { id })
  const missing = succeeded.filter(({ id }) => !taken.includes(id))
  return [
    ...lost.map((intent) => line("a place of a link is lost", link, intent)),
    ...missing.map((intent) => line("a payment of a link has no place", link, intent)),
  ]
}

/** However often a form was sent, it made one customer and one payment, which succeeded once at most. What it led to exists. */
function checkForms(forms: readonly BuyForm[], payers: readonly CustomerRow[], intents: Intents): string[] {
  const ofLinks = intents.filter(({ payment_link }) => payment_link !== null)
  const begun = new Set(ofLinks.filter(({ replaces }) => replaces === null).map(({ customer }) => customer))
  const answered = forms.filter(({ led }) => led.size > 0).length
  const twice = payers.filter(({ id, email }) =>
    payers.some((other) => other.email === email && other.id !== id && email !== ERASED.email),
  )
  return [
    ...(payers.length > forms.length || payers.length < answered
      ? [`${forms.length} forms, ${answered} of them answered, made ${payers.length} customers`]
      : []),
    ...twice.map((payer) => line("a form made two customers", payer)),
    ...forms.filter(({ led }) => led.size > 1).map(({ email, led }) => line("a form led to two payments", { email }, [...led])),
    ...payers.flatMap((payer) => {
      const own = ofLinks.filter(({ customer }) => customer === payer.id)
      const paid = own.filter(({ status }) => status === "succeeded")
      const first = own.filter(({ replaces }) => replaces === null)
      return [
        ...(first.length === 1 ? [] : [line(`a form made ${first.length} payments`, payer, ...own)]),
        ...(paid.length > 1 ? [line("a payer of a link paid twice", payer, ...paid)] : []),
      ]
    }),
    ...(begun.size > payers.length ? [`${begun.size} payments were begun by ${payers.length} customers`] : []),
  ]
}

/** Nothing is mailed to an address that somebody has typed into the page of a link, before they have paid. */
function checkUnproved(mailed: Mailed, { forms, payers, intents }: Payers): string[] {
  const hasPaid = new Set(intents.filter(({ status }) => status === "succeeded").map(({ customer }) => customer))
  const proved = new Set(payers.filter(({ id }) => hasPaid.has(id)).map(({ email }) => email))
  const typed = new Set(forms.map(({ email }) => email))
  return [...mailed.values()]
    .filter(({ to }) => typed.has(to) && !proved.has(to))
    .map(({ to }) => `a mail went to ${to}, who has paid nothing`)
}

type Payers = { forms: readonly BuyForm[]; payers: readonly CustomerRow[]; intents: Intents }

/** Who has paid is kept as they wrote it. Who has been erased is erased everywhere. */
async function checkErased(database: Database, account: string, { forms, payers, intents }: Payers): Promise<string[]> {
  const hasPaid = new Set(intents.filter(({ status }) => status === "succeeded").map(({ customer }) => customer))
  const written = new Map(forms.map((form) => [form.email, form.name]))
  const kept = new Set(payers.map(({ email }) => email))
  const erased = forms.filter(({ email }) => !kept.has(email))
  return [
    ...payers.flatMap((payer) => {
      if (isErased(payer)) return hasPaid.has(payer.id) ? [line("a customer who has paid was erased", payer)] : []
      return written.get(payer.email ?? "") === payer.name ? [] : [line("a customer is half erased", payer)]
    }),
    ...(await database.all(unfinished, { account })).map((row) => line("an erasure is not finished", row)),
    ...(await tracesOf(database, account, erased)),
  ]
}

/** Returns who has not paid and is not erased, although the time for it has passed. */
export async function checkAllErased(database: Database, account: string): Promise<string[]> {
  const intents: Intents = await database.all(intentsOf, { account })
  const hasPaid = new Set(intents.filter(({ status }) => status === "succeeded").map(({ customer }) => customer))
  const payers = await database.all(customersOf, { account })
  return payers
    .filter((payer) => !isErased(payer) && !hasPaid.has(payer.id))
    .map((payer) =>
      line("a customer who has not paid was not erased", payer, ...intents.filter(({ customer }) => customer === payer.id)),
    )
}

/** What may name a payer, in clear. */
const NAMING = [
  "customers",
  "search_terms",
  "events",
  "hosted_links",
  "order_messages",
  "idempotency_keys",
  "cards",
  "payment_intents",
]

async function tracesOf(database: Database, account: string, erased: readonly BuyForm[]): Promise<string[]> {
  const traces: string[] = []
  for (const table of NAMING) {
    const rows = await database.all(sql<object>(`SELECT * FROM ${table} WHERE account = '${account}'`), {})
    const text = JSON.stringify(rows)
    const named = erased.filter(
      ({ email, name }) => text.includes(email) || text.includes(name) || text.includes(name.split(" ")[1]!),
    )
    traces.push(...named.map(({ email }) => `the erased payer ${email} is still named in ${table}`))
  }
  return traces
}
