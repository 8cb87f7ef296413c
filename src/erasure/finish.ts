import { id, integer, text } from "../db/columns.ts"
import type { Database, Queries, Transaction } from "../db/database.ts"
import { isHere } from "../db/here.ts"
import { LIMIT } from "../db/statement.ts"
import { newestEventsAbout } from "../events/about.ts"
import { events } from "../events/list/table.ts"
import { deliveryAttempts } from "../events/webhooks/tables.ts"
import { idempotencyKeys } from "../idempotency/table.ts"
import { regularly } from "../jobs/retention.ts"
import { inBatches, MAX_ROWS } from "../jobs/sweep.ts"
import { eraseMails } from "../mail/erase.ts"
import { cards } from "../vault/tables.ts"
import { withoutPerson } from "./erased.ts"
import { erasePayments } from "./payments.ts"
import { type ErasureRow, erasures, STEPS, type Step } from "./table.ts"

/** A worker begins soon with what a command that died has left. */
const GAP_MS = 10_000
/** A saved card has an event when it was saved and when it was detached, and one for each change of its metadata. */
const MAX_EVENTS_OF_CARD = 1000

type Found = { at: string; body: string | null }

/**
 * A page of all rows of the account, in the order of their key. Only the bodies that name the customer are read: no index leads to them, and a
 * statement that looked for the next one could run for minutes.
 */
