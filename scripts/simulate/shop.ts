// A merchant of the simulated world that repeats each request until it gets a response.
import { NEWEST_VERSION } from "../../src/versions.ts"
import { createShop, type Shop } from "../merchants/shop.ts"
import type { Answer, Call } from "./http.ts"
import type { World } from "./world.ts"

/** After this many tries in at least this time, a request will never get a response. A process whose clock is wrong refuses at once. */
const MIN_TRIES = 400
const MIN_TRYING_MS = 3_600_000

/** The share of requests that are sent again after their response, and when. The window of a key is 24 hours. */
const AGAIN = 0.3
const AGAIN_AFTER_MS = [100, 30_000, 3 * 3_600_000]

/** A merchant that repeats each request with its key until it gets a response. */
export function shopOf(world: World, account: string, key: string): Shop {
  return createShop(account, key, async (method, path, body, idempotencyKey) => {
    const headers = { ...headersOf(key), ...(idempotencyKey && { "idempotency-key": idempotencyKey }) }
    const call = { method, path, body, headers }
    const answer = await request(world, call)
    if (method === "POST" && world.machine.random.chance(AGAIN)) void repeat(world, call, answer.text)
    return { ...answer, bytes: Buffer.from(answer.text) }
  })
}

/** A new key has an older version, in which a payment is refunded once. */
export const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, "service-version": NEWEST_VERSION })

/**
 * Whatever happened since, a request with the same key gets the same response. Only the request id differs. A wrong parameter is judged anew:
 * less or more of a payment may be left to refund.
 */
async function repeat(world: World, call: Call, first: string): Promise<void> {
  const { machine } = world
  if (first.includes('"code":"parameter_')) return
  await machine.pause(machine.world, machine.random.pick(AGAIN_AFTER_MS))
  const { text } = await request(world, call)
  const meaning = (answer: string) => answer.replace(/"request_id":"[^"]*"/, "")
  if (meaning(text) !== meaning(first)) machine.accuse(`the same key got another answer: ${call.path}\n    ${first}\n    ${text}`)
}

/** 409: the first try with its key has not ended. 503: the acquirer or the database failed. */
const isOver = ({ status }: Answer) => status !== 409 && status < 500

/** The outcome of a capture is open for a quarter of an hour, or until a worker that polls rarely asks. */
export const isOverOrLocked = (answer: Answer) => isOver(answer) || answer.body.error?.code === "payment_intent_locked"

/** Sends a request until it gets a response. */
export async function request(world: World, call: Call, isAnswer = isOver) {
  const { machine } = world
  const name = `${call.method} ${call.path}`
  const startedAt = machine.now
  for (let tries = 0; tries < MIN_TRIES || machine.now < startedAt + MIN_TRYING_MS; tries++) {
    const answer = await world.tryOnce(call)
    machine.say(
      `${name} → ${answer ? `${answer.status} ${answer.body.id ?? answer.body.error?.code ?? ""}` : "no answer"}`,
      machine.world,
    )
    if (answer && answer.status === 500) machine.accuse(`${name} was answered with 500: ${answer.text}`)
    if (answer && isAnswer(answer)) return answer
    await machine.pause(machine.world, machine.random.integer(50, 2000))
  }
  machine.accuse(`${name} was never answered`)
  return new Promise<never>(() => {})
}
