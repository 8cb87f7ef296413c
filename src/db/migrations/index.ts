import type { Knex } from "knex"
import * as base from "./base/index.ts"
import * as confirmedTerms from "./confirmed-terms.ts"

/** A migration runs in a transaction, unless its `config` says otherwise. */
type Migration = { up(knex: Knex): Promise<void>; config?: { transaction: boolean } }

/** Migrations by name, in the order in which they run. */
export type Migrations = Record<string, Migration>

/** Never change what a released migration does. docs/architecture.md, Migrations, says what a migration may do. */
export const migrations: Migrations = {
  "0049_base": base,
  "0050_confirmed_terms": confirmedTerms,
}
