import { text } from "./columns.ts"
import { table } from "./table.ts"

/** What a database says of itself, such as its mode. */
export const settings = table("settings", { name: text(), value: text() }, { of: "platform", key: ["name"] })
