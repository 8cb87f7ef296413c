import { brokenReply, errorReply } from "../errors.ts"
import { MAX_REPEAT_MS } from "../idempotency.ts"
import type { Reply } from "../types.ts"
import type { Passage } from "./passage.ts"

/** How long a key may be. */
const MAX_KEY = 64

/** Does a request once for its key, and gives repeats the first answer. */
export async function keyed(passage: Passage, work: (passage: Passage) => Promise<Reply>): Promise<Reply> {
  const { simulator, found, body, owners, key, hit, request } = passage
  const { world, keys } = simulator
  const { options } = world
  if (key === undefined || key === "") {
    world.violate(found.name, "has no Idempotency-Key: an answer that is lost cannot be asked for again")
    return work(passage)
  }
  if (key.length > MAX_KEY) {
    world.violate(found.name, `has an Idempotency-Key of more than ${MAX_KEY} characters`)
    return errorReply(422, "702", "Idempotency-Key is too long")
  }
  const owner = owners.map(({ account }) => account).join()
  const age = keys.ageOf(owner, key)
  if (age !== undefined && age > MAX_REPEAT_MS) world.violate(found.name, "repeats a request of more than 6 days ago")
  const taken = keys.take(owner, key, request.url.pathname, body)
  if (taken.kind === "other") {
    world.violate(found.name, "uses an Idempotency-Key again for another request")
    return echoed(aboutKey(options.keyStatus, "The Idempotency-Key was used with another request"), key)
  }
  if (taken.kind === "under way" && options.underWay === "refuse")
    return aboutKey(options.keyStatus, "Request already processed or in progress")
  if (taken.kind !== "new") return taken.answer
  const reply = await first(passage, work, taken.finish)
  if (hit?.transport?.kind === "error_after" && options.storesFailures) keys.replace(owner, key, brokenReply(hit.transport.value))
  return reply
}

/** The first answer is kept if it says what became of the request. */
async function first(
  passage: Passage,
  work: (passage: Passage) => Promise<Reply>,
  finish: (reply: Reply | undefined) => void,
): Promise<Reply> {
  try {
    const reply = echoed(await work(passage), passage.key!)
    finish(reply.status < 300 || reply.status === 422 ? reply : undefined)
    return reply
  } catch (error) {
    finish(undefined)
    throw error
  }
}

function aboutKey(status: number, message: string): Reply {
  return { ...errorReply(status, "704", message), outside: true }
}

function echoed(reply: Reply, key: string): Reply {
  const isNamed = reply.status < 300 || reply.status === 422
  return isNamed ? { ...reply, headers: { ...reply.headers, "idempotency-key": key } } : reply
}
