import { presentEntry } from "../../../../audit/log.ts"
import { type Search, searchEntries } from "../../../../audit/search.ts"
import { sendCsv } from "../../lists/csv.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { databasesOf, findUsersIn, readSearch } from "./search.ts"

const PER_PAGE = 500

const COLUMNS = [
  "id",
  "at",
  "mode",
  "actor",
  "actor_email",
  "source",
  "action",
  "target",
  "account",
  "outcome",
  "reason",
  "changes",
] as const

/** Sends the matching entries as CSV, newest first. */
export async function sendEntries(request: DashboardRequest): Promise<void> {
  const rows = linesOf(request, await readSearch(request))
  sendCsv(request, { name: `audit-${request.location.account.id}.csv`, columns: COLUMNS, rows })
}

async function* linesOf(request: DashboardRequest, search: Search) {
  let before: string | undefined
  for (;;) {
    const page = { limit: PER_PAGE, ...(before && { starting_after: before }) }
    const { rows, has_more } = await searchEntries(await databasesOf(request, search), search, page)
    const users = await findUsersIn(request, rows)
    for (const row of rows) {
      const entry = presentEntry(row)
      const actor_email = users.get(entry.actor.replace(/^user:/, ""))?.email ?? ""
      const line = { ...entry, at: { time: Math.floor(row.at_ms / 1000) }, actor_email }
      yield COLUMNS.map((column) => (column === "changes" ? line.changes && JSON.stringify(line.changes) : line[column]))
    }
    before = rows.at(-1)?.id
    if (!has_more || !before) return
  }
}
