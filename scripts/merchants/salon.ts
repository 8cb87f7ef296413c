// A merchant whose subscribers' cards are refused when they renew. Each gets a mail with the link of a page, and enters another card there.
import { setTimeout as pause } from "node:timers/promises"
import { fieldsOf } from "../../test/checkout/payer.ts"
import { until } from "../../test/support/merchants/merchant.ts"
import { CARDS, cardBody } from "../../test/support/merchants/payments.ts"
import { type MailServer, readMail } from "../../test/support/network/mail-server.ts"
import type { Browser } from "./browser.ts"
import { openPlan } from "./club.ts"
import { atBank, PAYER, type Place } from "./place.ts"
import { sendTimes } from "./stall.ts"

const DAY = 86_400
const MEMBERS = 4
const MAIL_MS = 10_000
/** A sale is given up after a week in which the bank never says what became of it. No bank is in trouble for so long. */
const MAX_DAYS_OF_TROUBLE = 3
const REST_MS = 200
const HOST = "@salon.example"
const CARD_PAGE = /\/pay\/card\/[0-9A-Za-z_-]+/
const { approved, declined, declinedWhenCharged, threeDs } = CARDS

/** `page`: where the newest mail to the member leads. */
type Member = { customer: string; email: string; subscription: string; page: string | undefined }

/**
 * `members`: those who still come. `all`: everybody who ever did. `tokens`: of the cards that were entered on pages. `days`: how many have passed since
 * the bank was last in order.
 */
export type Salon = { product: string; members: Member[]; all: Member[]; tokens: string[]; days: number }

/** What payers can use: their browsers and their mail. */
export type Desk = { browser: Browser; post: Pick<MailServer, "received"> }

export async function openSalon(place: Place): Promise<Salon> {
  return { product: await openPlan(place, place.database), members: [], all: [], tokens: [], days: 0 }
}

/** A day passes. Members whose card was refused enter others, and some members leave. */
export async function liveInSalon(place: Place, salon: Salon, desk: Desk): Promise<void> {
  const { random } = place
  if (salon.members.length < MEMBERS) {
    const member = await join(place, salon)
    if (member) salon.members.push(member)
  }
  if (salon.days < MAX_DAYS_OF_TROUBLE) await letADayPass(place, salon)
  else await pause(REST_MS)
  readPost(salon, desk)
  const withPage = salon.members.filter(({ page }) => page && random.chance(0.7))
  await Promise.all(withPage.map((member) => enterCards(place, salon, member, desk)))
  for (const member of withPage) if (random.chance(0.3)) await leave(place, salon, member)
}

/** Subscribes somebody whose card will be refused when it is charged. Undefined if the first payment failed. */
async function join({ shop, random }: Place, salon: Salon): Promise<Member | undefined> {
  const email = `member-${salon.all.length}${random.integer(0, 2 ** 32).toString(36)}${HOST}`
  const { id: customer } = await shop.post("/v1/customers", { ...PAYER, email })
  const intent = await shop.post("/v1/payment_intents", { amount: 4990, currency: "brl", customer, product: salon.product })
  const token = await shop.post("/v1/tokens", cardBody(approved))
  await shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
  const [subscription] = (await shop.get(`/v1/customer_subscriptions?customer=${customer}`)).data
  if (!subscription) return undefined
  const other = await shop.post("/v1/tokens", cardBody(declinedWhenCharged))
  await shop.post("/v1/payment_methods", { token: other.id, customer })
  const member = { customer, email, subscription: subscription.id, page: undefined }
  salon.all.push(member)
  return member
}

/** Lets a day pass while the bank is in order, so that it says what became of each sale. It waits for no payer any more. */
export async function letADayPassInCalm(place: Place, salon: Salon): Promise<void> {
  const { bank, shop } = place
  // At the end all that waits is approved, and nobody looks for a sale whose payer was asked more than a week ago.
  await atBank(async () => bank.decide(shop.account, "refused"))
  await letADayPass(place, salon)
  salon.days = 0
}

