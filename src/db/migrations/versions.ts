import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/**
 * The version by which a request, a webhook endpoint or a delivery is shown. Rows of the version before have none: what they recorded is
 * shown as it was recorded.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ["idempotency_keys", "webhook_endpoints", "deliveries"]) await addColumn(knex, table, "version", "text")
}
