import { mustFindEvent, presentEvent, shownTo } from "../src/events/list/events.ts"
import { listEvents } from "../src/events/list/pages.ts"
import { ok } from "../src/http/response.ts"
import { listOf, type Read } from "./call.ts"

export const retrieve: Read<"retrieveEvent"> = async ({ db, scope, params, version, may }) =>
  ok(presentEvent(await mustFindEvent(db, scope, params.id, shownTo(version, may))))

export const list: Read<"listEvents"> = async ({ scope, query, version, may }) => {
  const { rows, has_more } = await listEvents(scope, query, shownTo(version, may))
  return ok(listOf("/v1/events", { has_more, rows: rows.map(presentEvent) }))
}
