// Reads a file of an acquirer into the database: docs/statements.md.

import { accountsOf } from "../../acquirers/establishments.ts"
import { type Actor, recordDone } from "../../audit/log.ts"
import type { Clock } from "../../base/clock.ts"
import { Refusal } from "../../base/errors.ts"
import { must } from "../../base/must.ts"
import type { Database, Transaction } from "../../db/database.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import type { Header } from "../layout/frame.ts"
import type { Item } from "../reading/items.ts"
import { type FileRead, missingBefore, standingOf } from "../reading/keys.ts"
import { readStatement } from "../reading/read.ts"
import type { FileRow } from "../tables.ts"
import { keepContent } from "./content.ts"
import { beginFile, endFile, endFileAgain, filesOfKind, holdFile } from "./files.ts"
import { type Inspected, inspect } from "./inspect.ts"
import { isStored, type Place, placeLines } from "./place.ts"
import { digestOf, type Source } from "./source.ts"
import { Touched, type TouchedAccounts } from "./touched.ts"

/** A transaction with so many lines is short, also where other writers wait for it. On SQLite, nothing else of the process goes on meanwhile. */
const BATCH = 250

export type ImportMode = {
  readonly database: Database
  readonly clock: Clock
  readonly ring: KeyRing
  readonly checkpoint: (name: string) => void
}

/** `uploader`: the account that sends the file, whose lines alone count, or empty for the operator. `by`: who is named in the audit log. */
export type Importer = { uploader: string; by: Actor }

/** `isNew`: whether this call has read it. It may have been read or refused before. */
export type Imported = { file: FileRow; isNew: boolean }

/**
 * Reads a file, once: its lines are stored in batches, and count when all are. If the process dies, reading the file again goes on, and repeats
 * nothing. A file that was read before is read again if no account had some of its lines then. A file that can't be read is stored as refused, with what is wrong. Throws Refusal if another process is reading the file, or if it changes meanwhile.
 */
export async function importStatement(mode: ImportMode, source: Source, { uploader, by }: Importer): Promise<Imported> {
  const { database, clock } = mode
  const now = Math.floor(clock.now() / 1000)
  const digest = await digestOf(source)
  const begun = await beginFile(database, { uploader, digest, name: source.name, created: now })
  if ("known" in begun) return { file: begun.known, isNew: false }
  const { file, again } = begun
  const inspected = await inspect(source, () => database.transaction(async (tx) => holdFile(tx, file)))
  const { header, end } = inspected
  const note = (tx: Transaction) => recordDone(tx, by, { action: "statement.import", account: uploader || null, target: file })
  if (end.refused || !header) return { file: await refuse(mode, file, inspected, note), isNew: true }
  if (end.sha256 !== digest) throw changed(source)
  if (!again) await keepContent(mode, file, source)
  const place: Place = {
    ...{ file, file_type: header.file_type, uploader, establishment: header.establishment, now },
    ...{ units: inspected.units, negotiations: inspected.negotiations },
  }
  const touched = await store(mode, source, place, digest)
  return { file: await finish(mode, place, { inspected, header, digest, touched, note, again }), isNew: true }
}

type Note = (tx: Transaction) => Promise<void>

async function refuse(
  { database }: ImportMode,
  file: string,
  { header, problems, end }: Inspected,
  note: Note,
): Promise<FileRow> {
  const found = { ...factsOf(header), state: "refused" as const, lines: end.records, unowned: 0, problems, standing: null }
  return database.transaction(async (tx) => {
    await note(tx)
    return must(await endFile(tx, file, found), "the file that was refused")
  })
}

function factsOf(header: Header | undefined) {
  const { establishment = null, file_type = null, period_from = null, period_to = null } = header ?? {}
  return {
    establishment,
    file_type,
    period_from,
    period_to,
    processed_on: header?.processed_on ?? null,
    sequence: header?.sequence ?? null,
  }
}

/** Stores all lines. Returns whose they are. */
async function store(mode: ImportMode, source: Source, place: Place, digest: string): Promise<Touched> {
  const touched = new Touched()
  let batch: Parameters<typeof placeLines>[2][number][] = []
  const flush = async () => {
    const items = batch
    batch = []
    if (items.length === 0) return
    const placed = await mode.database.transaction((tx) => {
      holdFile(tx, place.file)
      return placeLines(tx, place, items)
    })
    touched.add(placed)
    mode.checkpoint("statement: lines stored")
  }
  for await (const item of readStatement(source.chunks())) {
    if (isStored(item)) batch.push(item)
    if (batch.length >= BATCH) await flush()
    if (isEnd(item) && item.sha256 !== digest) throw changed(source)
  }
  await flush()
  return touched
}

function isEnd(item: Item): item is Extract<Item, { type: "end" }> {
  return item.type === "end"
}

type Read = { inspected: Inspected; header: Header; digest: string; touched: Touched; note: Note; again: boolean }

/** From now on the lines count. */
async function finish(
  { database }: ImportMode,
  place: Place,
  { inspected, header, digest, touched, note, again }: Read,
): Promise<FileRow> {
  const { file, uploader, now } = place
  const { file_type, establishment, sequence } = header
  const read: FileRead = {
    ...{ establishment, file_type, sequence, sha256: digest },
    period_from: must(header.period_from, "the period of a file"),
    period_to: must(header.period_to, "the period of a file"),
  }
  return database.transaction(async (tx) => {
    const earlier = (await filesOfKind(tx, { uploader, establishment, file_type })).map(asRead)
    const standing = standingOf(read, earlier) === "new" ? "new" : "correction"
    const gap = missingBefore(read, earlier)
    const problems = gap
      ? [...inspected.problems, `The files ${gap[0]} to ${gap[1]} before it were not read.`]
      : inspected.problems
    const { records: lines } = inspected.end
    const facts = { ...factsOf(header), state: "read" as const, lines, unowned: touched.unowned, problems, standing } as const
    const ended = await (again ? endFileAgain : endFile)(tx, file, facts)
    if (!ended) throw new Refusal("statement_being_read", `Another process has read the file.`)
    const owners = (await accountsOf(tx, [establishment])).get(establishment) ?? []
    const covered: TouchedAccounts = { file, now, read, processed_on: header.processed_on ?? read.period_to }
    await touched.finish(
      tx,
      covered,
      owners.filter((each) => uploader === "" || each === uploader),
    )
    await note(tx)
    await touched.noteUnmatched(tx, covered, inspected.units.unmatched(), uploader)
    return ended
  })
}

function asRead({ establishment, file_type, period_from, period_to, sequence, digest }: FileRow): FileRead {
  const known = { establishment: establishment ?? "", file_type: file_type ?? "", sha256: digest, sequence: sequence ?? 0 }
  return { ...known, period_from: period_from ?? 0, period_to: period_to ?? 0 }
}

function changed({ name }: Source): Refusal {
  return new Refusal("statement_changed", `The file ${name} was changed while it was read. Read it again.`)
}
