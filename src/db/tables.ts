import { MAIN } from "../base/mode-name.ts"
import { text } from "./columns.ts"
import { table } from "./table.ts"

/** What a database says of itself, such as its mode and its name. */
export const settings = table("settings", { name: text(), value: text() }, { of: "platform", key: ["name"] })

/**
 * SQL for what runs a database on Postgres. It changes whenever the server starts, and whenever the tables are made anew. So a database that was
 * restored, in whatever way, has another one.
 */
export const SERVER = "extract(epoch FROM pg_postmaster_start_time())::text || ' ' || coalesce(to_regclass('settings')::oid::text, '')"

/** SQL for the name of the database in which it runs. One that an older release has migrated has none, and is the main one. */
export const OWN_NAME = `coalesce((SELECT value FROM settings WHERE name = 'database'), '${MAIN}')`
