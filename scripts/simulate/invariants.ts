// What must be true once everything has settled, whatever happened before.

import { statement } from "../../test/support/statement.ts"
import { compareLedgers } from "../kills/ledgers.ts"
import type { Shop } from "../kills/shop.ts"
import { request } from "./shop.ts"
import type { World } from "./world.ts"

type EventRow = { id: string; body: string; seq: number | null }

const eventsInOrder = statement<EventRow, "account">((k, p) =>
  k("events").where({ account: p.account }).orderBy("seq").select("id", "body", "seq"),
)

/** Returns what differs between what the service says, what its clients saw, and what the bank has done. Empty: nothing. */
export async function differences(world: World, shop: Shop, stranger: Shop): Promise<string[]> {
  const { database, bank } = world
  return [
    ...(await compareLedgers(database, bank, shop.account, shop.answers)),
    ...(await checkWebhooks(world, shop)),
    ...(await checkAcknowledged(world, shop)),
    ...(await checkHidden(world, shop, stranger)),
  ]
}

/** Each event has a place of its own in the list, and reached the merchant with the bytes that are stored. */
async function checkWebhooks({ database, received }: World, { account }: Shop): Promise<string[]> {
  const events = await database.all(eventsInOrder, { account })
  const arrived = new Map(received.map(({ body }) => [JSON.parse(body).id as string, body]))
  return events.flatMap(({ id, body, seq }, i) => [
    ...(seq === i + 1 ? [] : [`the event ${id} is number ${seq} of its list, and not ${i + 1}`]),
    ...(arrived.has(id) ? [] : [`the event ${id} never arrived`]),
    ...(arrived.has(id) && arrived.get(id) !== body ? [`the event ${id} arrived with other bytes`] : []),
  ])
}

/** What a merchant was told to exist is still there, and what does not change is unchanged. */
async function checkAcknowledged(world: World, { answers, key }: Shop): Promise<string[]> {
  const created = answers.filter(({ path, response }) => response.status === 201 && KEPT.includes(path))
  const wrong: string[] = []
  for (const { path, response } of created) {
    const call = { method: "GET", path: `${path}/${response.body.id}`, headers: { authorization: `Bearer ${key}` } }
    const { status, body } = await request(world, call)
    const same = status === 200 && FIXED.every((name) => JSON.stringify(body[name]) === JSON.stringify(response.body[name]))
    if (!same) wrong.push(`${path} was answered with ${response.text}, and is now ${status} ${JSON.stringify(body)}`)
  }
  return wrong
}

/** Nothing of a merchant can be read with the key of another one. */
async function checkHidden(world: World, { answers }: Shop, stranger: Shop): Promise<string[]> {
  const made = new Map(
    answers.filter(({ response }) => response.status === 201).map(({ path, response }) => [path, response.body.id]),
  )
  const seen: string[] = []
  for (const path of KEPT.filter((each) => made.has(each))) {
    const call = { method: "GET", path: `${path}/${made.get(path)}`, headers: { authorization: `Bearer ${stranger.key}` } }
    const { status } = await request(world, call)
    if (status !== 404) seen.push(`another account reads ${call.path}, and is answered with ${status}`)
  }
  return seen
}

const KEPT = ["/v1/payment_intents", "/v1/refunds", "/v1/customers"]
const FIXED = ["id", "amount", "currency", "created", "customer", "email", "payment_intent", "livemode"]
