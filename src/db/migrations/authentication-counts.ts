import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"
import { up as countAuthenticated } from "./authenticated-totals.ts"

/**
 * The failures of an authentication, apart from its sessions, and totals of the payments whose fraud is the issuer's loss. No release has
 * counted those by the result alone.
 */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "authentications", "failures", "integer NOT NULL DEFAULT 0")
  await countAuthenticated(knex)
}
