import { ApiError } from "../../../../base/errors.ts"
import { EVENT_TYPES } from "../../../../events/list/types.ts"
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointInput,
  MAX_DESCRIPTION,
  MAX_GRACE_SECONDS,
  mustFindEndpoint,
  presentEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../../../../events/webhooks/endpoints.ts"
import type { EndpointRow } from "../../../../events/webhooks/tables.ts"
import { DEFAULT_VERSION, isVersion, VERSIONS, type Version } from "../../../../versions.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink } from "../../components/basics.ts"
import { shownOnce } from "../../components/copyable.ts"
import type { Change } from "../../forms/change.ts"
import { checkboxField, selectField, textField } from "../../forms/fields.ts"
import { changedChoice, changedFields, fieldText, initialValuesField } from "../../forms/form-values.ts"
import { versionField } from "../../forms/version-field.ts"
import type { Page } from "../../layout/account-page.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { CHANGE_WORDS } from "./change-words.ts"
import { PLAYED_TYPES, playEvent } from "./sample-event.ts"
import { WORDS } from "./words.ts"

const PAGE = "/webhooks/:endpoint"

/** The changes that owners make to endpoints, and the test event that operators can send. */
export function endpointChanges(routes: PageRoutes): void {
  routes.change("/webhooks/new", create)
  routes.change(`${PAGE}/edit`, edit)
  routes.change(`${PAGE}/delete`, remove)
  routes.change(`${PAGE}/rotate`, rotate)
  routes.change(`${PAGE}/test`, sendTest)
}

const findEndpoint = (request: DashboardRequest) =>
  mustFindEndpoint(request.mode.database, { account: request.account }, request.pathParameter("endpoint"))
const pageOf = (request: DashboardRequest, { id }: Pick<EndpointRow, "id">) => request.pathTo(`/webhooks/${id}`)

const create: Change<void> = {
  role: "owner",
  proof: "live",
  find: async () => undefined,
  confirmation: (request) => {
    const { title, text, button } = request.words(CHANGE_WORDS).create
    const fields = html`${urlField(request, "")}
${eventFields(request, ["*"])}${versionField(request, request.words(CHANGE_WORDS).create.version, DEFAULT_VERSION)}${descriptionField(request, "")}`
    return { title, text, fields, button, back: request.pathTo("/webhooks") }
  },
  make: async (request) => {
    const input = readValues(request)
    const { id, secret } = await request.runAction({ action: "webhook_endpoint.create" }, async (tx, scope) => {
      const made = await createEndpoint(tx, scope, input)
      return { id: made.row.id, secret: made.secret }
    })
    return secretPage(request, id, secret)
  },
}

const edit: Change<EndpointRow> = {
  role: "owner",
  proof: "live",
  find: findEndpoint,
  confirmation: (request, row) => {
    const { title, text, button } = request.words(CHANGE_WORDS).edit
    const { url, enabled_events, service_version } = presentEndpoint(row, request.mode.livemode)
    const shown = { url, events: inCheckboxOrder(enabled_events).join(" "), service_version, description: row.description ?? "" }
    const fields = html`${initialValuesField(request, shown)}${urlField(request, url)}${eventFields(request, enabled_events)}
${versionField(request, request.words(CHANGE_WORDS).create.version, service_version)}${descriptionField(request, shown.description)}`
    return { title, text, fields, button, back: pageOf(request, row) }
  },
  make: async (request, row) => {
    const { done, unchanged } = request.words(CHANGE_WORDS).edit
    const change = readChanges(request)
    if (Object.keys(change).length === 0) return { to: pageOf(request, row), notice: unchanged }
    await request.runAction({ action: "webhook_endpoint.update", target: row.id }, (tx, scope) =>
      updateEndpoint(tx, scope, row.id, change),
    )
    return { to: pageOf(request, row), notice: done }
  },
}

const remove: Change<EndpointRow> = {
  role: "owner",
  proof: "live",
  find: findEndpoint,
  confirmation: (request, row) => {
    const { title, text, button } = request.words(CHANGE_WORDS).remove
    return { title, text: text(row.url), button, tone: "danger", back: pageOf(request, row) }
  },
  make: async (request, row) => {
    await request.runAction({ action: "webhook_endpoint.delete", target: row.id }, async (tx, scope) => {
      await deleteEndpoint(tx, scope, row.id)
      return row
    })
    return { to: request.pathTo("/webhooks"), notice: request.words(CHANGE_WORDS).remove.done }
  },
}

