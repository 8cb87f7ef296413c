import type { Knex } from "knex"

/** An id: compared byte by byte on both databases, as a locale of Postgres would sort it otherwise than SQLite. */
export function id(knex: Knex, table: Knex.CreateTableBuilder, name: string): Knex.ColumnBuilder {
  return table.specificType(name, knex.client.config.client === "pg" ? 'text COLLATE "C"' : "text")
}

/** Unix seconds on the account's axis of time. */
export function seconds(table: Knex.CreateTableBuilder, name: string): Knex.ColumnBuilder {
  return table.bigInteger(name)
}

/** What every row of a resource has: its id, the account it belongs to, and when it was made. */
export function livesOn(knex: Knex, table: Knex.CreateTableBuilder): void {
  id(knex, table, "id").primary()
  id(knex, table, "account").notNullable()
  seconds(table, "created").notNullable()
}
