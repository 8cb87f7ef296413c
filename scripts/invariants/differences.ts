// The invariants that must hold once everything has settled, whatever happened before.

import { checkTotals } from "../../src/cli/check-totals.ts"
import type { Database } from "../../src/db/database.ts"
import { withoutPerson } from "../../src/erasure/erased.ts"
import { erasures } from "../../src/erasure/table.ts"
import { events } from "../../src/events/list/table.ts"
import { textAt } from "../../src/events/webhooks/shown-bytes.ts"
import { webhooks } from "../../src/sdk/runtime/webhooks.ts"
import { DEFAULT_VERSION } from "../../src/versions.ts"
import type { Json } from "../../test/support/app/client.ts"
import type { Bank } from "../../test/support/banks/bank.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import { CARDS } from "../../test/support/merchants/payments.ts"
import { KEYS } from "../merchants/payouts.ts"
import type { Shop } from "../merchants/shop.ts"
import { checkUnfinished, compareLedgers } from "./ledgers.ts"
import { checkMails, type Mailed } from "./mails.ts"
import { checkMoney } from "./money.ts"
import { checkPayouts } from "./payouts.ts"

/** A received webhook, `at` in milliseconds of the receiver's clock. */
export type Received = { url: string; body: string; headers: Record<string, string>; at: number }

/** The data to compare: the service's database, the bank's ledger, the received webhooks, and the API's current responses. */
export type Witness = ServiceWitness & {
  bank: Bank
  /** What the mail server has accepted, if there is one. */
  mailed?: Mailed
  /** The time of all accounts in Unix seconds, if it does not depend on the account. */
  now?: number
}

export type ServiceWitness = {
  database: Database
  received: readonly Received[]
  read(path: string, key: string): Promise<{ status: number; body: Json }>
}

const erasedIn = testOnly(erasures.find(["account"], (rows) => rows.select("customer")))
const eventsInOrder = testOnly(events.find(["account"], (rows) => rows.orderBy("seq").select("id", "body", "seq")))

/** Returns the differences between the service's state, its responses to clients, and the bank's bookings. Empty if there are none. */
export async function differences(witness: Witness, shop: Shop, stranger: Shop): Promise<string[]> {
  const { database, bank } = witness
  return [
    ...(await compareLedgers(database, bank, shop.account, { answers: shop.answers, now: witness.now })),
    ...(await checkPayouts(database, shop.account, witness.now)),
    ...(await checkMoney(database, shop.account, (await witness.read("/v1/balance", shop.key)).body, { now: witness.now })),
    ...(await checkService(witness, shop, stranger)),
    ...(witness.mailed ? await checkMails(database, shop.account, witness.mailed) : []),
  ]
}

/** Returns what is wrong with webhooks, totals, lists and answers, whatever the acquirer is. Empty if there is nothing. */
export async function checkService(witness: ServiceWitness, shop: Shop, stranger: Shop): Promise<string[]> {
  const { database, received } = witness
  const wrong = await checkTotals(database, shop.account)
  return [
    ...wrong.map((total) => `a total is wrong: ${JSON.stringify(total)}`),
    ...(await checkUnfinished(database, shop.account)),
    ...(await checkWebhooks(witness, shop)),
    ...(await checkAcknowledged(witness, shop)),
    ...(await checkList(witness, shop)),
    ...(await checkHidden(witness, shop, stranger)),
    ...checkSecrets([...received.map(({ body }) => body), ...shop.answers.map(({ response }) => response.text)]),
  ]
}

/** Each event has its own place in the list, and reached the merchant's endpoint, signed, with the bytes of its version. */
async function checkWebhooks({ database, received }: ServiceWitness, { account, answers }: Shop): Promise<string[]> {
  const events = await database.all(eventsInOrder, { account })
  const endpoint = answers.find(({ path }) => path === "/v1/webhook_endpoints")!.response.body
  const shown = (body: string) => textAt(endpoint.service_version ?? DEFAULT_VERSION, body)
  const mine = received.filter(({ url }) => url === endpoint.url)
  const arrived = new Map(mine.map(({ body }) => [JSON.parse(body).id as string, body]))
  const known = new Set(events.map(({ id }) => id))
  const erased = await database.all(erasedIn, { account })
  /** What had arrived names customers who were erased since. */
  const asNow = (body: string) =>
    JSON.stringify(erased.reduce((value: unknown, { customer }) => withoutPerson(value, customer), JSON.parse(body)))
  const isSame = (is: string | undefined, stored: string) => is === stored || (is !== undefined && asNow(is) === stored)
  return [
    ...events.flatMap(({ id, body, seq }, i) => [
      ...(seq === i + 1 ? [] : [`the event ${id} is number ${seq} of its list, and not ${i + 1}`]),
      ...(arrived.has(id) ? [] : [`the event ${id} never arrived`]),
      ...(arrived.has(id) && !isSame(arrived.get(id), shown(body)) ? [`the event ${id} arrived with other bytes`] : []),
    ]),
    ...[...arrived.keys()].filter((id) => !known.has(id)).map((id) => `the event ${id} arrived and does not exist`),
    ...mine.filter((one) => !isSigned(one, endpoint.secret)).map(({ body }) => `a webhook has a wrong signature: ${body}`),
  ]
}