async function letADayPass({ shop }: Place, salon: Salon): Promise<void> {
  salon.days++
  await shop.post("/v1/test_helpers/clock/advance", { seconds: DAY })
}

/** Finds the pages in the mails that have arrived. */
function readPost({ all }: Salon, { post }: Pick<Desk, "post">): void {
  const byEmail = new Map(all.map((member) => [member.email, member]))
  for (const mail of post.received) {
    const member = byEmail.get(mail.to)
    const page = member && CARD_PAGE.exec(readMail(mail).text)?.[0]
    if (page) member.page = page
  }
}

async function leave({ shop }: Place, { members }: Salon, member: Member): Promise<void> {
  members.splice(members.indexOf(member), 1)
  const { status } = await shop.get(`/v1/customer_subscriptions/${member.subscription}`)
  if (status !== "CANCELED") await shop.post(`/v1/customer_subscriptions/${member.subscription}/cancel`, {})
}

async function enterCards(place: Place, salon: Salon, member: Member, desk: Desk): Promise<void> {
  for (let tries = place.random.integer(1, 3); tries > 0; tries--) await (await prepareCard(place, salon, member, desk))?.()
}

/** Opens the page of a member. Returns a function that sends its form. Undefined if the page takes no card. */
async function prepareCard(
  place: Place,
  salon: Salon,
  { page: path }: Pick<Member, "page">,
  { browser }: Pick<Desk, "browser">,
  number: string = place.random.pick([approved, approved, approved, declined, declinedWhenCharged, threeDs]),
  charge: boolean = place.random.chance(0.7),
): Promise<(() => Promise<void>) | undefined> {
  const { shop, random } = place
  const page = path && (await browser.open(path))
  if (!page || !fieldsOf(page).has("seen")) return undefined
  const { id: token } = await shop.post("/v1/tokens", cardBody(number))
  salon.tokens.push(token)
  const filled = { token, ...(charge && { charge: "now" }) }
  const sending = { filled, times: random.pick([1, 1, 2]), isPassed: random.chance(0.7) }
  return () => sendTimes(place, browser, page, sending)
}

/** Prepares members whose card was refused. Returns a function that lets all of them send their next card at once. */
export async function gatherInSalon(place: Place, salon: Salon, desk: Desk): Promise<() => Promise<unknown>> {
  const joined = await Promise.all(Array.from({ length: MEMBERS }, () => join(place, salon)))
  const members = joined.filter((member) => member !== undefined)
  await letADayPass(place, salon)
  const arrived = async () => {
    readPost(salon, desk)
    return members.every(({ page }) => page !== undefined)
  }
  // A mail may wait for its next attempt, or be lost.
  await until(arrived, MAIL_MS).catch(() => {})
  const sends = await Promise.all(members.map((member) => prepareCard(place, salon, member, desk)))
  return () => Promise.all(sends.map((send) => send?.()))
}

/**
 * Once everything has settled, each member whose period is not paid can still pay it with another card. Returns what went otherwise. Nobody
 * could have paid on a page that no mail has named.
 */
export async function closeSalon(place: Place, salon: Salon, desk: Desk): Promise<string[]> {
  const { shop } = place
  readPost(salon, desk)
  const wrong: string[] = []
  for (const member of salon.all) {
    const read = () => shop.get(`/v1/customer_subscriptions/${member.subscription}`)
    const before = await read()
    if (before.status !== "PAST_DUE" || !member.page) continue
    const { html } = await desk.browser.open(member.page)
    // The mail may be about an earlier period, which was paid.
    if (html.includes("Everything is paid")) continue
    const pay = await prepareCard(place, salon, member, desk, approved, true)
    await pay?.()
    const after = await read()
    if (after.status !== "ACTIVE")
      wrong.push(`a payer could not pay an unpaid period: ${pay ? "" : "no form: "}${JSON.stringify(after)}`)
  }
  return wrong
}
