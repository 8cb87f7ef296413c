import { EVENT_TYPES } from "../../../events/types.ts"
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointRow,
  MAX_DESCRIPTION,
  MAX_GRACE_SECONDS,
  mustFindEndpoint,
  presentEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../../../events/webhooks/endpoints.ts"
import { playEvent } from "../../../payments/sample-event.ts"
import { type Html, html } from "../../html.ts"
import type { Area, Change } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { changedChoice, changedTexts, sentText, shownField } from "../shell/body.ts"
import { checkField, selectField, textField } from "../shell/form.ts"
import type { Page } from "../shell/layout.ts"
import { buttonLink } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { shownOnce } from "../shell/shown-once.ts"
import { CHANGE_WORDS } from "./change-words.ts"
import { WORDS } from "./words.ts"

const PAGE = "/webhooks/:endpoint"

/** The changes that owners make to endpoints, and the test event that operators can send. */
export function endpointChanges(area: Area): void {
  area.change("/webhooks/new", create)
  area.change(`${PAGE}/edit`, edit)
  area.change(`${PAGE}/delete`, remove)
  area.change(`${PAGE}/rotate`, rotate)
  area.change(`${PAGE}/test`, sendTest)
}

const find = (at: At) => mustFindEndpoint(at.mode.database, { account: at.account }, at.param("endpoint"))
const pageOf = (at: At, { id }: Pick<EndpointRow, "id">) => at.path(`/webhooks/${id}`)

const create: Change<void> = {
  role: "owner",
  proof: "live",
  find: async () => undefined,
  ask: (at) => {
    const { title, text, button, url, urlHint } = at.words(CHANGE_WORDS).create
    const fields = html`${textField(at, { name: "url", label: url, hint: urlHint, type: "url", required: true, maxlength: 2048, placeholder: "https://shop.example/webhooks" })}
${eventFields(at, ["*"])}${descriptionField(at, "")}`
    return { title, text, fields, button, back: at.path("/webhooks") }
  },
  make: async (at) => {
    const input = { url: sentText(at, "url"), ...choiceOf(at) }
    const { id, secret } = await at.act({ action: "webhook_endpoint.create" }, async (tx, scope) => {
      const made = await createEndpoint(tx, scope, input)
      return { id: made.row.id, secret: made.secret }
    })
    return secretPage(at, id, secret)
  },
}

const edit: Change<EndpointRow> = {
  role: "owner",
  proof: "live",
  find,
  ask: (at, row) => {
    const { title, text, button } = at.words(CHANGE_WORDS).edit
    const { enabled_events } = presentEndpoint(row, at.mode.livemode)
    const shown = { events: boxesOf(enabled_events).join(" "), description: row.description ?? "" }
    const fields = html`${shownField(at, shown)}${eventFields(at, enabled_events)}${descriptionField(at, shown.description)}`
    return { title, text: text(row.url), fields, button, back: pageOf(at, row) }
  },
  make: async (at, row) => {
    const { done, unchanged } = at.words(CHANGE_WORDS).edit
    const change = changeOf(at)
    if (Object.keys(change).length === 0) return { to: pageOf(at, row), notice: unchanged }
    await at.act({ action: "webhook_endpoint.update", target: row.id }, (tx, scope) => updateEndpoint(tx, scope, row.id, change))
    return { to: pageOf(at, row), notice: done }
  },
}

const remove: Change<EndpointRow> = {
  role: "owner",
  proof: "live",
  find,
  ask: (at, row) => {
    const { title, text, button } = at.words(CHANGE_WORDS).remove
    return { title, text: text(row.url), button, tone: "danger", back: pageOf(at, row) }
  },
  make: async (at, row) => {
    await at.act({ action: "webhook_endpoint.delete", target: row.id }, async (tx, scope) => {
      await deleteEndpoint(tx, scope, row.id)
      return row
    })
    return { to: at.path("/webhooks"), notice: at.words(CHANGE_WORDS).remove.done }
  },
}

