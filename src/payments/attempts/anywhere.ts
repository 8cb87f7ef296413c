import type { Queries } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import type { AttemptRow } from "./table.ts"

const findAnywhere = statement<AttemptRow, "id">((k, p) => k("attempts").where({ id: p.id }))

/** Finds an attempt of any account, for the operator's commands. */
export function findAttemptAnywhere(db: Queries, id: string): Promise<AttemptRow | undefined> {
  return db.one(findAnywhere, { id })
}
