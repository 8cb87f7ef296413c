// The leases of webhook deliveries use the database's time, which a test cannot advance.
import { milliseconds } from "../../../src/db/columns.ts"
import type { Database } from "../../../src/db/database.ts"
import { deliveries } from "../../../src/events/webhooks/tables.ts"
import { testOnly } from "./statement.ts"

const age = testOnly(
  deliveries.statement([{ ms: milliseconds() }], (rows, p, k) =>
    rows.update({ lease_until_ms: k.raw("lease_until_ms - ?", [p.ms]) }),
  ),
)

/** Moves the ends of all deliveries' leases this many milliseconds earlier. */
export async function ageLeases(database: Database, ms: number): Promise<void> {
  await database.transaction((tx) => tx.run(age, { ms }))
}
