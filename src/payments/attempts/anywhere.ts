import { findAnywhere } from "../../db/anywhere.ts"
import type { Queries } from "../../db/database.ts"
import { type AttemptRow, attempts } from "./table.ts"

const attemptAnywhere = findAnywhere(attempts)

/** Finds an attempt of any account, for the operator's commands. */
export function findAttemptAnywhere(db: Queries, id: string): Promise<AttemptRow | undefined> {
  return db.one(attemptAnywhere, { id })
}
