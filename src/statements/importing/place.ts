// Whose each line is, and what it is about.
import { hash } from "node:crypto"
import { accountsOf, numbersOf } from "../../acquirers/establishments.ts"
import { newId } from "../../base/ids.ts"
import { json } from "../../db/columns.ts"
import type { Transaction } from "../../db/database.ts"
import { isPostgres } from "../../db/dialect.ts"
import { matterOf } from "../effects/entry.ts"
import { newJoin } from "../matching/join.ts"
import { ownerOf } from "../matching/owner.ts"
import { isSale, type Line, namesOf, plain } from "../matching/sales.ts"
import type { Item, RecordItem, UnknownItem } from "../reading/items.ts"
import { isBlankNumber } from "../reading/keys.ts"
import { type LineRow, statementLines, unownedLines } from "../tables.ts"
import { type Candidate, candidatesOf } from "./candidates.ts"
import { digestOfNegotiated, type Units } from "./units.ts"

const COLUMNS = {
  ...{ account: "text", file: "text", key: "text", line: "bigint", record: "text", file_type: "text", day: "bigint" },
  ...{ subject: "text", attempt: "text", charge: "text", received: "text", paid_on: "bigint", unit: "text", raw: "text" },
  check_on: "bigint",
} as const satisfies Record<keyof LineRow, string>
const NAMES = Object.keys(COLUMNS).join(", ")
const insertLines = statementLines.statement([{ lines: json<readonly LineRow[]>() }], (_, p, k) => {
  const columns = Object.entries(COLUMNS)
  const given = isPostgres(k)
    ? `SELECT ${NAMES} FROM json_to_recordset(?::json) AS given(${columns.map(([name, type]) => `${name} ${type}`)})`
    : `SELECT ${columns.map(([name]) => `value ->> '${name}'`)} FROM json_each(?) WHERE true`
  return k.raw<void>(`INSERT INTO statement_lines (${NAMES}) ${given} ON CONFLICT (account, file, key) DO NOTHING`, [p.lines])
})
const insertUnowned = unownedLines.insert(["id", "created", "file", "key", "establishment", "day", "amount", "raw"], (rows) =>
  rows.onConflict("key").ignore(),
)

/** What is known of the whole file. `establishment` is that of its header: it counts for lines that name none. */
export type Place = {
  file: string
  file_type: string
  uploader: string
  establishment: string
  now: number
  units: Units
  negotiations: Negotiations
}

/** What each negotiation (A) is, by its key. Only its B say whose it is. */
export type Negotiations = Map<string, { paid_on: number | null; day: number | null; establishment: string }>

type Stored = Exclude<RecordItem, { type: "0" | "9" }> | UnknownItem

/** Whether an item is a line that is kept. */
export function isStored(item: Item): item is Stored {
  return item.type !== "0" && item.type !== "9" && item.type !== "problem" && item.type !== "end"
}

/** What came of the lines of a batch: the accounts that have lines, how many, on which days; how many nobody has; and on which days sales were made. */
export type Placed = { unowned: number; sold: number[]; rows: LineRow[] }

/** Stores lines with their accounts. A line that is stored already stays. */
export async function placeLines(tx: Transaction, place: Place, items: readonly Stored[]): Promise<Placed> {
  const lines = items.map((item) => ({ item, line: lineOf(item, place), establishment: establishmentOf(item, place) }))
  const accounts = await accountsOf(
    tx,
    lines.map(({ establishment }) => establishment),
  )
  const join = await joinOf(
    tx,
    place,
    lines.flatMap(({ line }) => line ?? []),
    accounts,
  )
  const placed: Placed = { unowned: 0, sold: lines.flatMap(({ line }) => soldOn(line)), rows: [] }
  for (const { item, line, establishment } of lines) {
    const charge = line && join(line)
    const owner = ownerOf(establishment, charge ?? null, accounts)
    const row = { ...rowOf(item, line, place), ...(charge && ofCharge(charge)) }
    if (typeof owner === "object" && (place.uploader === "" || owner.account === place.uploader)) {
      placed.rows.push({ ...row, account: owner.account })
    } else if (owner === "operator" && place.uploader === "" && line) sendUnowned(tx, place, row, line, establishment)
    else placed.unowned++
  }
  if (placed.rows.length > 0) tx.send(insertLines, { lines: placed.rows })
  return placed
}

/** A line of a sale, or of what is about one or about the account. */
function lineOf(item: Stored, { file_type, units }: Place): Line | undefined {
  if (item.type === "E") return { type: "E", key: item.key, file_type, paid_on: units.paidOn(item.fields), fields: item.fields }
  return item.type === "8" ? { type: "8", key: item.key, file_type, paid_on: null, fields: item.fields } : undefined
}

