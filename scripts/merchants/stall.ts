// A merchant who sells by payment links, and the payers who open them. Some links take a few payments only, some payers never pay, and the clock passes the
// time after which those are erased.

import { setTimeout as pause } from "node:timers/promises"
import { customers } from "../../src/accounts/tables.ts"
import { paymentIntents } from "../../src/payments/intents/table.ts"
import { fieldsOf } from "../../test/checkout/payer.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import { CARDS, cardBody } from "../../test/support/merchants/payments.ts"
import type { Browser, Page } from "./browser.ts"
import { atBank, type Place } from "./place.ts"

const DAY = 86_400
/** A customer who did not pay is erased after less (RETAIN_LINK_CUSTOMERS_DAYS). */
const ERASED_AFTER_SECONDS = 31 * DAY
const MAX_REST_MS = 1000

const ageCustomers = testOnly(
  customers.statement(["account"], (rows, p, k) =>
    rows
      .where({ account: p.account })
      .whereNotNull("link_unpaid_since")
      .update({ link_unpaid_since: k.raw("link_unpaid_since - ?", [ERASED_AFTER_SECONDS]) }),
  ),
)
const ageAbandoned = testOnly(
  paymentIntents.statement(["account"], (rows, p, k) =>
    rows
      .where({ account: p.account, status: "requires_payment_method" })
      .update({ created: k.raw("created - ?", [ERASED_AFTER_SECONDS]) }),
  ),
)

const CPF = "529.982.247-25"
const { approved, declined, threeDs } = CARDS

type Link = { id: string; path: string; isSoldOut: boolean }

/** A form of a link as a payer filled it in. `led`: where its responses led. */
export type BuyForm = { email: string; name: string; led: Set<string> }

/** `begun`: pages on which payers have begun to pay. */
export type Stall = { product: string; links: Link[]; forms: BuyForm[]; begun: string[] }

export async function openStall({ shop }: Place): Promise<Stall> {
  const { id: product } = await shop.post("/v1/products", { name: "Livro" })
  await shop.post(`/v1/products/${product}/price`, { amount: 4990, currency: "brl" })
  return { product, links: [], forms: [], begun: [] }
}

export async function openLink({ shop }: Place, stall: Stall, max_payments: number | null): Promise<Link> {
  const { id, url } = await shop.post("/v1/payment_links", { product: stall.product, max_payments })
  const link = { id, path: new URL(url).pathname, isSoldOut: false }
  stall.links.push(link)
  return link
}

/** Lets the time pass after which customers are erased who have not paid, and only for them: no call to the bank is open for weeks. */
async function letCustomersAge({ database, shop: { account } }: Place): Promise<void> {
  await atBank(async () => {
    await database.transaction(async (tx) => {
      await tx.run(ageCustomers, { account })
      await tx.run(ageAbandoned, { account })
    })
  })
}

async function letErase(place: Place): Promise<void> {
  await place.shop.post("/v1/test_helpers/clock/advance", { seconds: 10 })
}

/** A payer buys, comes back, or does not pay. At times the payers of days past are forgotten. */
export async function liveAtStall(place: Place, stall: Stall, browser: Browser): Promise<void> {
  const { random } = place
  // Each payment that is open is looked up many times while a clock advances.
  await pause(random.integer(0, MAX_REST_MS))
  if (random.chance(0.02)) await letCustomersAge(place)
  const isBack = stall.begun.length > 0 && random.chance(0.2)
  const page = isBack ? random.pick(stall.begun) : await fillIn(place, stall, await someLink(place, stall), browser)
  for (let tries = random.integer(0, 3); page && tries > 0; tries--) await (await prepareToPay(place, page, browser))?.()
}

async function someLink(place: Place, stall: Stall): Promise<Link> {
  const { random } = place
  const newest = stall.links.at(-1)
  if (newest && !newest.isSoldOut && random.chance(0.9)) return newest
  return openLink(place, stall, random.pick([1, 2, 3, 5, null]))
}

/** Sends the first form of a link, sometimes several times at once. Returns the path of the pay page, or undefined if the link is sold out. */
export async function fillIn({ random }: Place, stall: Stall, link: Link, browser: Browser): Promise<string | undefined> {
  const page = await browser.open(link.path)
  if (!fieldsOf(page).has("purchase")) {
    link.isSoldOut = true
    return undefined
  }
  const who = `${stall.forms.length}${random.integer(0, 2 ** 32).toString(36)}x`
  const form: BuyForm = { email: `payer-${who}@stall.example`, name: `Wilhelmina ${who}`, led: new Set() }
  stall.forms.push(form)
  const filled = { name: form.name, email: form.email }
  const answers = await Promise.all(Array.from({ length: random.pick([1, 1, 2, 3]) }, () => browser.send(page, filled)))
  for (const { location } of answers) if (location) form.led.add(location)
  const [led] = form.led
  if (led) stall.begun.push(led)
  return led
}

