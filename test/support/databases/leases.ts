// The leases of webhook deliveries use the database's time, which a test cannot advance.
import type { Database } from "../../../src/db/database.ts"
import { statement } from "./statement.ts"

const age = statement<void, "ms">((k, p) => k("deliveries").update({ lease_until_ms: k.raw("lease_until_ms - ?", [p.ms]) }))

/** Moves the ends of all deliveries' leases this many milliseconds earlier. */
export async function ageLeases(database: Database, ms: number): Promise<void> {
  await database.transaction((tx) => tx.run(age, { ms }))
}
