// Events are written at the end of the transaction that changes their resources, so each has the outcome of all its changes.
import { isDeepStrictEqual } from "node:util"
import { newId } from "../base/ids.ts"
import { must } from "../base/must.ts"
import type { Transaction } from "../db/database.ts"
import type { Version } from "../versions.ts"
import { EVENT_COLUMNS, events } from "./list/table.ts"
import { type EventType, inOrderOfResources } from "./list/types.ts"
import { endpointsOf, subscribersIn } from "./webhooks/endpoints.ts"
import { fanOut } from "./webhooks/fan-out.ts"
import { activeIntegrations } from "./webhooks/integrations.ts"
import type { EventScope, Hearing } from "./webhooks/mode.ts"
import { mayChangeOrder, tellOrders } from "./webhooks/order-messages.ts"
import { isNotified, notifyIntegrations } from "./webhooks/purchases.ts"

export { EVENT_TYPES, type EventType } from "./list/types.ts"

/** A resource as the newest version of the API shows it. */
type Resource = { readonly id: string }

/** Some resources are read at the end of the transaction only, together with what else is read there. */
type Shown = Resource | (() => Promise<Resource>)

/** `before` is the resource before a change without an event of its own. */
type Noted<Object = Shown> = {
  id: string
  scope: EventScope
  type: EventType
  since: Version | null
  object: Object
  before?: Resource
}

type Event = Noted<Resource> & { previous?: object }

const insertEvent = events.insert(EVENT_COLUMNS)

/**
 * Records that something happened to a resource, in the transaction in which it happens. Returns the id of the event. At the end of the
 * transaction the event is written, with its deliveries and the messages to integrations. Its bytes are fixed there, and every attempt sends
 * the same bytes. See docs/webhooks.md. Versions before `since` do not have the event, although they have its type.
 */
export function recordEvent(
  tx: Transaction,
  scope: EventScope,
  type: EventType,
  object: Shown,
  { since = null }: { since?: Version | null } = {},
): string {
  const id = newId("evt")
  tx.atEnd(writeEvents, { id, scope, type, since, object })
  return id
}

/**
 * Records that a resource changed in a way that has no event of its own. At the end of the transaction, all changes of a resource become
 * one event with the old values of what they changed. There is none if nothing that the API shows has changed, or if the resource has
 * another event in this transaction.
 */
export function recordUpdate(
  tx: Transaction,
  scope: EventScope,
  type: Extract<EventType, `${string}.updated`>,
  { before, after }: { before: Resource; after: Resource },
): void {
  tx.atEnd(writeEvents, { id: newId("evt"), scope, type, since: null, before, object: after })
}

async function writeEvents(tx: Transaction, notes: readonly Noted[]): Promise<void> {
  for (const account of new Set(notes.map(({ scope }) => scope.account))) {
    const own = notes.filter(({ scope }) => scope.account === account)
    const [shown, endpoints, integrations, hearings] = await tx.pipeline(
      () => Promise.all(own.map(async (note) => ({ ...note, object: await shownIn(note) }))),
      () => endpointsOf(tx, account),
      async () => (own.some(({ type }) => isNotified(type) || mayChangeOrder(type)) ? activeIntegrations(tx, account) : []),
      () => hear(tx, own),
    )
    const happened = inOrderOfResources(byResource(shown).flatMap(eventsOfResource))
    const written = happened.map((event) => ({ event, body: insert(tx, event) }))
    const steps = written.flatMap(({ event: { id, scope, type, since, object }, body }) => [
      () => fanOut(tx, scope, id, body, subscribersIn(endpoints, { type, since })),
      () => notifyIntegrations(tx, scope, type, object as Parameters<typeof notifyIntegrations>[3], integrations),
    ])
    await tx.pipeline(...steps, ...hearings.map((hearing) => () => hearing(happened)))
    await tellOrders(tx, happened, integrations)
  }
}

/** Lets the listeners read what they need, together with what else is read. */
function hear(tx: Transaction, own: readonly Noted[]): Promise<Hearing[]> {
  const { scope } = must(own[0], "an event of the account")
  const types = own.map(({ type }) => type)
  return Promise.all(scope.mode.eventListeners.map((listener) => listener.hear(tx, scope, types)))
}

async function shownIn({ object }: Noted): Promise<Resource> {
  return typeof object === "function" ? object() : object
}

function byResource(notes: readonly Noted<Resource>[]): Noted<Resource>[][] {
  const ids = new Set(notes.map(({ object }) => object.id))
  return [...ids].map((id) => notes.filter(({ object }) => object.id === id))
}

/** Returns the events of a resource from all that happened to it in the transaction. */
function eventsOfResource(notes: readonly Noted<Resource>[]): Event[] {
  const last = must(notes.at(-1), "what happened to a resource")
  const own = notes.filter(({ before }) => before === undefined)
  if (own.length > 0) return [...own.slice(0, -1), { ...must(own.at(-1), last.id), object: last.object }]
  const previous = changedFrom(must(notes[0]?.before, last.id), last.object)
  return Object.keys(previous).length === 0 ? [] : [{ ...last, previous }]
}

/** The old values of the members that changed. */
function changedFrom(before: Resource, after: Resource): object {
  const now = new Map(Object.entries(after))
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, now.get(name))))
}

/** Returns the event's bytes. */
function insert(tx: Transaction, { id, scope: { account, now: created }, type, since, object, previous }: Event): string {
  const { livemode } = tx
  const data = previous ? { object, previous_attributes: previous } : { object }
  const body = JSON.stringify({ id, object: "event", type, api_version: "v1", created, livemode, data })
  tx.send(insertEvent, { id, account, created, type, since, body })
  return body
}
