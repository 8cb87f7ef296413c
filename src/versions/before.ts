import type { Version } from "../versions.ts"
import type { Resource, Undo } from "./undo.ts"

/** The members of a resource that a version added, and those inside of them, each with its date. */
export type MembersSince = { readonly [member: string]: string | MembersSince }

/** What is needed to show the objects of the newest version to clients of older ones. */
export type Changes = {
  versions: readonly { date: string; undo?: Undo }[]
  /** By the kind of a resource: its member `object`. */
  members: { readonly [kind: string]: MembersSince }
}

/** Returns a body of the newest version as an older one shows it. See `shownAs`. */
export function bodyBefore<Body>(version: Version, body: Body, changes: Changes): Body {
  const later = changes.versions.filter(({ date }) => date > version)
  return later.length === 0 ? body : (bodyWithout(body, { version, later: later.reverse(), changes }) as Body)
}

type Step = { version: Version; later: Changes["versions"]; changes: Changes }

function bodyWithout(body: unknown, step: Step): unknown {
  if (!isObject(body)) return body
  if (body.object === "list" && Array.isArray(body.data))
    return { ...body, data: body.data.map((each) => bodyWithout(each, step)) }
  if (body.object === "event" && isObject(body.data)) return { ...body, data: eventDataBefore(body.data, step) }
  return typeof body.object === "string" ? resourceBefore(body.object, body, step) : body
}

/** The old values of members that changed are a part of the event's resource. */
function eventDataBefore(data: Resource, step: Step): Resource {
  const { object, previous_attributes: previous } = data
  if (!isObject(object) || typeof object.object !== "string") return data
  const shown = { ...data, object: resourceBefore(object.object, object, step) }
  return isObject(previous) ? { ...shown, previous_attributes: resourceBefore(object.object, previous, step) } : shown
}

function resourceBefore(kind: string, resource: Resource, { version, later, changes }: Step): Resource {
  const undone = later.reduce((each, { undo }) => undo?.[kind]?.(each) ?? each, resource)
  const members = changes.members[kind]
  return members ? withoutLater(undone, members, version) : undone
}

function withoutLater(object: Resource, members: MembersSince, version: Version): Resource {
  const shown: Record<string, unknown> = {}
  for (const name in object) {
    const since = members[name]
    if (since === undefined) shown[name] = object[name]
    else if (typeof since === "object") shown[name] = withoutLaterIn(object[name], since, version)
    else if (since <= version) shown[name] = object[name]
  }
  return shown
}

function withoutLaterIn(value: unknown, members: MembersSince, version: Version): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutLaterIn(each, members, version))
  return isObject(value) ? withoutLater(value, members, version) : value
}

function isObject(value: unknown): value is Resource {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
