// Makes rows look years old.
import type { Database } from "../../../src/db/database.ts"
import { sql } from "./sql.ts"

/** The id columns of tables whose rows can be made old. The first column is the row's own id. */
const IDS = {
  attempts: ["attempts.id", "payment_intents.latest_attempt", "tokens.reserved_by"],
  order_messages: ["order_messages.id", "deliveries.message"],
  purchase_messages: ["purchase_messages.id", "deliveries.message"],
  tokens: ["tokens.id", "attempts.token"],
}

/** Replaces the time at the start of all ids in a table with the earliest time. */
export async function makeOld(database: Database, table: keyof typeof IDS): Promise<void> {
  const prefix = { attempts: "att", order_messages: "ord", purchase_messages: "msg", tokens: "tok" }[table]
  const start = prefix.length + 2
  await database.transaction(async (tx) => {
    for (const [owner, column] of IDS[table].map((each) => each.split("."))) {
      const old = `'${prefix}_0000' || substr(${column}, ${start + 4})`
      await tx.run(sql(`UPDATE ${owner} SET ${column} = ${old} WHERE ${column} LIKE '${prefix}%'`), {})
    }
  })
}
