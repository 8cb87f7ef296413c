import { createHash } from "node:crypto"
import { integer } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { LIMIT } from "../../db/statement.ts"
import { chargebackAnswers, chargebackCases, chargebackDesks } from "./tables.ts"

/** How many answers under way, and how many of the newest cases, are read. */
const LOOKED_AT = 50

const looks = chargebackDesks.find(["account"], (rows) => rows.orderBy("acquirer").select("acquirer", "listed_at"))
const underWay = chargebackAnswers.find(["account", { limit: integer() }], (rows) =>
  rows.whereNotNull("due_at").orderBy("due_at").limit(LIMIT).select("id", "state", "tries"),
)
const newest = chargebackCases.find(["account", { limit: integer() }], (rows) =>
  rows.orderBy("id", "desc").limit(LIMIT).select("id", "step", "status", "needs_join"),
)

/**
 * A text that changes with each look at the acquirer's lists, with each step of an answer, and with what people say of the newest cases: these have
 * no events. It can be requested often, because it reads little.
 */
export async function caseMark(db: Queries, account: string): Promise<string> {
  const limit = LOOKED_AT
  const found = await Promise.all([
    db.all(looks, { account }),
    db.all(underWay, { account, limit }),
    db.all(newest, { account, limit }),
  ])
  return createHash("sha256").update(JSON.stringify(found)).digest("base64url").slice(0, 12)
}
