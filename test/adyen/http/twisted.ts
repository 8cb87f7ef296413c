import type { Twist } from "../faults.ts"
import type { Json, Reply } from "../types.ts"

/** An answer as a later version may give it: after it was checked. */
export function twisted(reply: Reply, { extraMembers, unknownResult }: Twist): Reply {
  if (reply.status >= 400 || typeof reply.body !== "object") return reply
  const body = extraMembers ? extended(reply.body) : reply.body
  return { ...reply, body: unknownResult && body.resultCode ? { ...body, resultCode: "AuthorisedLater" } : body }
}

/** Members that nobody knows, in each object. */
function extended(value: Json): Json {
  if (Array.isArray(value)) return value.map(extended)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, one]) => [name, extended(one)])
  return { ...Object.fromEntries(members), newMember: { version: "73" } }
}
