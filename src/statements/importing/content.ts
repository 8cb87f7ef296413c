// The content of a file, sealed. It has card BINs and the merchant's bank account, and is kept for RETAIN_STATEMENTS_DAYS (docs/data-kept.md).
import { promisify } from "node:util"
import { gzip as gzipWithCallback } from "node:zlib"
import type { Config } from "../../config/config.ts"
import { id, integer } from "../../db/columns.ts"
import type { Database } from "../../db/database.ts"
import { LIMIT } from "../../db/statement.ts"
import { keptSince } from "../../jobs/retention.ts"
import { inBatches } from "../../jobs/sweep.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { sealedTable } from "../../vault/sealed-table.ts"
import { statementContents } from "../tables.ts"
import { filesBefore } from "./files.ts"
import type { Source } from "./source.ts"

/** Found when it is called: a simulation has its own. */
const gzip = (bytes: Buffer) => promisify(gzipWithCallback)(bytes)

/** How much is sealed at a time. Compressed, it is about a twentieth of that. */
const PART_BYTES = 2 ** 20

const insertPart = statementContents.insert(["id", "file", "sealed_content"], (rows) =>
  rows.onConflict(["id"]).merge(["sealed_content"]),
)
const deleteOld = statementContents.statement([{ before: id(), limit: integer() }], (_, p, k) =>
  k.raw<void>("DELETE FROM statement_contents WHERE id IN (SELECT id FROM statement_contents WHERE id < ? ORDER BY id LIMIT ?)", [
    p.before,
    LIMIT,
  ]),
)

export const SEALED_STATEMENTS = sealedTable(statementContents, {
  key: ["id"],
  contexts: { sealed_content: ({ id }) => id },
})

/** Seals the content, part by part. If the process dies, it is done again from the beginning. */
export async function keepContent(
  { database, ring }: { database: Database; ring: KeyRing },
  file: string,
  source: Source,
): Promise<void> {
  let number = 0
  for await (const part of partsOf(source)) {
    const id = `${file}.${String(number++).padStart(6, "0")}`
    const text = (await gzip(part)).toString("base64")
    await database.transaction(async (tx) => {
      await tx.run(insertPart, { id, file, sealed_content: await ring.seal(tx, text, id) })
    })
  }
}

async function* partsOf({ chunks }: Source): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks()) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

type RetentionMode = { readonly database: Database; readonly config: Pick<Config, "retainStatementsDays"> }

/** Deletes the content of files that were read long ago. Their lines stay. */
export async function deleteOldContents({ database, config }: RetentionMode, deadline: number): Promise<boolean> {
  const since = await keptSince(database, config.retainStatementsDays)
  if (since === undefined) return true
  const before = filesBefore(since)
  return inBatches(database, (tx, limit) => tx.run(deleteOld, { before, limit }), deadline)
}