/** Opens a pay page with a method. Returns a function that sends its form. Undefined if there is nothing to pay. */
export async function prepareToPay(
  place: Place,
  path: string,
  browser: Browser,
  method: "card" | "pix" = place.random.pick(["card", "card", "pix"]),
  number: string = place.random.pick([approved, approved, approved, declined, threeDs]),
): Promise<(() => Promise<void>) | undefined> {
  const { shop, random, bank } = place
  const page = await browser.open(`${path}?method=${method}`)
  if (!fieldsOf(page).has("seen")) return undefined
  const filled: Record<string, string> =
    method === "pix" ? { document: CPF } : { token: (await shop.post("/v1/tokens", cardBody(number))).id, installments: "1" }
  const [times, isDecided, isPassed] = [random.pick([1, 1, 2]), random.chance(0.6), random.chance(0.7)]
  return async () => {
    await sendTimes(place, browser, page, { filled, times, isPassed })
    if (method !== "pix" || !isDecided) return
    await atBank(async () => bank.decide(shop.account, random.pick(["approved", "approved", "refused"])))
  }
}

type Sending = { filled: Record<string, string>; times: number; isPassed: boolean }

/** Sends a form so many times at once, and answers the bank's question if it asks one. */
export async function sendTimes(
  { press }: Place,
  browser: Browser,
  page: Page,
  { filled, times, isPassed }: Sending,
): Promise<void> {
  const answers = await Promise.all(Array.from({ length: times }, () => browser.send(page, filled)))
  const challenge = answers.find(({ location }) => location && URL.canParse(location))?.location
  if (challenge) await press(challenge, isPassed ? "authorize" : "fail")
}

const MANY = 10

/** Prepares more payers of a link than it takes payments. Returns a function that lets all of them pay at once, while others arrive. */
export async function gatherAtStall(place: Place, stall: Stall, browser: Browser): Promise<() => Promise<unknown>> {
  const link = await openLink(place, stall, place.random.integer(1, 4))
  const begin = () => fillIn(place, stall, link, browser)
  const pages = await Promise.all(Array.from({ length: MANY }, begin))
  const pays = await Promise.all(pages.map((page) => (page ? prepareToPay(place, page, browser) : undefined)))
  return () => Promise.all([...pays.map((pay) => pay?.()), ...Array.from({ length: 4 }, begin)])
}

/**
 * Prepares payers of whom most never pay. Returns a function that lets the time pass after which they are erased, while some come back and pay at
 * that moment.
 */
export async function gatherToErase(place: Place, stall: Stall, browser: Browser): Promise<() => Promise<unknown>> {
  const link = await openLink(place, stall, null)
  const pages = await Promise.all(Array.from({ length: MANY }, () => fillIn(place, stall, link, browser)))
  const [early, late, ...left] = pages.filter((page) => page !== undefined)
  if (early) await (await prepareToPay(place, early, browser, "card", approved))?.()
  const back = [late, ...left.slice(0, 2)].filter((page) => page !== undefined)
  const pays = await Promise.all(back.map((page) => prepareToPay(place, page, browser, "pix")))
  await letCustomersAge(place)
  return () => Promise.all([letErase(place), ...pays.map((pay) => pay?.())])
}

/**
 * Once everything has settled, payers take all places that are left at some links, and nobody gets one more. Returns what went otherwise. Then
 * lets the time pass after which each customer is erased who has not paid.
 */
export async function closeStall(place: Place, stall: Stall, browser: Browser): Promise<string[]> {
  const { shop } = place
  const wrong: string[] = []
  const limited = (await shop.get("/v1/payment_links?limit=100")).data.filter(
    (link: { max_payments: number | null }) => link.max_payments,
  )
  for (const { id, max_payments, payments } of limited.slice(0, 4)) {
    const link = stall.links.find((each) => each.id === id)!
    for (let left = max_payments - payments; left > 0; left--) {
      const page = await fillIn(place, stall, link, browser)
      if (page) await (await prepareToPay(place, page, browser, "card", approved))?.()
    }
    const now = await shop.get(`/v1/payment_links/${id}`)
    const isOpen = fieldsOf(await browser.open(link.path)).has("purchase")
    if (now.payments !== max_payments || isOpen)
      wrong.push(
        `payers took what was left of ${max_payments} places: ${JSON.stringify(now)}, and the page is ${isOpen ? "open" : "closed"}`,
      )
  }
  // What was refused can be paid for a while, and then it is looked at again.
  for (let times = 0; times < 2; times++)
    await shop.post("/v1/test_helpers/clock/advance", { seconds: ERASED_AFTER_SECONDS + 3 * DAY })
  return wrong
}