const PAGE = ["account", { after: text(), like: text(), limit: integer() }] as const
const nextEvents = events.statement(PAGE, (_, p, k) =>
  k.raw<Found>(
    "SELECT id AS at, CASE WHEN body LIKE ? THEN body END AS body FROM events WHERE account = ? AND id > ? ORDER BY id LIMIT ?",
    [p.like, p.account, p.after, LIMIT],
  ),
)
/** Sealed responses have secrets of the account, and no customers. */
const nextResponses = idempotencyKeys.statement(PAGE, (_, p, k) =>
  k.raw<Found>(
    `SELECT key AS at, CASE WHEN (body LIKE ? OR body LIKE '%"holder%') AND NOT sealed AND status IS NOT NULL THEN body END AS body
     FROM idempotency_keys WHERE account = ? AND key > ? ORDER BY key LIMIT ?`,
    [p.like, p.account, p.after, LIMIT],
  ),
)
const setEvent = events.update(["account", "id"], ["body"])
const setResponse = idempotencyKeys.update(["account", "key"], ["body"], (rows) => rows.whereNotNull("status"))
/** A receiver may have repeated what it was sent. */
const forgetResponses = deliveryAttempts.statement(["account", { message: id() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .whereRaw("delivery IN (SELECT id FROM deliveries WHERE account = ? AND message = ?)", [p.account, p.message])
    .update({ response_body: null, response_headers: null }),
)
const forgetHolder = cards.statement(["account", { method: id() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .whereRaw("id IN (SELECT card FROM payment_methods WHERE account = ? AND id = ?)", [p.account, p.method])
    .update({ holder_name: null }),
)
const erasedCard = cards.statement(["account", { method: id() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .whereRaw(
      `id IN (SELECT card FROM payment_methods WHERE account = ? AND id = ? UNION ALL SELECT card FROM tokens WHERE account = ? AND id = ?)`,
      [p.account, p.method, p.account, p.method],
    )
    .whereNull("holder_name")
    .select("id"),
)
const findErasure = erasures.find(["account", "customer"], (rows) => rows.forUpdate())
const move = erasures.update(["account", "customer"], ["step", "position"])
const unfinished = erasures.statement([], (rows, _, k) =>
  rows
    .whereRaw(`step IS NOT NULL AND ${isHere(k)}`)
    .orderBy("account")
    .orderBy("customer"),
)

type Key = Pick<ErasureRow, "account" | "customer">

/**
 * Erases what was recorded of a customer with its payments, in mails, events and saved responses, from where an earlier run stopped. Returns false if the deadline
 * (of `performance.now()`) came first.
 */
export function finishErasure(database: Database, { account, customer }: Key, deadline?: number): Promise<boolean> {
  return inBatches(
    database,
    async (tx, limit) => {
      const erasure = await tx.one(findErasure, { account, customer })
      if (!erasure?.step) return 0
      const { step, position } = erasure
      const found = await ERASE[step](tx, { account, customer }, { after: position, limit })
      const last = found.at(-1)
      const next = found.length < limit ? (STEPS[STEPS.indexOf(step) + 1] ?? null) : step
      await tx.run(move, { account, customer, step: next, position: next === step && last ? last : "" })
      return next === null ? 0 : limit
    },
    deadline,
  )
}

/**
 * The same in the transaction that began the erasure, for a customer of a payment link that did not pay: only the page made and changed it, long ago. So
 * its own events are all that have its members, no saved response is left, and there are few rows. The other events of the account are not
 * gone through.
 */
export async function finishAtOnce(tx: Transaction, key: Key): Promise<void> {
  const all = { ...key, after: "", limit: MAX_ROWS }
  for (let page = all, ids: string[]; ; page = { ...page, after: ids.at(-1) ?? "" }) {
    ids = await erasePayments(tx, page)
    if (ids.length < MAX_ROWS) break
  }
  for (let page = all, ids: string[]; ; page = { ...page, after: ids.at(-1) ?? "" }) {
    ids = await eraseMails(tx, page)
    if (ids.length < MAX_ROWS) break
  }
  for (const { id, body } of await newestEventsAbout(tx, key.account, key.customer, MAX_EVENTS_OF_CARD))
    await setErased(tx, key, id, body)
  await tx.run(move, { ...key, step: null, position: "" })
}

/** Counts the events that name a customer. */
export async function countEventsNaming(db: Queries, { account, customer }: Key): Promise<number> {
  let count = 0
  for (let after = ""; ; ) {
    const found = await db.all(nextEvents, { account, after, like: `%${customer}%`, limit: MAX_ROWS })
    count += found.filter(({ body }) => body !== null).length
    const last = found.at(-1)
    if (!last || found.length < MAX_ROWS) return count
    after = last.at
  }
}

type Page = { after: string; limit: number }

/** Each erases a page of rows, in the order of their keys, and returns the keys. */
const ERASE: Record<Step, (tx: Transaction, key: Key, page: Page) => Promise<string[]>> = {
  payments: (tx, key, page) => erasePayments(tx, { ...key, ...page }),
  mails: (tx, key, page) => eraseMails(tx, { ...key, ...page }),
  events: inBodies(nextEvents, eraseEvent),
  responses: inBodies(nextResponses, eraseResponse),
}

function inBodies(
  next: typeof nextEvents | typeof nextResponses,
  erase: (tx: Transaction, key: Key, at: string, body: string) => Promise<void>,
) {
  return async (tx: Transaction, key: Key, page: Page) => {
    const found = await tx.all(next, { account: key.account, like: `%${key.customer}%`, ...page })
    for (const { at, body } of found) if (body !== null) await erase(tx, key, at, body)
    return found.map(({ at }) => at)
  }
}

/** The response of a token or of a detached card names no customer. Its card says whether its holder was erased. */
async function eraseResponse(tx: Transaction, { account, customer }: Key, key: string, body: string): Promise<void> {
  const { object, id } = JSON.parse(body) as { object?: unknown; id?: unknown }
  const isCard = (object === "token" || object === "payment_method") && typeof id === "string"
  const card = isCard ? await tx.one(erasedCard, { account, method: id }) : undefined
  const erased = JSON.stringify(withoutPerson(JSON.parse(body), customer, card && String(id)))
  if (erased !== body) await tx.run(setResponse, { account, key, body: erased })
}

async function eraseEvent(tx: Transaction, key: Key, id: string, body: string): Promise<void> {
  const { account, customer } = key
  const { data } = JSON.parse(body) as { data: { object: { object: string; id: string; customer?: unknown } } }
  await setErased(tx, key, id, body)
  const { object, id: about } = data.object
  if (object !== "payment_method" || data.object.customer !== customer) return
  // Of a card that was detached before, only the event that saved it names the customer.
  await tx.run(forgetHolder, { account, method: about })
  for (const each of await newestEventsAbout(tx, account, about, MAX_EVENTS_OF_CARD))
    await setErased(tx, key, each.id, each.body, about)
}

async function setErased(tx: Transaction, { account, customer }: Key, id: string, body: string, method?: string): Promise<void> {
  const erased = JSON.stringify(withoutPerson(JSON.parse(body), customer, method))
  if (erased === body) return
  await tx.run(setEvent, { account, id, body: erased })
  await tx.run(forgetResponses, { account, message: id })
}

/** Finishes erasures whose command has died. */
export const finishErasures = regularly<{ readonly database: Database }>(
  "finish_erasures",
  GAP_MS,
  async ({ database }, deadline) => {
    let isDone = true
    for (const erasure of await database.all(unfinished, {}))
      isDone = (await finishErasure(database, erasure, deadline)) && isDone
    return isDone
  },
)
