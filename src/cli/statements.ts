// Statements of the acquirer: read, shown and compared with what was sold.
import type { Command } from "commander"
import { checkReason } from "../attention/resolve.ts"
import { act } from "../audit/act.ts"
import { plainMoney } from "../base/currency.ts"
import { dateOf } from "../base/day.ts"
import { Refusal } from "../base/errors.ts"
import { hasSeveral } from "../http/mode.ts"
import { STATEMENT_CURRENCY } from "../statements/acquirer.ts"
import { presentDifference, readDay, readLines, type StatementDay } from "../statements/days/day.ts"
import { findDifferenceAnywhere, resolveDifference } from "../statements/differences.ts"
import { listFiles, resolveFile } from "../statements/importing/files.ts"
import { importStatement } from "../statements/importing/import.ts"
import { sourceOfFile } from "../statements/importing/source.ts"
import type { FileRow } from "../statements/tables.ts"
import { resolveUnowned } from "../statements/unowned.ts"
import { actOn } from "./shared/act.ts"
import { currentActor } from "./shared/actor.ts"
import { readDay as readDayOption } from "./shared/day.ts"
import { readLimit } from "./shared/limit.ts"
import {
  accountIn,
  type Modes,
  modeNamed,
  modesNamed,
  ofDatabase,
  print,
  table,
  warnOfLimit,
  withModes,
} from "./shared/operator.ts"

const MOST_LINES = 5000

export function statementCommands(vintem: Command): void {
  const statements = vintem
    .command("statements")
    .description("Read the statements of Cielo (Extrato Eletrônico v15), and compare them with what was sold in live mode.")
  importCommand(statements)
  listCommand(statements)
  showCommand(statements)
  resolveCommand(statements)
}

function importCommand(statements: Command): void {
  statements
    .command("import")
    .argument("<file...>", "files of type 03, 04, 09, 15 or 16")
    .description(
      "Read files, of all accounts. A file that was read before changes nothing. Workers then compare and post its lines.",
    )
    .option("--json", "print one JSON value")
    .action((paths: string[], { json }: { json?: boolean }) =>
      withModes(async (modes) => {
        const mode = modeNamed(modes, "live")
        if (hasSeveral(modes))
          throw new Error(
            "Statements cannot be read yet while live mode has several databases: the lines of accounts in another one would count as lines without an account.",
          )
        const results = []
        for (const path of paths) {
          const { file, isNew } = await importStatement(mode, sourceOfFile(path), { uploader: "", by: currentActor() })
          results.push({ ...presentFile(file), known: !isNew })
        }
        print(json, results, (list) => list.map(said).join("\n"))
        if (results.some(({ state }) => state === "refused"))
          throw new Error("A file was refused. What is wrong with it is above.")
      }),
    )
}

function listCommand(statements: Command): void {
  ofDatabase(statements.command("list"))
    .description("List the files that were read or refused, newest first.")
    .option("--limit <number>", "the maximum number of files", readLimit, 100)
    .option("--json", "print one JSON value")
    .action(({ database, limit, json }: { database?: string; limit: number; json?: boolean }) =>
      withModes(async (modes) => {
        const searched = modesNamed(modes, "live", database)
        const lists = await Promise.all(searched.map((mode) => listFiles(mode.database, null, limit)))
        const files = lists
          .flat()
          .sort((a, b) => (a.id < b.id ? 1 : -1))
          .slice(0, limit)
        if (files.length === limit) warnOfLimit(limit)
        print(json, files.map(presentFile), (list) => table(list.map(row), "No statements."))
      }),
    )
}

function showCommand(statements: Command): void {
  statements
    .command("show")
    .argument("<day>", "the day of the sales in Brasília, such as 2026-12-01", readDayOption)
    .description(
      "Show what the statements say of a day's sales beside what was sold: what matches, what is only here or there, what differs; --json adds the lines.",
    )
    .option("--account <id>", "the account; optional if there is only one")
    .option("--json", "print one JSON value")
    .action((day: number, options: { account?: string; json?: boolean }) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id },
        } = await accountIn(modes, "live", options.account)
        const found = await readDay(mode.database, id, day)
        const lines = options.json ? await readLines(mode.database, id, day, MOST_LINES) : []
        if (lines.length === MOST_LINES) console.error(`There may be more lines: these are the first ${MOST_LINES}.`)
        print(options.json, { ...presentDay(found), lines }, () => asText(found))
      }),
    )
}

