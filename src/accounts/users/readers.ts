// The users who are mailed what happens to an account (docs/mail.md).
import type { Queries } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import { type User, users } from "./tables.ts"

const THIRTY_DAYS_MS = 30 * 86_400_000

type Reader = Pick<User, "id" | "email" | "removed_at_ms">

const ownersAndOperators = users.find(["account"], (rows) =>
  rows
    .whereNull("removed_at_ms")
    .whereIn("role", ["owner", "operator"])
    .orderBy("id")
    .select<Reader>("id", "email", "removed_at_ms"),
)
/** Those who are owners, those who were removed as such, and those who got another role. */
const recentOwners = users.statement(["account"], (rows, p, k) =>
  rows
    .where({ account: p.account })
    .whereRaw(
      `(role = 'owner' AND (removed_at_ms IS NULL OR removed_at_ms > ${nowMs(k)} - ${THIRTY_DAYS_MS})
        OR owner_until_ms > ${nowMs(k)} - ${THIRTY_DAYS_MS})`,
    )
    .orderBy("id")
    .select<Reader>("id", "email", "removed_at_ms"),
)
const operators = users.find([], (rows) =>
  rows
    .whereNull("account")
    .whereNull("removed_at_ms")
    .whereIn("role", ["owner", "operator"])
    .orderBy("id")
    .select<Reader>("id", "email", "removed_at_ms"),
)

/** The owners and operators of an account. */
export function ownersAndOperatorsOf(db: Queries, account: string): Promise<Reader[]> {
  return db.all(ownersAndOperators, { account })
}

/**
 * All owners that an account had in the last 30 days, each address once. Whoever takes an account over may first remove its owners, or take their
 * role.
 */
export async function recentOwnersOf(db: Queries, account: string): Promise<Reader[]> {
  const found = await db.all(recentOwners, { account })
  const present = found.filter(({ removed_at_ms }) => removed_at_ms === null)
  const byEmail = new Map([...found, ...present].map((user) => [user.email, user]))
  return [...byEmail.values()]
}

/** The operators of the platform: users without an account, who are owners or operators. */
export function operatorsOf(db: Queries): Promise<Reader[]> {
  return db.all(operators, {})
}
