import type { Knex } from "knex"

/** SQL for the database's time, in milliseconds since 1970. Every process reads the same clock, however wrong its own is. */
export function nowMs(k: Knex): string {
  return k.client.config.client === "pg"
    ? "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    : "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
}
