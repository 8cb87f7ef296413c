import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"

export const config = { transaction: false }

/** A line of a statement finds its charge by what the acquirer has named it. */
export async function up(knex: Knex): Promise<void> {
  for (const name of ["tid", "end_to_end_id", "nsu"])
    await buildIndex(knex, `charge_references_${name}`, `charge_references (${name}) WHERE ${name} IS NOT NULL`)
}