const rotate: Change<EndpointRow> = {
  role: "owner",
  proof: "live",
  find: findEndpoint,
  confirmation: (request, row) => {
    const { title, text, button, grace, graces } = request.words(CHANGE_WORDS).rotate
    const fields = selectField(request, {
      name: "expire_old_in",
      label: grace,
      value: String(MAX_GRACE_SECONDS),
      options: Object.entries(graces),
    })
    return { title, text: text(row.url), fields, button, tone: "danger", back: pageOf(request, row) }
  },
  make: async (request, row) => {
    const seconds = /^\d{1,6}$/.test(request.form.get("expire_old_in") ?? "")
      ? Number(request.form.get("expire_old_in"))
      : Number.NaN
    const { secret } = await request.runAction({ action: "webhook_endpoint.rotate_secret", target: row.id }, (tx, scope) =>
      rotateSecret(tx, scope, row.id, seconds),
    )
    return secretPage(request, row.id, secret)
  },
}

const sendTest: Change<EndpointRow> = {
  role: "operator",
  proof: "never",
  find: async (request) => {
    if (request.mode.livemode) throw new PageNotFound()
    return findEndpoint(request)
  },
  confirmation: (request, row) => {
    const { title, text, button, type } = request.words(CHANGE_WORDS).test
    const fields = selectField(request, {
      name: "type",
      label: type,
      options: receivedTypes(row).map((name) => [name, name] as const),
    })
    return { title, text: text(row.url), fields, button, back: pageOf(request, row) }
  },
  make: async (request, row) => {
    const types = receivedTypes(row)
    const type = types.find((name) => name === request.form.get("type")) ?? types[0]
    if (!type) throw new PageNotFound()
    await request.runAction({ action: "webhook_endpoint.send_test", target: row.id }, (tx, scope) => playEvent(tx, scope, type))
    return { to: pageOf(request, row), notice: request.words(CHANGE_WORDS).test.done }
  },
}

/** The event types that an endpoint receives and that the dashboard can make happen. */
function receivedTypes({ enabled_events }: EndpointRow) {
  return PLAYED_TYPES.filter((type) => enabled_events.includes("*") || enabled_events.includes(type))
}

function eventFields(request: DashboardRequest, selected: readonly string[]): Html {
  const box = (value: string, label: string) =>
    checkboxField(request, { name: "events", value, label, checked: selected.includes(value) })
  return html`<fieldset><legend>${request.words(CHANGE_WORDS).create.events}</legend>${box("*", request.words(WORDS).allEventsToCome)}${EVENT_TYPES.map((type) => box(type, type))}</fieldset>`
}

/** Returns the selected events in the order of the checkboxes, as a form sends them. */
function inCheckboxOrder(selected: readonly string[]): string[] {
  return ["*", ...EVENT_TYPES].filter((value) => selected.includes(value))
}

function urlField(request: DashboardRequest, value: string): Html {
  const { url, urlHint } = request.words(CHANGE_WORDS).create
  const placeholder = "https://shop.example/webhooks"
  return textField(request, {
    name: "url",
    label: url,
    hint: urlHint,
    type: "url",
    required: true,
    maxlength: 2048,
    placeholder,
    value,
  })
}

function descriptionField(request: DashboardRequest, value: string): Html {
  const { description, descriptionHint } = request.words(CHANGE_WORDS).create
  return textField(request, { name: "description", label: description, hint: descriptionHint, value, maxlength: MAX_DESCRIPTION })
}

/** Returns the values of the form. */
function readValues(request: DashboardRequest): EndpointInput {
  return {
    url: fieldText(request, "url"),
    events: eventsOf(request.form.getAll("events")),
    description: fieldText(request, "description") || null,
    service_version: versionNamed(fieldText(request, "service_version") || DEFAULT_VERSION),
  }
}

/** Returns the changed values of the form. */
function readChanges(request: DashboardRequest): Partial<EndpointInput> {
  const events = changedChoice(request, "events")
  const { url, description, service_version } = changedFields(request, ["url", "description", "service_version"])
  return {
    ...(url !== undefined && { url }),
    ...(events && { events: eventsOf(events) }),
    ...(description !== undefined && { description: description || null }),
    ...(service_version !== undefined && { service_version: versionNamed(service_version) }),
  }
}

/** Throws parameter_invalid. */
function versionNamed(text: string): Version {
  if (isVersion(text)) return text
  throw new ApiError("parameter_invalid", `Choose one of ${VERSIONS.map(({ date }) => date).join(", ")}.`, "service_version")
}

/** "All events" includes every other choice. */
function eventsOf(chosen: string[]): string[] {
  return chosen.includes("*") ? ["*"] : chosen
}

/** No other page ever shows the secret. */
function secretPage(request: DashboardRequest, id: string, secret: string): Page {
  const { title, text, next } = request.words(CHANGE_WORDS).secret
  return {
    title,
    body: html`${shownOnce(text, secret)}<p class="actions">${buttonLink(pageOf(request, { id }), next)}</p>`,
  }
}
