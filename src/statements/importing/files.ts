// The files that were read. Each is read once, by its content.
import { Refusal } from "../../base/errors.ts"
import { firstIdAt, newId } from "../../base/ids.ts"
import { integer, milliseconds, text } from "../../db/columns.ts"
import type { Database, Queries, Transaction } from "../../db/database.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { LIMIT } from "../../db/statement.ts"
import { type FileRow, statementFiles } from "../tables.ts"

/** How long a process may be silent before another one takes its file over. */
const LEASE_MS = 60_000

const begin = statementFiles.statement(["id", "created", "uploader", "digest", "name", { lease_ms: milliseconds() }], (_, p, k) =>
  k.raw<Pick<FileRow, "id" | "state">>(
    `INSERT INTO statement_files (id, created, uploader, digest, name, state, lines, unowned, problems, held_until_ms)
     VALUES (:id, :created, :uploader, :digest, :name, 'reading', 0, 0, '[]', ${nowMs(k)} + :lease_ms)
     ON CONFLICT (uploader, digest) DO UPDATE SET held_until_ms = ${nowMs(k)} + :lease_ms
       WHERE statement_files.held_until_ms <= ${nowMs(k)}
         AND (statement_files.state = 'reading' OR statement_files.state = 'read' AND statement_files.unowned > 0)
     RETURNING id, state`,
    { id: p.id, created: p.created, uploader: p.uploader, digest: p.digest, name: p.name, lease_ms: p.lease_ms },
  ),
)
const byDigest = statementFiles.find(["uploader", "digest"])
const byId = statementFiles.find(["id"])
const hold = statementFiles.statement(["id", { lease_ms: milliseconds() }], (rows, p, k) =>
  rows.where({ id: p.id }).update({ held_until_ms: msFromNow(k, p.lease_ms) }),
)
const HEADER = ["establishment", "file_type", "period_from", "period_to", "processed_on", "sequence"] as const
const ENDED = ["state", ...HEADER, "lines", "unowned", "problems", "standing", "held_until_ms"] as const
const end = statementFiles.update(["id"], ENDED, (rows) => rows.where({ state: "reading" }).returning("*"))
const endAgain = statementFiles.update(["id"], ["unowned", "held_until_ms"], (rows) =>
  rows.where({ state: "read" }).returning("*"),
)
const ofKind = statementFiles.find(["uploader", "establishment", "file_type"], (rows) => rows.where({ state: "read" }))
const newest = statementFiles.statement([{ of: text().nullable(), limit: integer() }], (rows, p) =>
  rows.whereRaw("(CAST(? AS text) IS NULL OR uploader = ?)", [p.of, p.of]).orderBy("id", "desc").limit(LIMIT),
)
const resolve = statementFiles.update(["id"], ["resolved_at"], (rows) =>
  rows.where({ state: "refused" }).whereNull("resolved_at").returning("*"),
)

/** `again`: it was read before, and has lines that no account had then. */
export type Begun = { file: string; again: boolean } | { known: FileRow }

/**
 * Begins to read a file, or goes on where a process died. A file that was read or refused before is `known`, but for one with lines that no account had.
 * Throws Refusal if another process is reading it. `created` is in Unix seconds.
 */
export async function beginFile(
  database: Database,
  { uploader, digest, name, created }: Pick<FileRow, "uploader" | "digest" | "name" | "created">,
): Promise<Begun> {
  const row = await database.write(begin, { id: newId("stf"), created, uploader, digest, name, lease_ms: LEASE_MS })
  if (row) return { file: row.id, again: row.state === "read" }
  const known = await database.only(byDigest, { uploader, digest })
  if (known.state !== "reading") return { known }
  throw new Refusal(
    "statement_being_read",
    `The file ${name} is being read by another process. If that has died, try again in a minute.`,
  )
}

/** Keeps the file for this process. */
export function holdFile(tx: Transaction, id: string): void {
  tx.send(hold, { id, lease_ms: LEASE_MS })
}

export type FileEnd = Pick<FileRow, "state" | (typeof HEADER)[number] | "lines" | "unowned" | "problems" | "standing">

/** Ends the reading of a file. Undefined if another process has ended it. */
export function endFile(tx: Transaction, id: string, found: FileEnd): Promise<FileRow | undefined> {
  return tx.one(end, { id, ...found, held_until_ms: 0 })
}

/** Ends another reading of a file: fewer lines may be without an account. */
export function endFileAgain(tx: Transaction, id: string, { unowned }: Pick<FileEnd, "unowned">): Promise<FileRow | undefined> {
  return tx.one(endAgain, { id, unowned, held_until_ms: 0 })
}

export function findFile(db: Queries, id: string): Promise<FileRow | undefined> {
  return db.one(byId, { id })
}

/** The files of a type of an establishment that were read before. */
export function filesOfKind(
  db: Queries,
  { uploader, establishment, file_type }: Pick<FileRow, "uploader" | "establishment" | "file_type">,
): Promise<FileRow[]> {
  return db.all(ofKind, { uploader, establishment, file_type })
}

/** The newest files: of the operator (""), of an account, or all (null). */
export function listFiles(db: Queries, uploader: string | null, limit: number): Promise<FileRow[]> {
  return db.all(newest, { of: uploader, limit })
}

/** A person has dealt with a file that was refused. Throws Refusal if it was not, or not any more. */
export async function resolveFile(tx: Transaction, id: string, now: number): Promise<FileRow> {
  const row = await tx.one(resolve, { id, resolved_at: now })
  if (row) return row
  throw new Refusal("statement_not_refused", `The file ${id} does not wait for you.`)
}

/** The id before which a file was begun earlier than `ms`. */
export function filesBefore(ms: number): string {
  return firstIdAt("stf", ms)
}