function resolveCommand(statements: Command): void {
  statements
    .command("resolve")
    .argument("<id>", "a difference (sdf_…), a file that was refused (stf_…) or a line without an account (sul_…)")
    .description("Record that a person has dealt with it. Nothing is posted.")
    .requiredOption("--reason <text>", "why; kept in the audit log")
    .option("--json", "print one JSON value")
    .action((id: string, { reason, json }: { reason: string; json?: boolean }) =>
      withModes(async (modes) => {
        checkReason(reason)
        if (id.startsWith("stf_") || id.startsWith("sul_")) await resolveOfPlatform(modes, id, reason)
        else await resolveOne(modes, id, reason)
        print(json, { id, status: "resolved" }, () => `${id} is resolved.`)
      }),
    )
}

async function resolveOne(modes: Modes, id: string, reason: string): Promise<void> {
  const missing = `No such difference: '${id}'. List them with: vintem attention list --mode live`
  const wanted = { action: "statement.resolve", id, reason, missing, mode: "live", find: findDifferenceAnywhere } as const
  await actOn(modes, wanted, (tx, scope, difference) => resolveDifference(tx, scope, difference, reason))
}

async function resolveOfPlatform(modes: Modes, id: string, reason: string): Promise<void> {
  const searched = modesNamed(modes, "live")
  for (const [at, { database, clock }] of searched.entries()) {
    const now = Math.floor(clock.now() / 1000)
    const doing = { action: "statement.resolve", account: null, target: id, reason } as const
    const done = await act(database, currentActor(), doing, async (tx) => {
      if (id.startsWith("stf_")) await resolveFile(tx, id, now)
      else await resolveUnowned(tx, id, now)
      return {}
    }).catch((error) => {
      if (!(error instanceof Refusal) || at === searched.length - 1) throw error
    })
    if (done) return
  }
}

/** Days are dates in Brasília. */
export function presentFile({
  id,
  created,
  uploader,
  name,
  state,
  establishment,
  file_type,
  lines,
  unowned,
  problems,
  ...file
}: FileRow) {
  const date = (day: number | null) => (day === null ? null : dateOf(day))
  return {
    ...{ id, created, account: uploader || null, name, state, establishment, file_type },
    ...{ period_from: date(file.period_from), period_to: date(file.period_to), sequence: file.sequence, standing: file.standing },
    ...{ lines, unowned, problems },
  }
}

type Presented = ReturnType<typeof presentFile>

function said({ name, id, state, lines, unowned, problems, known }: Presented & { known: boolean }): string {
  if (state === "refused") return [`${name} is refused (${id}):`, ...problems].join("\n  ")
  if (known) return `${name} was read before (${id}).`
  const others = unowned > 0 ? ` ${unowned} are of no account.` : ""
  return [`${name} is read (${id}): ${lines} lines.${others}`, ...problems].join("\n  ")
}

function row({
  id,
  state,
  file_type,
  establishment,
  period_from,
  period_to,
  lines,
  name,
}: Presented): (string | number | null)[] {
  return [id, state, file_type, establishment, period_from, period_to, lines, name]
}

function presentDay({ day, sold, told, matched, ...lists }: StatementDay) {
  const { only_here, only_there, differs } = lists
  return {
    ...{ day, sold, told, matched },
    only_here: only_here.map(presentDifference),
    only_there: only_there.map(presentDifference),
    differs: differs.map(presentDifference),
  }
}

function asText(found: StatementDay): string {
  const money = (amount: number | null) => (amount === null ? null : plainMoney(amount, STATEMENT_CURRENCY))
  const { day, sold, told, matched, only_here, only_there, differs } = found
  const facts = table([
    ["day", day],
    ["sold here", `${sold.count}, ${money(sold.amount)}`],
    ["in statements", `${told.count}, ${money(told.amount)}`],
    ["matched", matched],
    ["only here", only_here.length],
    ["only there", only_there.length],
    ["differs", differs.length],
  ])
  const all = [...only_here, ...only_there, ...differs].map(presentDifference)
  const rows = all.map(({ id, kind, payment_intent, amount, differences, reason }) => [
    ...[id, kind, payment_intent, money(amount)],
    differences.map(({ what, here, there }) => `${what}: ${here ?? "-"} here, ${there ?? "-"} there`).join("; "),
    reason === null ? "open" : `resolved: ${reason}`,
  ])
  return rows.length === 0 ? facts : `${facts}\n\n${table(rows)}`
}
