import type { Command } from "commander"
import { byNewest, listEntries, presentEntry } from "../audit/log.ts"
import type { ModeName } from "../base/mode-name.ts"
import { readLimit } from "./shared/limit.ts"
import { modesNamed, mustFindAccount, ofDatabase, print, readMode, table, warnOfLimit, withModes } from "./shared/operator.ts"
import { readTime } from "./shared/time.ts"

type Options = { mode?: ModeName; database?: string; account?: string; since?: number; limit: number; json?: boolean }

export function auditCommands(vintem: Command): void {
  const audit = vintem.command("audit").description("Show who changed what.")
  ofDatabase(audit.command("list"))
    .description("List the entries of the audit log, newest first.")
    .option("--mode <mode>", "test or live (default: both)", readMode)
    .option("--account <id>", "only what concerns this account")
    .option("--since <when>", "only what is not older: 30d, 12h, 15m or an ISO 8601 time", (text) => readTime(text, -1))
    .option("--limit <number>", "the maximum number of entries", readLimit, 1000)
    .option("--json", "print one JSON value")
    .action(({ mode: name, database, json, ...wanted }: Options) =>
      withModes(async (modes) => {
        if (wanted.account) await mustFindAccount(modes, wanted.account)
        const searched = modesNamed(modes, name, database)
        const lists = await Promise.all(searched.map(({ database }) => listEntries(database, wanted)))
        const entries = lists.flat().sort(byNewest).slice(0, wanted.limit).map(presentEntry)
        if (lists.some((list) => list.length === wanted.limit)) warnOfLimit(wanted.limit)
        print(json, entries, (list) => table(list.map(line), "No entries."))
      }),
    )
}

function line({
  at,
  actor,
  source,
  action,
  target,
  account,
  mode,
  outcome,
  reason,
  changes,
}: ReturnType<typeof presentEntry>): (string | null)[] {
  return [
    new Date(at * 1000).toISOString(),
    mode,
    actor,
    source,
    action,
    target,
    account,
    `${outcome}${reason === null ? "" : ` (${reason.replace(/\p{C}/gu, "?")})`}${changes === null ? "" : ` ${JSON.stringify(changes)}`}`,
  ]
}
