import { Readable } from "node:stream"
import { stringify } from "csv-stringify"
import { presentEntry } from "../../../audit/log.ts"
import { type Search, searchEntries } from "../../../audit/search.ts"
import type { At } from "../shell/at.ts"
import { databasesOf, searchOf, usersIn } from "./search.ts"

const PER_PAGE = 500

/** Sends the entries that a search finds, newest first, as they are read. Times are ISO 8601 in UTC. */
export async function sendCsv(at: At): Promise<void> {
  const search = await searchOf(at)
  const columns = ["id", "at", "mode", "actor", "actor_email", "source", "action", "target", "account", "outcome"]
  // A spreadsheet runs what looks like a formula, and sources and targets are what somebody sent.
  const rows = stringify({ header: true, columns, escape_formulas: true, bom: true })
  at.ctx.type = "text/csv"
  at.ctx.set("Content-Disposition", `attachment; filename="audit-${at.place.account.id}.csv"`)
  at.ctx.body = Readable.from(entriesOf(at, search))
    .on("error", (error) => rows.destroy(error))
    .pipe(rows)
}

async function* entriesOf(at: At, search: Search) {
  let before: string | undefined
  for (;;) {
    const request = { limit: PER_PAGE, ...(before && { starting_after: before }) }
    const { rows, has_more } = await searchEntries(databasesOf(at), search, request)
    const users = await usersIn(at, rows)
    for (const row of rows) {
      const entry = presentEntry(row)
      const actor_email = users.get(entry.actor.replace(/^user:/, ""))?.email ?? ""
      yield { ...entry, at: new Date(row.at_ms).toISOString(), actor_email }
    }
    before = rows.at(-1)?.id
    if (!has_more || !before) return
  }
}
