import { MAIN } from "../base/mode-name.ts"
import { text } from "./columns.ts"
import { table } from "./table.ts"

/** What a database says of itself, such as its mode and its name. */
export const settings = table("settings", { name: text(), value: text() }, { of: "platform", key: ["name"] })

/** SQL for the name of the database in which it runs. One that an older release has migrated has none, and is the main one. */
export const OWN_NAME = `coalesce((SELECT value FROM settings WHERE name = 'database'), '${MAIN}')`