const rotate: Change<EndpointRow> = {
  role: "owner",
  proof: "live",
  find,
  ask: (at, row) => {
    const { title, text, button, grace, graces } = at.words(CHANGE_WORDS).rotate
    const fields = selectField(at, {
      name: "expire_old_in",
      label: grace,
      value: String(MAX_GRACE_SECONDS),
      options: Object.entries(graces),
    })
    return { title, text: text(row.url), fields, button, tone: "danger", back: pageOf(at, row) }
  },
  make: async (at, row) => {
    const seconds = /^\d{1,6}$/.test(at.form.get("expire_old_in") ?? "") ? Number(at.form.get("expire_old_in")) : Number.NaN
    const { secret } = await at.act({ action: "webhook_endpoint.rotate_secret", target: row.id }, (tx, scope) =>
      rotateSecret(tx, scope, row.id, seconds),
    )
    return secretPage(at, row.id, secret)
  },
}

const sendTest: Change<EndpointRow> = {
  role: "operator",
  proof: "never",
  find: async (at) => {
    if (at.mode.livemode) throw new NoSuchPage()
    return find(at)
  },
  ask: (at, row) => {
    const { title, text, button, type } = at.words(CHANGE_WORDS).test
    const fields = selectField(at, { name: "type", label: type, options: receivedBy(row).map((name) => [name, name] as const) })
    return { title, text: text(row.url), fields, button, back: pageOf(at, row) }
  },
  make: async (at, row) => {
    const types = receivedBy(row)
    const type = types.find((name) => name === at.form.get("type")) ?? types[0]
    if (!type) throw new NoSuchPage()
    await at.act({ action: "webhook_endpoint.send_test", target: row.id }, (tx, scope) => playEvent(tx, scope, type))
    return { to: pageOf(at, row), notice: at.words(CHANGE_WORDS).test.done }
  },
}

/** The event types that an endpoint receives. */
function receivedBy({ enabled_events }: EndpointRow) {
  const selected = JSON.parse(enabled_events) as string[]
  return EVENT_TYPES.filter((type) => selected.includes("*") || selected.includes(type))
}

function eventFields(at: At, selected: readonly string[]): Html {
  const box = (value: string, label: string) =>
    checkField(at, { name: "events", value, label, checked: selected.includes(value) })
  return html`<fieldset><legend>${at.words(CHANGE_WORDS).create.events}</legend>${box("*", at.words(WORDS).allEventsToCome)}${EVENT_TYPES.map((type) => box(type, type))}</fieldset>`
}

/** Returns the selected events in the order of the checkboxes, as a form sends them. */
function boxesOf(selected: readonly string[]): string[] {
  return ["*", ...EVENT_TYPES].filter((value) => selected.includes(value))
}

function descriptionField(at: At, value: string): Html {
  const { description, descriptionHint } = at.words(CHANGE_WORDS).create
  return textField(at, { name: "description", label: description, hint: descriptionHint, value, maxlength: MAX_DESCRIPTION })
}

/** Returns the values of the form. */
function choiceOf(at: At): { events: string[]; description: string | null } {
  return { events: eventsOf(at.form.getAll("events")), description: sentText(at, "description") || null }
}

/** Returns the changed values of the form. */
function changeOf(at: At): { events?: string[]; description?: string | null } {
  const events = changedChoice(at, "events")
  const { description } = changedTexts(at, ["description"])
  return { ...(events && { events: eventsOf(events) }), ...(description !== undefined && { description: description || null }) }
}

/** "All events" includes every other choice. */
function eventsOf(chosen: string[]): string[] {
  return chosen.includes("*") ? ["*"] : chosen
}

/** No other page ever shows the secret. */
function secretPage(at: At, id: string, secret: string): Page {
  const { title, text, next } = at.words(CHANGE_WORDS).secret
  return {
    title,
    body: html`${shownOnce(text, secret)}<p class="actions">${buttonLink(pageOf(at, { id }), next)}</p>`,
  }
}
