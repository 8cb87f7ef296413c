import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"
import { contractPostgres, expandPostgres } from "./postgres.ts"
import { rebuildSqlite } from "./sqlite.ts"

/** Keys of accounts' tables that begin with the account: docs/decisions/0023-the-account-in-every-key.md. */
export const accountKeys = {
  config: { transaction: false },
  up: (knex: Knex): Promise<void> => (isPostgres(knex) ? expandPostgres(knex) : rebuildSqlite(knex)),
}

/** Drops the keys without the account. On SQLite they are gone already, because no other process has the file open. */
export const onlyAccountKeys = {
  config: { transaction: false },
  up: async (knex: Knex): Promise<void> => {
    if (isPostgres(knex)) await contractPostgres(knex)
  },
}
