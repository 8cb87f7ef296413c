import { mustFindEvent, presentEvent } from "../src/events/list/events.ts"
import { listEvents } from "../src/events/list/pages.ts"
import { ok } from "../src/http/response.ts"
import { listOf, type Read } from "./call.ts"

export const retrieve: Read<"retrieveEvent"> = async ({ db, scope, params, version }) =>
  ok(presentEvent(await mustFindEvent(db, scope, params.id, version)))

export const list: Read<"listEvents"> = async ({ scope, query }) => {
  const { rows, has_more } = await listEvents(scope, query)
  return ok(listOf("/v1/events", { has_more, rows: rows.map(presentEvent) }))
}