/** The time of a signature is that of the sending process. */
function isSigned({ headers, body, at }: Received, secret: string): boolean {
  const signature = headers["Service-Signature"]!
  const timestamp = Number(/^t=(\d+)/.exec(signature)?.[1])
  const expected = webhooks.generateTestHeader({ payload: body, secret, timestamp })
  return signature === expected && Math.abs(timestamp - at / 1000) < MAX_LATE_SECONDS
}

/** Every acknowledged object still exists, and its constant members are unchanged. */
async function checkAcknowledged(witness: ServiceWitness, { answers, key }: Shop): Promise<string[]> {
  const created = answers.filter(({ path, response }) => response.status === 201 && KEPT.includes(path))
  const wrong: string[] = []
  for (const { path, response } of created) {
    const { status, body } = await witness.read(`${path}/${response.body.id}`, key)
    const same = status === 200 && FIXED.every((name) => JSON.stringify(body[name]) === JSON.stringify(response.body[name]))
    if (!same) wrong.push(`${path} was answered with ${response.text}, and is now ${status} ${JSON.stringify(body)}`)
  }
  return wrong
}

/** The list of payments has each acknowledged payment once. The newest is first, because ids sort by their time. */
async function checkList(witness: ServiceWitness, shop: Shop): Promise<string[]> {
  const listed: string[] = []
  for (let more = true; more; ) {
    const after = listed.length > 0 ? `&starting_after=${listed.at(-1)}` : ""
    const { data, has_more } = (await witness.read(`/v1/payment_intents?limit=${PAGE}${after}`, shop.key)).body
    listed.push(...data.map(({ id }: { id: string }) => id))
    more = has_more
  }
  const ids = new Set(listed)
  const told = shop.answers.filter(({ path, response }) => path === "/v1/payment_intents" && response.status === 201)
  const missing = told.filter(({ response }) => !ids.has(response.body.id))
  return [
    ...(ids.size === listed.length ? [] : ["a list has a payment twice"]),
    ...(listed.every((id, i) => i === 0 || id < listed[i - 1]!) ? [] : ["a list is not in order"]),
    ...missing.map(({ response }) => `a list leaves out a payment: ${response.body.id}`),
  ]
}

/** Checks that no card number and no PIX key of a merchant is in a text. */
export function checkSecrets(texts: readonly string[]): string[] {
  return [
    ...(texts.some((text) => CARD_NUMBER.test(text)) ? ["a card number is in clear"] : []),
    ...(texts.some((text) => PIX_KEYS.some((key) => text.includes(key))) ? ["a PIX key is in clear"] : []),
  ]
}

/** The key of another merchant can read nothing of this one. */
async function checkHidden(witness: ServiceWitness, { answers }: Shop, stranger: Shop): Promise<string[]> {
  const made = new Map(
    answers.filter(({ response }) => response.status === 201).map(({ path, response }) => [path, response.body.id]),
  )
  const seen: string[] = []
  for (const path of KEPT.filter((each) => made.has(each))) {
    const { status } = await witness.read(`${path}/${made.get(path)}`, stranger.key)
    if (status !== 404) seen.push(`another account reads ${path}/${made.get(path)}, and is answered with ${status}`)
  }
  return seen
}

const KEPT = ["/v1/payment_intents", "/v1/refunds", "/v1/customers"]
const FIXED = ["id", "amount", "currency", "created", "customer", "email", "payment_intent", "livemode"]
/** A boleto's line has so many zeros that it can contain the number of a test card, with digits around it. */
const CARD_NUMBER = new RegExp(
  [
    ...Object.values(CARDS).map((number) => (number.includes("00000000") ? `(?<!\\d)${number}(?!\\d)` : number)),
    // Those of the simulator of Cielo.
    "(?<!\\d)(?:400000|550000|636297)999\\d{7}(?!\\d)",
  ].join("|"),
)
/** Only the bank learns those to which merchants are paid out. */
const PIX_KEYS = Object.values(KEYS)
/** A small page, so each list has several. */
const PAGE = 7
/** A clock is wrong by at most two seconds, and a webhook takes a while to arrive. */
const MAX_LATE_SECONDS = 60
