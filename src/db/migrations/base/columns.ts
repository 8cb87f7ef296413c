import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"

/** An id. It is compared byte by byte, because a Postgres locale would sort ids differently from SQLite. */
export function id(knex: Knex, table: Knex.CreateTableBuilder, name: string): Knex.ColumnBuilder {
  return table.specificType(name, isPostgres(knex) ? 'text COLLATE "C"' : "text")
}

/** Unix seconds of account time. */
export function seconds(table: Knex.CreateTableBuilder, name: string): Knex.ColumnBuilder {
  return table.bigInteger(name)
}

/** The columns of every resource: its id, its account and when it was created. */
export function resourceColumns(knex: Knex, table: Knex.CreateTableBuilder): void {
  id(knex, table, "id").primary()
  id(knex, table, "account").notNullable()
  seconds(table, "created").notNullable()
}
