import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** The credentials of an account for 3-D Secure, beside its key at the acquirer. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "acquirer_credentials", "sealed_mpi", "text")
}
