import { sql } from "./sql.ts"

/** The connections to this Postgres database that wait for a lock, such as that of a row. */
export const waitingForLocks = sql<{ pid: number }>(
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
)
