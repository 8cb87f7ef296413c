import type { Reply, Twist } from "../types.ts"

// biome-ignore lint/suspicious/noExplicitAny: an answer of any operation.
type Body = any

/** An answer as some bank may give it in another way than the contract: after it was checked. */
export function twisted(reply: Reply, twist: Twist): Reply {
  if (reply.status >= 400 || typeof reply.body !== "object") return reply
  let { body } = reply as { body: Body }
  if (twist.noCode) body = without(without(body, "pixCopiaECola"), "dadosQR")
  if (twist.extraMembers) body = extended(body)
  if (twist.unknownStatus && body.status) body = { ...body, status: "EM_ANALISE" }
  return { ...reply, body }
}

function without(body: Body, name: string): Body {
  const { [name]: _, ...rest } = body
  return rest
}

/** Members of a later version, in each object. */
function extended(value: Body): Body {
  if (Array.isArray(value)) return value.map(extended)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, one]) => [name, extended(one)])
  return { ...Object.fromEntries(members), novoMembro: { versao: "2.10.0" } }
}