async function joinOf(
  tx: Transaction,
  { uploader }: Place,
  lines: readonly Line[],
  accounts: ReadonlyMap<string, readonly string[]>,
): Promise<(line: Line) => Candidate | undefined> {
  if (lines.length === 0) return () => undefined
  const having = [...new Set([...accounts.values()].flat())].filter((each) => uploader === "" || each === uploader)
  const numbers = await numbersOf(tx, having)
  const { charges, received } = await candidatesOf(tx, lines.map(namesOf), {
    uploader,
    accounts: uploader === "" ? having : [uploader],
    establishments: (account) => numbers.get(account) ?? [],
  })
  const join = newJoin(charges, received)
  const byId = new Map(charges.map((each) => [each.id, each]))
  return (line) => byId.get(join(namesOf(line))?.charge.id ?? "")
}

function ofCharge({ id, attempt, charge, captured_on: day }: Candidate) {
  return { subject: id, attempt, charge, day }
}

function rowOf(item: Stored, line: Line | undefined, { file, file_type, units, negotiations }: Place): Omit<LineRow, "account"> {
  const key = digestOf(item.key)
  const { day, paid_on } = daysOf(item, line, negotiations)
  return {
    ...{ file, key, line: item.line, record: item.type === "unknown" ? (item.raw[0] ?? "") : item.type, file_type, day, paid_on },
    subject: subjectOf(item, line),
    ...{ attempt: null, charge: null },
    received: line && isSale(line) && !isBlankNumber(namesOf(line).received_code) ? plain(namesOf(line).received_code) : null,
    unit: unitOf(item, file_type, units),
    raw: item.raw.trimEnd(),
    check_on: CARRIED_OUT.has(item.type) ? 0 : null,
  }
}

function unitOf(item: Stored, file_type: string, units: Units): string | null {
  if (item.type === "B") return digestOfNegotiated(item.fields)
  return item.type === "D" || item.type === "E" ? units.digestOf(item.fields, file_type) : null
}

/** The records that change something. The others are kept and shown. D and C are looked at with the day of their payment. */
const CARRIED_OUT: ReadonlySet<string> = new Set(["E", "8", "B"])

function subjectOf(item: Stored, line: Line | undefined): string {
  if (item.type === "B" || item.type === "C") return `negotiation:${digestOf(item.negotiation)}`
  if (item.type === "A") return `negotiation:${digestOf(item.key)}`
  if (!line) return `line:${digestOf(item.key)}`
  if (!isSale(line)) return `entry:${digestOf(matterOf(line))}`
  const { received_code } = namesOf(line)
  return `sale:${isBlankNumber(received_code) ? digestOf(item.key) : plain(received_code)}`
}

function daysOf(
  item: Stored,
  line: Line | undefined,
  negotiations: Negotiations,
): { day: number | null; paid_on: number | null } {
  switch (item.type) {
    case "E":
      return { day: item.fields.captured_on ?? item.fields.entered_on, paid_on: line?.paid_on ?? null }
    case "8":
      return { day: item.fields.made_on ?? item.fields.captured_on, paid_on: item.fields.payment_date }
    case "A":
    case "B":
      return { day: item.fields.negotiated_on, paid_on: null }
    case "C":
      return {
        day: negotiations.get(item.negotiation)?.day ?? null,
        paid_on: negotiations.get(item.negotiation)?.paid_on ?? null,
      }
    case "D":
      return { day: null, paid_on: item.fields.payment_date }
    default:
      return { day: null, paid_on: null }
  }
}

function soldOn(line: Line | undefined): number[] {
  if (!line || !isSale(line)) return []
  return [line.type === "8" ? line.fields.made_on : line.fields.captured_on].filter((day) => day !== null)
}

/** C and A say no establishment: they have that of the header, or of their B. */
function establishmentOf(item: Stored, { establishment, negotiations }: Place): string {
  if (item.type === "A") return negotiations.get(item.key)?.establishment || establishment
  if (item.type === "C") return negotiations.get(item.negotiation)?.establishment || establishment
  return (item.type !== "unknown" && item.fields.establishment) || establishment
}

function sendUnowned(
  tx: Transaction,
  { file, now }: Place,
  row: Omit<LineRow, "account">,
  line: Line,
  establishment: string,
): void {
  const { key, day, raw } = row
  tx.send(insertUnowned, { id: newId("sul"), created: now, file, key, establishment, day, amount: line.fields.net, raw })
}

export function digestOf(key: string): string {
  return hash("sha256", key, "base64url")
}
