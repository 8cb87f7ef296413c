// How long processes wait for what does not respond, and what ends that wait.
import type { Database } from "../../src/db/database.ts"
import { ageLeases } from "../../test/support/databases/leases.ts"
import { letHoldsLapse } from "../merchants/holds.ts"

/** The longest lease of a delivery. */
const LEASE_MS = 60_000

/** These processes notice within seconds that Postgres does not respond, so a run has more faults. */
export const IMPATIENT = {
  DATABASE_STATEMENT_TIMEOUT_MS: "6000",
  DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: "5000",
  DATABASE_CONNECT_TIMEOUT_MS: "3000",
}

/** Ends what dead processes held, as time would. */
export async function letAllLapse(database: Database): Promise<void> {
  await letHoldsLapse(database)
  await ageLeases(database, LEASE_MS)
}
